"""deliveries.py: emails are sent once, tried again after a failure, and dropped if obsolete."""

from datetime import timedelta
from io import StringIO
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.core.management import call_command

from tables.mail.compose import compose
from tables.models import Decision, Delivery, Table
from tables.selectors.mail import gathering
from tables.selectors.mail.cadence import Cadence, Kind
from tables.services.mail import choices, deliveries, notify
from tests.rows import rewrite
from tests.site import mailing
from tests.site.mailing import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.database]
SOON = NOW + timedelta(minutes=1)


@pytest.fixture
def anna():
    return mailing.person("Anna")


@pytest.fixture
def table(anna):
    return mailing.running_table(anna, mailing.person("Berto"))


def ask(table, user, *, now=NOW):
    notify.notify_turns(table=table, decisions=[mailing.decision_of(table, user)], now=now)


def further_decision(table, user, key):
    first = mailing.decision_of(table, user)
    return Decision.objects.create(
        table=table, seat=first.seat, key=key, kind=first.kind, when="now", asked_at=NOW, due_at=NOW + timedelta(days=2)
    )


@pytest.fixture
def post(monkeypatch):
    """Return a list. Sending an email removes the first error from the list and raises it."""
    troubles = []
    send = EmailBackend.send_messages

    def send_messages(self, messages):
        if troubles:
            raise troubles.pop(0)
        return send(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send_messages)
    return troubles


def test_a_mail_is_sent_once_however_often_the_queue_says_so(table, anna):
    ask(table, anna)
    [delivery] = mailing.waiting(anna)
    first = deliveries.deliver(delivery_id=delivery.pk, now=SOON)
    again = deliveries.deliver(delivery_id=delivery.pk, now=SOON)
    assert (first, again, len(mail.outbox)) == ("sent", None, 1)
    assert mail.outbox[0].to == [anna.email]


def test_an_unknown_delivery_is_nobodys_business():
    assert deliveries.deliver(delivery_id=4711, now=NOW) is None


def test_a_question_answered_meanwhile_is_not_mailed(table, anna):
    ask(table, anna)
    mailing.answer(mailing.decision_of(table, anna))
    assert mailing.work_off(SOON) == []
    [delivery] = mailing.waiting(anna)
    assert (delivery.status, delivery.error) == ("dropped", "answered meanwhile")
    assert delivery.notification.superseded_at == SOON


def test_a_burst_of_automatic_moves_makes_one_mail_about_what_is_left(table, anna):
    ask(table, anna)
    for key in ("chain/1", "chain/2", "chain/3"):
        decision = further_decision(table, anna, key)
        notify.notify_turns(table=table, decisions=[decision], now=NOW)
        if key != "chain/3":
            mailing.answer(decision)
    mailing.answer(mailing.decision_of(table, anna))
    assert len(mailing.work_off(SOON)) == 1
    assert [delivery.status for delivery in mailing.waiting(anna)] == ["dropped", "dropped", "dropped", "sent"]


def test_several_open_questions_at_one_table_are_one_mail(table, anna):
    ask(table, anna)
    notify.notify_turns(table=table, decisions=[further_decision(table, anna, "reply/1")], now=NOW)
    [sent] = mailing.work_off(SOON)
    assert "2 decisions" in sent.body
    assert {delivery.status for delivery in mailing.waiting(anna)} == {"sent"}


def test_a_game_that_begins_with_my_turn_is_one_mail(table, anna):
    notify.notify_started(table=table, now=NOW)
    ask(table, anna)
    mine = [sent for sent in mailing.work_off(SOON) if sent.to == [anna.email]]
    assert [sent.subject for sent in mine] == ["The game has begun and it’s your turn: Night Post"]


def test_tables_share_a_mail_that_shows_each_of_them(table, anna):
    other = mailing.running_table(anna, mailing.person("Carla"), name="Second")
    ask(table, anna)
    ask(other, anna)
    (sent,) = mailing.work_off(SOON)
    assert sent.body.count("Go to the table:") == 2


def test_a_mail_that_fails_is_tried_again_later_and_the_fault_is_kept(table, anna, post):
    ask(table, anna)
    post.append(SMTPServerDisconnected("gone"))
    assert mailing.work_off(SOON) == []
    [delivery] = mailing.waiting(anna)
    assert (delivery.status, delivery.attempts, delivery.error) == ("queued", 0, "SMTPServerDisconnected: gone")
    assert delivery.next_at == SOON + timedelta(minutes=1)
    assert len(mailing.work_off(SOON + timedelta(seconds=59))) == 0
    assert len(mailing.work_off(SOON + timedelta(minutes=1))) == 1
    assert mailing.waiting(anna)[0].error == ""


def test_an_address_that_does_not_exist_is_not_tried_again(table, anna, post):
    ask(table, anna)
    post.append(SMTPRecipientsRefused({anna.email: (550, b"no such user")}))
    mailing.work_off(SOON)
    assert mailing.waiting(anna)[0].status == "failed"


def test_a_retry_tells_what_is_true_then_and_never_old_news(table, anna, post):
    """A retry sends current news only. The first question has been answered between the failure and the retry."""
    ask(table, anna)
    post.append(SMTPServerDisconnected("gone"))
    mailing.work_off(SOON)
    mailing.answer(mailing.decision_of(table, anna))
    second = further_decision(table, anna, "later/1")
    notify.notify_turns(table=table, decisions=[second], now=SOON)
    assert len(mailing.work_off(SOON + timedelta(minutes=5))) == 1
    assert mailing.work_off(SOON + timedelta(hours=5)) == []
    assert [delivery.status for delivery in mailing.waiting(anna)] == ["dropped", "sent"]


def test_news_that_could_not_be_sent_travels_with_the_next_mail_and_not_after_it(table, anna, post):
    notify.notify_timed_out(table=table, seat=mailing.seat_of(table, anna), decision_key="x/1", now=NOW)
    post.append(SMTPDataError(451, b"not now"))
    mailing.work_off(SOON)
    ask(table, anna, now=SOON)
    turn = mailing.waiting(anna)[1]
    deliveries.deliver(delivery_id=turn.pk, now=SOON + notify.SETTLE)
    assert [sent.subject for sent in mail.outbox] == ["Deadline missed: Night Post"]
    assert mailing.work_off(SOON + timedelta(hours=5)) == []


def test_a_worker_that_died_leaves_its_mail_to_the_next(table, anna):
    ask(table, anna)
    [delivery] = mailing.waiting(anna)
    Delivery.objects.filter(pk=delivery.pk).update(status="sending", claimed_at=SOON, attempts=1)
    assert mailing.work_off(SOON + deliveries.LEASE - timedelta(seconds=1)) == []
    assert len(mailing.work_off(SOON + deliveries.LEASE)) == 1


def test_what_may_have_been_sent_keeps_its_name_and_newer_things_go_into_a_mail_of_their_own(table, anna):
    """An email that may have been sent keeps its Message-ID, and later news goes into another email.

    Mail programs show emails with the same Message-ID only once. One of the two decisions in the first email has been answered.
    """
    ask(table, anna)
    notify.notify_turns(table=table, decisions=[further_decision(table, anna, "reply/1")], now=NOW)
    first, second = mailing.waiting(anna)
    named = compose([first.notification, second.notification], now=SOON).extra_headers["Message-ID"]
    Delivery.objects.update(status="sending", claimed_at=SOON, started_at=SOON, attempts=1)
    mailing.answer(Decision.objects.get(key="reply/1"))
    notify.notify_turns(table=table, decisions=[further_decision(table, anna, "later/1")], now=SOON)
    [again] = mailing.work_off(SOON + deliveries.LEASE)
    [newer] = mailing.work_off(SOON + deliveries.LEASE + gathering.APART)
    assert again.extra_headers["Message-ID"] == named != newer.extra_headers["Message-ID"]
    assert [(each.status, each.uncertain) for each in mailing.waiting(anna)] == [
        ("sent", True),
        ("dropped", True),
        ("sent", False),
    ]


def test_a_mail_that_kills_every_worker_is_given_up(table, anna):
    ask(table, anna)
    Delivery.objects.update(status="sending", claimed_at=NOW, attempts=deliveries.MAX_ATTEMPTS)
    assert mailing.work_off(SOON + deliveries.LEASE) == []
    assert mailing.waiting(anna)[0].status == "failed"


def test_a_table_whose_mail_cannot_be_made_does_not_stop_the_others(table, anna):
    other = mailing.running_table(anna, mailing.person("Carla"))
    ask(table, anna)
    ask(other, anna)
    rewrite(Table.objects.filter(pk=table.pk), state="{")
    (sent,) = mailing.work_off(SOON)
    assert [delivery.status for delivery in mailing.waiting(anna)] == ["sent", "sent"]
    assert all(f"/t/{each.code}/" in sent.body for each in (table, other))
    assert sent.body.count("Decide by") == 1


def test_a_mail_about_a_table_that_cannot_be_read_alone_waits_until_it_can(table, anna):
    ask(table, anna)
    rewrite(Table.objects.filter(pk=table.pk), state="{")
    assert mailing.work_off(SOON) == []
    assert [delivery.status for delivery in mailing.waiting(anna)] == ["queued"]


def test_nothing_is_said_about_a_table_in_quarantine(table, anna):
    ask(table, anna)
    Table.objects.filter(pk=table.pk).update(quarantined_at=NOW)
    assert mailing.work_off(SOON) == []


def test_a_seat_that_changed_hands_is_not_mailed_to_its_old_holder(table, anna):
    ask(table, anna)
    table.seats.filter(user=anna).update(user=mailing.person("Dora"))
    assert mailing.work_off(SOON) == []


def test_refused_kinds_are_not_sent_even_if_they_were_queued(table, anna):
    ask(table, anna)
    choices.set_cadences(user_id=anna.pk, cadences={Kind.TURN: Cadence.NEVER}, now=NOW)
    assert mailing.work_off(SOON) == []
    assert mailing.waiting(anna)[0].error == "not wanted"


def test_somebody_who_looks_at_the_table_is_mailed_all_the_same(table, anna, client):
    """An email is sent even if the user has just opened a page, because an open page does not prove that the user is there."""
    client.force_login(anna)
    ask(table, anna)
    client.get("/mail/")
    assert len(mailing.work_off(SOON)) == 1


def test_the_sweep_finds_what_was_not_published_but_does_not_repeat_itself(table, anna):
    ask(table, anna)
    assert deliveries.queue_due(now=NOW) == 0
    assert deliveries.queue_due(now=SOON) == 1
    assert deliveries.queue_due(now=SOON + timedelta(minutes=1)) == 0
    assert deliveries.queue_due(now=SOON + timedelta(minutes=5)) == 1


def run(*arguments):
    out = StringIO()
    call_command("notifications", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_lists_shows_and_tries_again(table, anna, post):
    ask(table, anna)
    post.append(SMTPRecipientsRefused({anna.email: (550, b"no such user")}))
    mailing.work_off(SOON)
    [delivery] = mailing.waiting(anna)
    assert f"turn:{table.code}" in run("list", "--status", "failed")
    assert "Subject: Choose a road: Night Post" in run("show", str(delivery.pk))
    assert "queued again" not in run("retry", "--failed", "--dry-run")
    assert mailing.waiting(anna)[0].status == "failed"
    assert "1 queued again." in run("retry", "--failed")
    assert mailing.waiting(anna)[0].status == "queued"
    assert mail.outbox == []


def test_the_command_says_why_a_mail_would_not_be_sent(table, anna):
    ask(table, anna)
    mailing.answer(mailing.decision_of(table, anna))
    assert "answered meanwhile" in run("show", str(mailing.waiting(anna)[0].pk))


@pytest.fixture
def while_connecting(monkeypatch):
    """Return a list for a function that runs when the next worker opens its connection, just before it sends an email."""
    waiting = []
    opened = EmailBackend.open

    def open_line(self):
        if waiting:
            waiting.pop()()
        return opened(self)

    monkeypatch.setattr(EmailBackend, "open", open_line)
    return waiting


def test_a_worker_paused_for_longer_than_its_lease_sends_nothing_when_it_wakes(table, anna, while_connecting):
    ask(table, anna)
    [delivery] = mailing.waiting(anna)
    later = SOON + deliveries.LEASE
    while_connecting.append(lambda: deliveries.deliver(delivery_id=delivery.pk, now=later))
    deliveries.deliver(delivery_id=delivery.pk, now=SOON)
    assert len(mail.outbox) == 1
    [delivery] = mailing.waiting(anna)
    assert (delivery.status, delivery.uncertain, delivery.sent_at) == ("sent", False, later)


def test_nor_does_it_if_somebody_else_is_at_it_just_now(table, anna, while_connecting):
    ask(table, anna)
    notify.notify_started(table=table, now=NOW)
    first, second = mailing.waiting(anna)

    def taken():
        Delivery.objects.filter(pk=second.pk).update(claim="another", claimed_at=SOON + deliveries.LEASE)

    while_connecting.append(taken)
    deliveries.deliver(delivery_id=first.pk, now=SOON)
    assert mail.outbox == []
    first, second = mailing.waiting(anna)
    assert (first.status, first.started_at) == ("queued", None)
    assert (second.status, second.claim, second.started_at) == ("sending", "another", None)


def test_who_lost_the_mail_does_not_say_what_became_of_it(table, anna, while_connecting):
    """A worker that lost its claim records no result. Its connection breaks long after another worker has sent the email."""
    ask(table, anna)
    [delivery] = mailing.waiting(anna)

    def meanwhile():
        deliveries.deliver(delivery_id=delivery.pk, now=SOON + deliveries.LEASE)
        raise ConnectionResetError("gone")

    while_connecting.append(meanwhile)
    deliveries.deliver(delivery_id=delivery.pk, now=SOON)
    assert ([delivery.status for delivery in mailing.waiting(anna)], len(mail.outbox)) == (["sent"], 1)


def test_paused_after_it_began_the_mail_is_marked_and_sent_again_under_its_name(table, anna, monkeypatch):
    ask(table, anna)
    [delivery] = mailing.waiting(anna)
    send, paused = EmailBackend.send_messages, [True]

    def send_messages(self, messages):
        if paused.pop() if paused else False:
            deliveries.deliver(delivery_id=delivery.pk, now=SOON + deliveries.LEASE)
        return send(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send_messages)
    deliveries.deliver(delivery_id=delivery.pk, now=SOON)
    first, second = mail.outbox
    assert first.extra_headers["Message-ID"] == second.extra_headers["Message-ID"]
    [delivery] = mailing.waiting(anna)
    assert (delivery.status, delivery.uncertain) == ("sent", True)
