"""Push messages: only the browser can read them, the site signs them, and it removes devices that have gone."""

from datetime import timedelta

import pytest
from django.utils import translation

from tables.channels import push
from tables.channels.notice import Notice
from tables.channels.unsent import Reason, Unsent
from tables.models import Delivery, PushDevice, Webhook
from tables.services.channels import deliveries, devices, health
from tables.services.mail import notify
from tests.site import mailing
from tests.site.channels.devices import VAPID, Device, signed_by
from tests.site.mailing import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.database]
SOON = NOW + timedelta(minutes=1)


@pytest.fixture(autouse=True)
def _keys(settings):
    settings.VAPID_PRIVATE_KEY, settings.VAPID_CONTACT = VAPID, "mailto:post@staffetta.example"


@pytest.fixture
def anna():
    return mailing.person("Anna")


@pytest.fixture
def table(anna):
    return mailing.running_table(anna, mailing.person("Berto"), name="Night Post")


@pytest.fixture
def phone(receiver):
    return Device(f"{receiver.url}/send/phone")


@pytest.fixture
def known(anna, phone):
    return added(anna, phone)


def added(user, device, **fields):
    given = device.fields(push.site_key()) | {"label": "Firefox, Android", "now": NOW} | fields
    return devices.add_device(user_id=user.pk, **given)


def ask(table, user, *, now=NOW):
    notify.notify_turns(table=table, decisions=[mailing.decision_of(table, user)], now=now)


def told(device):
    return list(Delivery.objects.filter(channel=f"push:{device.pk}").order_by("pk"))


def work_off(now):
    for pk in deliveries.due_deliveries(now).order_by("pk").values_list("pk", flat=True):
        deliveries.tell(delivery_id=pk, now=now)


def notice(**fields):
    more = {"number": "n.1", "thread": "abcd2345", "kinds": ["turn"], "title": "Your turn", "lines": ["Seal"], "at": NOW}
    more |= {"url": "http://127.0.0.1/t/abcd2345/", "language": "de", "table": "abcd2345", "is_pressing": True}
    return Notice(**(more | fields))


def test_a_turn_is_shown_with_what_everybody_may_know_and_nothing_else(table, anna, known, phone, receiver):
    anna.language = "de"
    anna.save()
    ask(table, anna)
    work_off(SOON)
    [posted] = receiver.posted
    shown = phone.read(posted)
    assert set(shown) == {"title", "body", "url", "tag", "badge", "button", "language", "at"}
    assert "Night Post" in shown["title"]
    assert shown["url"].endswith(f"/t/{table.code}/#panel")
    assert (shown["tag"], shown["badge"], shown["language"], shown["button"]) == (table.code, 1, "de", "Zum Tisch")
    with translation.override("de"):
        for road in ("river", "hill"):
            assert road not in shown["body"].lower(), "no choices on a locked screen"
    due = mailing.decision_of(table, anna).due_at
    assert posted.path == "/send/phone"
    assert posted.headers["ttl"] == str(int((due - SOON).total_seconds()))
    assert (posted.headers["urgency"], posted.headers["topic"]) == ("high", table.code)
    assert b"Night" not in posted.body
    assert told(known)[0].status == "sent"


def test_the_push_service_can_tell_that_it_was_us(table, anna, known, receiver):
    ask(table, anna)
    work_off(SOON)
    key, claims = signed_by(receiver.posted[0])
    assert key == push.site_key()
    assert claims == {
        "aud": receiver.url,
        "sub": "mailto:post@staffetta.example",
        "exp": int((SOON + timedelta(hours=12)).timestamp()),
    }


@pytest.mark.parametrize(
    ("due", "seconds"),
    [(None, 3 * 86_400), (timedelta(days=60), 28 * 86_400), (timedelta(hours=2), 7_200), (-timedelta(hours=1), 60)],
)
def test_it_is_kept_for_a_device_that_sleeps_as_long_as_it_is_of_use(known, due, seconds):
    told = push.request(known, notice(due_at=due and NOW + due), waiting=0, now=NOW)
    assert told.headers["TTL"] == str(seconds)


def test_however_much_is_told_it_fits_what_a_push_service_takes(known, phone):
    made = push.request(known, notice(title="Ä" * 500, lines=["ß" * 3000] * 9), waiting=3, now=NOW)
    assert len(made.body) <= 4096


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten(table, anna, known, receiver, status):
    second = added(anna, Device(f"{receiver.url}/send/desk"))
    ask(table, anna)
    receiver.answer(status)
    work_off(SOON)
    assert list(PushDevice.objects.all()) == [second]
    assert (told(known)[0].status, told(second)[0].status) == ("failed", "sent")
    assert len(receiver.posted) == 2


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_push_service_in_trouble_is_asked_again(table, anna, known, receiver, status):
    ask(table, anna)
    receiver.answer(status, Retry_After="300")
    work_off(SOON)
    assert told(known)[0].status == "queued"
    work_off(SOON + timedelta(minutes=4))
    assert len(receiver.posted) == 1
    work_off(SOON + timedelta(minutes=6))
    assert (len(receiver.posted), told(known)[0].status) == (2, "sent")
    known.refresh_from_db()
    assert (known.error, known.failing_since) == ("", None)


def test_a_device_made_with_an_older_key_is_told_nothing_until_it_is_set_up_anew(table, anna, phone, receiver):
    old = added(anna, phone, site_key="B" * 87)
    with pytest.raises(Unsent) as error:
        push.request(old, notice(), waiting=0, now=NOW)
    assert error.value.reason is Reason.OLD_KEY
    ask(table, anna)
    work_off(SOON)
    assert receiver.posted == []
    assert PushDevice.objects.get().error == "old_key"
    again = added(anna, phone)
    assert (again.pk, PushDevice.objects.get().error) == (old.pk, "")
    work_off(SOON + health.LONGEST_REST)
    assert len(receiver.posted) == 1


def test_without_a_key_nothing_is_told_and_no_device_is_lost(table, anna, known, receiver, settings):
    settings.VAPID_PRIVATE_KEY = ""
    assert push.site_key() == ""
    ask(table, anna)
    work_off(SOON)
    assert receiver.posted == []
    assert PushDevice.objects.filter(pk=known.pk).exists()


def test_an_endpoint_in_the_network_of_the_site_is_never_asked(table, anna, phone, known, receiver, settings):
    settings.OUTBOUND_ALLOWED_HOSTS = []
    PushDevice.objects.filter(pk=known.pk).update(endpoint=phone.endpoint.replace("http:", "https:"))
    ask(table, anna)
    work_off(SOON)
    known.refresh_from_db()
    assert (receiver.posted, known.error) == ([], "private")


def test_a_browser_that_somebody_else_uses_now_tells_nothing_of_the_first(table, anna, known, phone, receiver):
    ask(table, anna)
    berto = mailing.person("Berta")
    taken = added(berto, phone)
    assert [device.owner for device in PushDevice.objects.all()] == [berto]
    work_off(SOON)
    assert receiver.posted == []
    assert told(known)[0].status == "dropped"
    assert taken.pk != known.pk


def test_nothing_secret_is_shown_or_logged(table, anna, known, receiver, caplog):
    ask(table, anna)
    receiver.answer(500, b"send/phone")
    work_off(SOON)
    assert caplog.text
    for shown in (caplog.text, str(known), repr(known), told(known)[0].error):
        assert "send/phone" not in shown
        assert known.auth not in shown


def test_hooks_and_devices_are_asked_for_together(anna, known, receiver, django_assert_num_queries):
    from tables.services.mail import families

    hook = Webhook.objects.create(owner=anna, kind="json", url=receiver.url, made_at=NOW)
    with django_assert_num_queries(1):
        found = families.wanted({anna.pk}, notify.Kind.TURN)
    assert sorted(found) == [(anna.pk, f"hook:{hook.pk}"), (anna.pk, f"push:{known.pk}")]
