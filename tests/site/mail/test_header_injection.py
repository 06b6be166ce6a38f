"""Line breaks in user input start no new header line: in emails, in HTTP responses, in file names."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts import names
from accounts.mail import queue
from accounts.models import QueuedMail, User
from tables.errors import Refusal
from tables.models import ArchivedGame, Delivery, Table
from tables.services.lobby import inviting
from tables.services.mail import deliveries
from tests.site import archiving, factories
from tests.site.absence import NOW

pytestmark = [pytest.mark.database, pytest.mark.django_db]
BREAKS = ["\r\n", "\n", "\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\x00", "%0d%0a", "\\r\\n"]
STORED = [each for each in BREAKS if each != "\x00"]  # PostgreSQL refuses zero bytes.
EVIL = "Bcc: all@evil.test"
SIGNUP, PROFILE = "/accounts/signup/", "/accounts/profile/"


def raw(message) -> bytes:
    return message.message().as_bytes()


def is_clean(head: bytes) -> bool:
    """Return whether no header line begins with the injected text."""
    return not any(line.lstrip().lower().startswith((b"bcc:", b"x-evil", b"set-cookie: evil")) for line in head.splitlines())


@pytest.fixture
def anna(db):
    return factories.person("Anna")


@pytest.mark.parametrize("between", BREAKS)
def test_names_and_addresses_with_line_breaks_are_refused_or_tidied(client, anna, between):
    name, address = f"Anna{between}{EVIL}"[:30], f"a@letters.test{between}{EVIL}"
    client.post(SIGNUP, {"display_name": name, "email": "new@letters.test"})
    client.post(SIGNUP, {"display_name": "Nora", "email": address})
    client.post("/accounts/login/code/", {"email": address})
    client.post("/accounts/password/reset/", {"email": address})
    client.force_login(anna)
    client.post(PROFILE, {"display_name": name, "language": "en", "time_zone": "UTC"})
    client.post("/accounts/email/", {"action_add": "1", "email": address})
    for queued in QueuedMail.objects.all():
        assert not set(queued.recipient + queued.subject) & set("".join(BREAKS[:10])), ascii(queued.recipient)
    queue.send_due(now=timezone.now())
    for each in mail.outbox:
        assert len(each.to) == 1
        assert is_clean(raw(each).partition(b"\n\n")[0])
    anna.refresh_from_db()
    assert names.first_unfit(anna.display_name) is None


@pytest.mark.parametrize("between", STORED)
def test_a_table_s_name_breaks_out_of_no_subject_and_no_file_name(client, anna, between, django_capture_on_commit_callbacks):
    bea = factories.person("Bea")
    client.force_login(anna)
    table = factories.open_table(anna, seats=3)
    Table.objects.filter(pk=table.pk).update(name=f"Evening{between}{EVIL}")
    User.objects.filter(pk=anna.pk).update(display_name=f"Anna{between}{EVIL}"[:30])
    anna.refresh_from_db()
    mail.outbox.clear()
    inviting.invite_person(table_id=table.pk, host=anna, name=bea.display_name, now=NOW)
    for hours in range(0, 48, 4):
        for delivery in Delivery.objects.all():
            deliveries.deliver(delivery_id=delivery.pk, now=NOW + timedelta(hours=hours))
    assert mail.outbox, list(Delivery.objects.values_list("status", "error", "next_at"))
    for each in mail.outbox:
        head = raw(each).partition(b"\n\n")[0]
        assert is_clean(head)
        assert "evil.test" not in "".join(each.to + each.cc + each.bcc)


@pytest.mark.parametrize("between", [each for each in BREAKS if not each.isprintable()])
def test_the_name_of_a_table_is_one_line(anna, between):
    with pytest.raises(Refusal):
        factories.open_table(anna, seats=3, name=f"Evening{between}{EVIL}")


@pytest.mark.parametrize("between", [each for each in STORED if each not in "\x0b\x0c\x1c"])
def test_downloads_feeds_and_redirects_keep_their_headers(client, anna, between):
    table = archiving.finished(anna, factories.person("Bea"))
    Table.objects.filter(pk=table.pk).update(name=f'Evening"{between}X-Evil: 1')
    User.objects.filter(pk=anna.pk).update(display_name=f'Anna"{between}X-Evil: 1'[:30])
    assert ArchivedGame.objects.filter(table=table).exists()
    client.force_login(anna)
    evil = f"/x/{between}Set-Cookie: evil=1"
    asked = [
        (f"/archive/{table.code}.json", {}),
        (f"/archive/{table.code}.txt", {}),
        (f"/archive/{table.code}/", {}),
        (f"/archive/{table.code}/1.png", {}),
        ("/archive/feed/", {}),
        (f"/people/{anna.pk}/", {}),
        ("/accounts/login/", {"next": evil}),
        ("/accounts/logout/", {"next": evil}),
        ("/archive/", {"player": evil, "page": evil}),
    ]
    for path, query in asked:
        for browser in (client, Client()):
            response = browser.get(path, query, headers={"hx-request": "true", "hx-current-url": f"http://testserver{evil}"})
            assert response.status_code < 500, path
            for name, value in response.headers.items():
                assert not set(value) & set("\r\n\x00"), (path, name)
                assert "evil" not in name.lower()
            assert "evil" not in response.cookies
            assert "X-Evil: 1" not in response.headers.get("Content-Disposition", "").replace('\\"', "").split('"')[-1]


@pytest.mark.parametrize("between", BREAKS[:3])
def test_nobody_is_led_to_an_address_with_a_line_break(client, anna, between):
    for path in ("/accounts/login/", "/i18n/setlang/", "/accounts/logout/"):
        response = client.post(path, {"next": f"/x/{between}Location: https://evil.test/", "language": "de"})
        assert response.status_code < 500
        assert "\n" not in response.get("Location", "")
        assert "evil.test" not in response.get("Location", "").partition("?")[0] or response["Location"].startswith("/x/%0")
