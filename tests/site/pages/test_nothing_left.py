"""Traces of a deleted account: searched for in every column of every table, in sessions, cache and emails."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client

from accounts import leaving, likeness, names
from accounts.mail import queue
from accounts.models import User
from tables.models import ArchivedGame, MailChoice, Notification, PlanNode, StandingOrder
from tables.services.archive import archiving as archive
from tables.services.archive import comments, rating
from tables.services.lobby import inviting
from tables.services.mail import deliveries, feeds
from tables.services.play import chat, preparing
from tables.services.time import calendars
from tests.site import archiving, factories
from tests.site.absence import NOW

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NAME, ADDRESS, PASSWORD = "Zyxana Qvist", "zyxana.qvist@hidden.test", "courier-horn-7"
ZONE, NOTE, AGENT, IP = "Pacific/Chatham", "my very secret note", "Firefox/145 Zyxbrowser", "203.0.113.77"


def everywhere() -> list[tuple[str, str]]:
    """Return every stored value as text, each with its location: table and column, session, or cache."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            columns = [column[0] for column in cursor.description]
            found += [(f"{table}.{name}", str(value)) for row in cursor for name, value in zip(columns, row, strict=True)]
    found += [("session", str(session.get_decoded())) for session in Session.objects.all()]
    client = cache._cache.get_client()
    for key in client.scan_iter("*"):
        held = repr((key, client.get(key) if client.type(key) == b"string" else ""))
        if b":ip:" in key and 0 < client.ttl(key) <= 3600:
            held = held.replace(IP, "")  # limits count requests per address, for all users together and at most an hour
        found.append(("cache", held))
    return found


def traces(user_id: int) -> set[str]:
    """Return the locations of values with the user's name, name keys, address, settings, browser, IP or hidden texts."""
    words = (NAME, NAME.split()[0], names.folded(NAME), likeness.look_key(NAME), ADDRESS, "hidden.test", ZONE, NOTE, AGENT, IP)
    small = tuple(word.casefold() for word in words)
    own = f"'_auth_user_id': '{user_id}'"
    return {place for place, text in everywhere() if any(word in text.casefold() for word in small) or own in text}


@pytest.fixture
def zyxana(db) -> User:
    user = User.objects.create_user(ADDRESS, PASSWORD, display_name=NAME, time_zone=ZONE)
    EmailAddress.objects.create(user=user, email=ADDRESS, verified=True, primary=True)
    return user


def lives(user: User, other: User) -> list[int]:
    """Store data of a user in many parts of the site. Return the keys of the finished games."""
    waiting = factories.open_table(other, seats=3)
    inviting.invite_person(table_id=waiting.pk, host=other, name=NAME, now=NOW)
    hosted = factories.open_table(user, seats=3, name="A quiet evening")
    inviting.invite_person(table_id=hosted.pk, host=user, name=other.display_name, now=NOW)
    running = factories.running_table(user, other, factories.person())
    finished = archiving.finished(user, other)
    rating.rate_finished(game="specimen")
    seat = factories.seat_of(running, user)
    seat.notes = NOTE
    seat.save(update_fields=["notes"])
    preparing.save_draft(
        seat_id=seat.pk, key=seat.decisions.first().key if seat.decisions.exists() else "x", actions=[], now=NOW
    )
    StandingOrder.objects.create(seat=seat, rank=1, body=f'"{NOTE}"', created_at=NOW)
    PlanNode.objects.create(owner=user, table=running, eyes=seat, at_seq=0, seat=0, key="x", action=f'"{NOTE}"', created_at=NOW)
    chat.say(table_id=running.pk, user=user, text="good luck to all", now=NOW)
    chat.say(table_id=running.pk, user=other, text="and to you", now=NOW)
    comments.add_comment(table_id=finished.pk, seq=1, user=user, text="too bold", now=NOW)
    feeds.make_feed(user_id=user.pk, now=NOW)
    MailChoice.objects.create(user=user, kind="turn", cadence="never", changed_at=NOW)
    calendars.set_quiet_hours(user=user, quiet=(60, 120), now=NOW)
    calendars.announce_absence(user=user, starts_at=NOW + timedelta(days=2), ends_at=NOW + timedelta(days=4), now=NOW)
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": NOTE})
    root = factories.person("Root")
    LogEntry.objects.log_actions(root.pk, [user], CHANGE, single_object=True)
    for notification in Notification.objects.all():
        for delivery in notification.deliveries.all():
            deliveries.deliver(delivery_id=delivery.pk, now=NOW)
    return [finished.pk]


def browses(user: User) -> Client:
    """Sign in, receive emails, ask for a new password, begin to change the address, open pages. Return the client."""
    client = Client(headers={"user-agent": AGENT}, REMOTE_ADDR=IP)
    client.post("/accounts/login/code/", {"email": ADDRESS})
    Authenticator.objects.filter(user=user).delete()
    client.get("/accounts/logout/")
    client = Client(headers={"user-agent": AGENT}, REMOTE_ADDR=IP)
    client.post("/accounts/login/", {"login": ADDRESS, "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(user.pk)
    Client(REMOTE_ADDR=IP).post("/accounts/password/reset/", {"email": ADDRESS})
    client.post("/accounts/email/", {"action_add": "1", "email": f"new.{ADDRESS}"})
    for address in ("/", "/my/", "/mail/", "/accounts/profile/", f"/people/{user.pk}/", "/accounts/2fa/", "/archive/"):
        assert client.get(address).status_code == 200, address
    return client


def test_nothing_that_is_kept_tells_of_them(zyxana, django_capture_on_commit_callbacks):
    other = factories.person("Bea")
    finished = lives(zyxana, other)
    client = browses(zyxana)
    assert {"accounts_user.display_name", "accounts_queuedmail.body", "session", "usersessions_usersession.ip"} <= traces(
        zyxana.pk
    )
    with django_capture_on_commit_callbacks(execute=True):
        leaving.delete_account(user_id=zyxana.pk, now=NOW)
        for table_id in finished:
            archive.archive_game(table_id=table_id)
    assert traces(zyxana.pk) == set()
    assert client.get("/accounts/profile/").status_code == 302
    assert ArchivedGame.objects.filter(table_id__in=finished).exists(), "the games stay"
    mail.outbox.clear()
    queue.send_due(now=NOW)
    assert not [each for each in mail.outbox if ADDRESS in "".join(each.to)]


def test_by_the_page_as_well(zyxana):
    client = browses(zyxana)
    assert client.post("/accounts/delete/", {"password": PASSWORD, "understood": "on"}).status_code == 302
    assert traces(zyxana.pk) == set()
