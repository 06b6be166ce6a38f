"""Setup of a push device: the site checks its data, only its owner sees it, and signing out removes it."""

import pytest
from django.conf import settings as site
from django.test import Client
from django.urls import reverse

from accounts.security import sessions
from config.safe import keys
from tables import urls
from tables.channels import push
from tables.models import PushDevice
from tables.services.channels import devices
from tests.site import factories
from tests.site.channels.devices import VAPID, Device, text
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.database]
ADDRESS = "/my/ways/devices/"
FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


@pytest.fixture(autouse=True)
def _keys(settings):
    settings.VAPID_PRIVATE_KEY = VAPID


@pytest.fixture
def anna():
    return factories.person("Anna")


@pytest.fixture
def phone(receiver):
    return Device(f"{receiver.url}/send/phone")


def add(client, device, **fields):
    return client.post(ADDRESS, device.fields(push.site_key()) | fields, headers={"User-Agent": FIREFOX})


def test_a_device_is_set_up_shown_tried_and_removed(anna, phone, receiver):
    client = signed_in(anna)
    assert f'data-push="{push.site_key()}"' in page_of(client, "/my/ways/")
    assert add(client, phone).status_code == 204
    device = PushDevice.objects.get()
    page = page_of(client, "/my/ways/")
    assert "Firefox, Android" in page
    assert "data-known" in page
    for secret in (phone.endpoint, text(phone.auth), device.p256dh):
        assert secret not in page
    elsewhere = page_of(signed_in(anna), "/my/ways/")
    assert "Firefox, Android" in elsewhere
    assert "data-known" not in elsewhere
    change = reverse("tables:device", args=[device.number])
    assert client.post(change, {"do": "try"}, follow=True).status_code == 200
    assert phone.read(receiver.posted[0])["tag"] == "trial"
    PushDevice.objects.update(off_at=factories.NOW, failing_since=factories.NOW, error="away")
    assert "Switched off automatically" in page_of(client, "/my/ways/")
    client.post(change, {"do": "on"})
    assert list(PushDevice.objects.values_list("off_at", "failing_since", "error")) == [(None, None, "")]
    client.post(change, {"do": "remove"})
    assert not PushDevice.objects.exists()


WRONG = {
    "no address": {"endpoint": "ftp://example.org/x"},
    "without encryption": {"endpoint": "http://push.example.org/x"},
    "too long an address": {"endpoint": "https://push.example.org/" + "x" * 1000},
    "no key": {"p256dh": "nonsense"},
    "a key with something between": {"p256dh": "\u00a0".join("ab")},
    "no point of the curve": {"p256dh": text(b"\4" + b"\1" * 64)},
    "another length": {"auth": text(b"short")},
    "no text": {"auth": "ä\0"},
    "another key of the site": {"site_key": "B" * 87},
    "nothing": {"p256dh": ""},
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_what_is_no_subscription_is_refused_in_words(anna, phone, wrong):
    response = add(signed_in(anna), phone, **wrong)
    assert response.status_code == 422
    assert response.json()["error"]
    assert not PushDevice.objects.exists()


def test_nobody_has_more_than_ten(anna, receiver):
    client = signed_in(anna)
    found = [add(client, Device(f"{receiver.url}/{number}")).status_code for number in range(devices.MOST)]
    assert found == [204] * 10
    again = add(client, Device(f"{receiver.url}/11"))
    assert again.status_code in (422, 429)
    assert PushDevice.objects.count() == 10
    with pytest.raises(devices.Refusal):
        devices.add_device(user_id=anna.pk, **Device(f"{receiver.url}/12").fields(push.site_key()), label="", now=factories.NOW)


def test_a_device_is_nobody_elses(anna, phone):
    add(signed_in(anna), phone)
    number = PushDevice.objects.get().number
    for client in (signed_in(factories.person("Berto")), signed_in()):
        client.post(reverse("tables:device", args=[number]), {"do": "remove"})
        assert PushDevice.objects.exists()
    assert signed_in().post(ADDRESS, phone.fields(push.site_key())).status_code == 302


def test_who_signs_out_is_told_nothing_there_any_more(anna, phone, receiver):
    client, desk = signed_in(anna), Device(f"{receiver.url}/send/desk")
    add(client, phone)
    add(signed_in(anna), desk)
    client.post("/accounts/logout/")
    assert [device.endpoint for device in PushDevice.objects.all()] == [desk.endpoint]


def test_nor_on_a_browser_that_is_signed_out_from_elsewhere(anna, phone):
    client = signed_in(anna)
    session = client.session
    session[sessions.SEEN] = 0
    session.save()
    client.get("/my/")  # This request records the session in Anna's list of sessions.
    add(client, phone)
    signed_in(anna).post("/accounts/sessions/end/", {"session": "others"})
    assert not PushDevice.objects.exists()


def test_a_device_of_an_older_key_says_so_and_sets_itself_up_anew(anna, phone, settings):
    client = signed_in(anna)
    add(client, phone)
    settings.VAPID_PRIVATE_KEY = "n" + VAPID[1:]
    page = page_of(client, "/my/ways/")
    assert "data-old" in page
    assert "old key" in page
    assert add(client, phone).status_code == 204
    assert PushDevice.objects.get().site_key == push.site_key()


def test_a_browser_with_another_address_is_the_same_device(anna, phone, receiver):
    add(signed_in(anna), phone)
    before = PushDevice.objects.get()
    PushDevice.objects.update(error="old_key", failing_since=factories.NOW)
    moved = Device(f"{receiver.url}/send/moved")
    address = reverse("tables:renew_device")
    worker = Client(enforce_csrf_checks=True)
    assert worker.post(address, moved.fields("B" * 87) | {"old": phone.endpoint}).status_code == 422
    for _time in range(2):
        assert worker.post(address, moved.fields(push.site_key()) | {"old": phone.endpoint}).status_code == 204
    after = PushDevice.objects.get()
    assert (after.pk, after.owner, after.endpoint, after.error) == (before.pk, anna, moved.endpoint, "")
    assert not worker.cookies


def test_no_other_address_acts_without_a_form_of_ours():
    exempt = [str(found.pattern) for found in urls.urlpatterns if getattr(found.callback, "csrf_exempt", False)]
    assert exempt == ["my/ways/devices/renewed/"]


def test_nobody_who_does_not_know_the_old_address_changes_anything(anna, phone, receiver):
    add(signed_in(anna), phone)
    stolen = Device(f"{receiver.url}/send/stolen").fields(push.site_key())
    found = {
        old: signed_in().post(reverse("tables:renew_device"), stolen | {"old": old}).status_code
        for old in (f"{receiver.url}/send/", "", "%", "https://a.example/\0", "https://ä.example/")
    }
    assert list(found.values()) == [204, 422, 422, 422, 422]
    assert [device.endpoint for device in PushDevice.objects.all()] == [phone.endpoint]


def test_a_site_without_a_key_says_so(anna, phone, settings):
    settings.VAPID_PRIVATE_KEY = ""
    client = signed_in(anna)
    page = page_of(client, "/my/ways/")
    assert "not available on this site" in page
    assert "data-push=" not in page
    assert client.post(ADDRESS, phone.fields("x")).status_code == 422


def test_the_key_is_made_once_and_kept_for_its_owner(tmp_path):
    assert keys.remembered_vapid(tmp_path) == ""
    keys.keep_vapid(tmp_path)
    made = keys.remembered_vapid(tmp_path)
    keys.keep_vapid(tmp_path)
    assert keys.remembered_vapid(tmp_path) == made
    assert keys.is_vapid(made)
    assert (tmp_path / "vapid").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("wrong", ["x", "A" * 43, "_" * 43, "ä" * 43, VAPID[:-1], f"{VAPID}="])
def test_what_is_no_key_is_known_for_it(wrong):
    assert not keys.is_vapid(wrong)


def test_the_contact_is_one_that_push_services_take():
    assert site.VAPID_CONTACT.startswith(("mailto:", "https://"))
