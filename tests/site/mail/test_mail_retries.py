"""Emails that a mail server did not accept: the cause, the time of the retry, and the end of retries."""

from datetime import UTC, datetime, timedelta
from email import message_from_bytes

import pytest
from django.core import mail

from tables.mail import faults
from tables.models import Delivery, MailOutage, Notification, Table
from tables.selectors.mail.cadence import Cadence, Kind
from tables.selectors.staff import trouble
from tables.services.mail import choices, deliveries, notify, sending
from tables.services.mail import outage as mail_outage
from tests import smtp_server
from tests.rows import rewrite
from tests.site import mailing
from tests.site.mailing import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.database]
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
SOON = NOW + MINUTE


@pytest.fixture
def anna():
    return mailing.person("Anna")


@pytest.fixture
def table(anna):
    return mailing.running_table(anna, mailing.person("Berto"))


@pytest.fixture
def server(settings):
    with smtp_server.running() as found:
        settings.MAILERS = found.mailers()
        yield found


def ask(table, user, *, now=NOW):
    notify.notify_turns(table=table, decisions=[mailing.decision_of(table, user)], now=now)


def run(start, until, *, every=MINUTE):
    """Deliver all due emails, at intervals of ``every`` between two moments."""
    moment = start
    while moment <= until:
        mailing.work_off(moment)
        moment += every


def statuses(user):
    return [delivery.status for delivery in mailing.waiting(user)]


# --- unreachable server -------------------------------------------------------------------------------------------------------


def test_a_daily_mail_of_twelve_things_outlives_a_server_that_is_away_for_three_days(anna, server):
    choices.set_cadences(user_id=anna.pk, cadences=dict.fromkeys(Kind, Cadence.DIGEST), now=NOW)
    for number in range(12):
        notify.notify_started(table=mailing.running_table(anna, mailing.person(f"Carla{number}")), now=NOW)
    eight = datetime(2026, 3, 5, 8, 1, tzinfo=UTC)
    server.stop()
    Delivery.objects.exclude(notification__recipient=anna).delete()
    run(eight, eight + 5 * MINUTE)
    run(eight + HOUR, eight + 3 * DAY - HOUR, every=5 * HOUR)
    assert statuses(anna) == ["queued"] * 12
    assert {delivery.attempts for delivery in mailing.waiting(anna)} == {0}
    server.start()
    run(eight + 3 * DAY, eight + 3 * DAY + 20 * MINUTE, every=5 * MINUTE)
    assert statuses(anna) == ["sent"] * 12
    assert len(server.mails) == 1


def test_two_companions_are_tried_once_and_not_once_for_each_of_them(table, anna, server):
    notify.notify_started(table=table, now=NOW)
    ask(table, anna)
    Delivery.objects.exclude(notification__recipient=anna).delete()
    server.answers["RCPT"] = "451 4.7.1 greylisted"
    mailing.work_off(SOON)
    assert server.connections == 1
    first, second = mailing.waiting(anna)
    assert (first.next_at, first.attempts) == (second.next_at, second.attempts) == (SOON + MINUTE, 0)


def test_what_is_not_due_is_not_sent_however_often_the_queue_says_so(table, anna):
    ask(table, anna)
    [delivery] = mailing.waiting(anna)
    assert deliveries.deliver(delivery_id=delivery.pk, now=NOW) is None
    assert mail.outbox == []
    assert mailing.waiting(anna)[0].claimed_at is None


def test_a_hint_given_again_does_not_put_a_mail_off(table, anna):
    ask(table, anna)
    [delivery] = mailing.waiting(anna)
    assert deliveries.queue_due(now=SOON) == 1
    assert deliveries.deliver(delivery_id=delivery.pk, now=SOON) == "sent"


def test_a_server_that_is_away_is_not_hammered_by_every_mail_that_waits(server):
    """Waiting emails share the tries: for twelve emails in ten minutes, the server is tried after 0, 1, 3 and 7 minutes."""
    host = mailing.person("Berto")
    for number in range(12):
        person = mailing.person(f"Guest{number}")
        ask(mailing.running_table(person, host), person)
    tried = []
    server.answers["CONNECT"] = "421 4.3.2 closing for the night"
    for minute in range(11):
        before = server.connections
        mailing.work_off(SOON + minute * MINUTE)
        tried += [minute] * (server.connections - before)
    assert tried == [0, 1, 3, 7]
    server.answers.clear()
    run(SOON + 11 * MINUTE, SOON + 25 * MINUTE)
    assert len(server.mails) == 12


def test_the_times_between_tries_of_a_server_end_at_a_quarter_of_an_hour():
    moments, now = [], NOW
    for _try in range(8):
        moments.append(mail_outage.note(ConnectionRefusedError("no"), now) - now)
        now += moments[-1]
    assert [moment // MINUTE for moment in moments] == [1, 2, 4, 8, 15, 15, 15, 15]


def test_workers_that_meet_the_same_outage_at_once_count_as_one_try():
    first = mail_outage.note(ConnectionRefusedError("no"), NOW)
    assert [mail_outage.note(ConnectionRefusedError("no"), NOW + timedelta(seconds=second)) for second in (1, 2, 3)] == [
        first
    ] * 3
    assert MailOutage.objects.get().tries == 1


def test_only_one_mail_tries_whether_the_server_is_back():
    until = mail_outage.note(ConnectionRefusedError("no"), NOW)
    outage = mail_outage.current()
    assert [mail_outage.may_try(outage, moment) for moment in (until - MINUTE / 2, until, until)] == [False, True, False]
    assert not mail_outage.may_try(mail_outage.current(), until)
    mail_outage.end()
    assert mail_outage.current() is None


def test_operators_see_since_when_the_server_is_away(table, anna, server, client):
    ask(table, anna)
    server.stop()
    mailing.work_off(SOON)
    outage = trouble.mail_trouble().outage
    assert (outage.since, outage.tries) == (SOON, 1)
    assert "ConnectionRefusedError" in outage.error
    client.force_login(mailing.person("Olga", is_staff=True))
    assert "ConnectionRefusedError" in client.get("/staff/tables/").content.decode()
    server.start()
    mailing.work_off(SOON + 5 * MINUTE)
    assert trouble.mail_trouble().outage is None


# --- cause of the failure -----------------------------------------------------------------------------------------------------

AWAY, LATER, REFUSED, NOBODY = ("away", "later", "refused", "nobody")


@pytest.mark.parametrize(
    ("command", "answer", "becomes"),
    [
        ("CONNECT", "421 4.3.2 come back later", AWAY),
        ("CONNECT", "554 5.7.1 your address is listed", AWAY),
        ("CONNECT", smtp_server.HANG_UP, AWAY),
        ("MAIL", "530 5.7.0 authentication required", AWAY),
        ("MAIL", "535 5.7.8 wrong password", AWAY),
        ("MAIL", "550 5.7.1 this sender is not yours", AWAY),
        ("MAIL", "452 4.3.1 no room on the disk", AWAY),
        ("MAIL", "552 5.3.4 too large", REFUSED),
        ("MAIL", smtp_server.HANG_UP, LATER),
        ("RCPT", "421 4.7.0 closing", AWAY),
        ("RCPT", "450 4.2.0 greylisted", LATER),
        ("RCPT", "451 4.3.0 local error", LATER),
        ("RCPT", "452 4.2.2 mailbox full", LATER),
        ("RCPT", "530 5.7.1 authentication required", AWAY),
        ("RCPT", "554 5.7.1 relay access denied", LATER),
        ("RCPT", "550 5.1.1 no such user", NOBODY),
        ("RCPT", "550 no such user", NOBODY),
        ("DATA", "451 4.3.0 not now", LATER),
        ("BODY", "421 4.3.2 closing", AWAY),
        ("BODY", "451 4.7.1 try again", LATER),
        ("BODY", "554 5.6.0 what is this", REFUSED),
        ("BODY", "550 5.7.26 not signed", LATER),
        ("BODY", smtp_server.HANG_UP, LATER),
    ],
)
def test_whose_fault_an_answer_is(table, anna, server, command, answer, becomes):
    ask(table, anna)
    server.answers[command] = answer
    mailing.work_off(SOON)
    [delivery] = mailing.waiting(anna)
    assert (delivery.status == "failed") == (becomes == NOBODY)
    assert delivery.attempts == (becomes in (REFUSED, NOBODY))
    assert MailOutage.objects.exists() == (becomes == AWAY)
    assert delivery.uncertain == (answer == smtp_server.HANG_UP and command != "CONNECT")


def message_ids(server):
    return [message_from_bytes(raw)["Message-ID"] for raw in server.mails]


@pytest.mark.parametrize("again", [True, False], ids=["and again", "once"])
def test_what_a_server_may_have_taken_is_sent_again_as_it_was(table, anna, server, again):
    """An email that a server may have accepted is sent again under its Message-ID. Later news goes into another email."""
    ask(table, anna)
    mailing.work_off(SOON)
    [first] = message_ids(server)
    server.mails.clear()
    Delivery.objects.filter(pk=mailing.waiting(anna)[0].pk).update(status="queued", sent_at=None, started_at=None)
    server.answers["BODY"] = smtp_server.HANG_UP
    mailing.work_off(SOON + MINUTE)
    if again:
        server.answers = {"RCPT": "450 4.2.0 greylisted"}
        mailing.work_off(SOON + 3 * MINUTE)
    [delivery] = mailing.waiting(anna)
    assert (delivery.status, delivery.uncertain) == ("queued", True)
    server.answers, server.mails = {}, []
    notify.notify_timed_out(table=table, seat=mailing.seat_of(table, anna), decision_key="earlier", now=SOON + 4 * MINUTE)
    run(SOON + 5 * MINUTE, SOON + 20 * MINUTE)
    assert statuses(anna) == ["sent", "sent"]
    assert message_ids(server)[0] == first
    assert len(set(message_ids(server))) == 2


def test_a_name_that_no_dns_knows_is_a_server_that_is_away(table, anna, settings, server):
    settings.MAILERS["default"]["OPTIONS"]["host"] = "nowhere.invalid"
    ask(table, anna)
    mailing.work_off(SOON)
    assert MailOutage.objects.exists()
    assert (statuses(anna), mailing.waiting(anna)[0].attempts) == (["queued"], 0)


def test_a_wrong_password_for_the_server_is_no_mails_fault(table, anna, settings, server):
    settings.MAILERS["default"]["OPTIONS"] |= {"username": "post", "password": "wrong"}
    server.answers["EHLO"] = "250-post\r\n250 AUTH PLAIN"
    server.answers["AUTH"] = "535 5.7.8 wrong"
    ask(table, anna)
    run(SOON, SOON + 12 * HOUR, every=HOUR)
    assert (statuses(anna), mailing.waiting(anna)[0].attempts) == (["queued"], 0)
    server.answers.clear()
    settings.MAILERS = server.mailers()
    run(SOON + 12 * HOUR, SOON + 13 * HOUR, every=15 * MINUTE)
    assert statuses(anna) == ["sent"]


def test_one_address_that_is_greylisted_keeps_no_other_mail_waiting(table, anna, server):
    ask(table, anna)
    server.answers["RCPT"] = "450 4.2.0 greylisted"
    mailing.work_off(SOON)
    server.answers.clear()
    other = mailing.person("Carla")
    ask(mailing.running_table(other, mailing.person("Dora")), other)
    mailing.work_off(SOON)
    assert (statuses(anna), statuses(other)) == (["queued"], ["sent"])


def test_a_line_that_breaks_as_the_server_says_goodbye_changes_nothing(table, anna, server):
    ask(table, anna)
    server.answers["QUIT"] = smtp_server.HANG_UP
    mailing.work_off(SOON)
    assert statuses(anna) == ["sent"]


def test_faults_of_what_is_no_mail_server_are_nobodys_but_the_sites():
    assert faults.fault_of(ZeroDivisionError()) == faults.Fault.LATER
    assert Notification.objects.count() == 0


def tries(user):
    """Try to send a user's email until it fails for good. Return the times of all tries, counted from the first try."""
    now, found = SOON, []
    while statuses(user) == ["queued"]:
        mailing.work_off(now)
        found.append(now - SOON)
        now = mailing.waiting(user)[0].next_at
    return found


# --- delays and end of the retries --------------------------------------------------------------------------------------------


def test_a_mail_waits_as_long_again_as_it_has_waited_and_four_hours_at_most(table, anna, server):
    """Each pause is as long as all earlier ones together, up to four hours."""
    ask(table, anna)
    server.answers["RCPT"] = "450 4.2.0 greylisted"
    Delivery.objects.exclude(notification__recipient=anna).delete()
    mailing.Decision.objects.update(due_at=NOW + 30 * DAY)
    tried = tries(anna)
    assert [each // MINUTE for each in tried[:12]] == [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 496, 736]
    assert 7 * DAY <= tried[-1] < 7 * DAY + 4 * HOUR
    assert server.connections == len(tried) == 51


def test_a_server_away_for_longer_than_that_makes_mails_fail_with_the_reason(table, anna, server):
    ask(table, anna)
    mailing.Decision.objects.update(due_at=NOW + 30 * DAY)
    server.stop()
    run(SOON, SOON + 6 * DAY + 23 * HOUR, every=6 * HOUR)
    assert statuses(anna) == ["queued"]
    run(SOON + 7 * DAY, SOON + 7 * DAY + HOUR, every=15 * MINUTE)
    [delivery] = mailing.waiting(anna)
    assert (delivery.status, delivery.attempts) == ("failed", 0)
    assert delivery.error
    deliveries.retry(delivery_ids=[delivery.pk], now=SOON + 8 * DAY)
    server.start()
    run(SOON + 8 * DAY, SOON + 8 * DAY + 16 * MINUTE)
    assert statuses(anna) == ["sent"]


def test_what_a_server_refuses_for_what_it_says_is_given_up_sooner(table, anna, server):
    ask(table, anna)
    server.answers["BODY"] = "554 5.6.0 what is this"
    Delivery.objects.exclude(notification__recipient=anna).delete()
    assert len(tries(anna)) == server.connections == sending.MAX_ATTEMPTS


def test_a_mail_that_cannot_be_made_is_no_outage_and_waits_for_the_repair(table, anna):
    ask(table, anna)
    state = Table.objects.get(pk=table.pk).state
    rewrite(Table.objects.filter(pk=table.pk), state="{")
    run(SOON, SOON + 12 * HOUR, every=20 * MINUTE)
    assert statuses(anna) == ["queued"]
    assert not MailOutage.objects.exists()
    rewrite(Table.objects.filter(pk=table.pk), state=state)
    run(SOON + 12 * HOUR, SOON + 17 * HOUR, every=HOUR)
    assert statuses(anna) == ["sent"]


def test_a_server_that_refuses_a_mail_is_away_no_longer(table, anna, server):
    """A refusal ends an outage, because the server was reached."""
    ask(table, anna)
    mail_outage.note(ConnectionRefusedError("no"), NOW - HOUR)
    server.answers["BODY"] = "554 5.6.0 what is this"
    [delivery] = mailing.waiting(anna)
    deliveries.deliver(delivery_id=delivery.pk, now=SOON)
    assert (statuses(anna), MailOutage.objects.exists()) == (["queued"], False)
    [delivery] = mailing.waiting(anna)
    assert (delivery.started_at, delivery.uncertain) == (None, False)


def test_a_mail_that_cannot_be_made_ends_no_outage(table, anna):
    ask(table, anna)
    mail_outage.note(ConnectionRefusedError("no"), NOW - HOUR)
    rewrite(Table.objects.filter(pk=table.pk), state="{")
    [delivery] = mailing.waiting(anna)
    deliveries.deliver(delivery_id=delivery.pk, now=SOON)
    assert (statuses(anna), MailOutage.objects.exists()) == (["queued"], True)
