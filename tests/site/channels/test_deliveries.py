"""Deliveries to webhooks: content, time, retries and limits, independently of emails and other webhooks."""

import hashlib
import hmac
from datetime import timedelta

import pytest
from django.core import mail
from django.core.cache import cache

from tables.models import Delivery, MailChoice, Rhythm, Webhook
from tables.selectors.mail.mailing import open_invitations
from tables.selectors.play import presence
from tables.services.channels import deliveries, health
from tables.services.mail import choices, families, notify
from tables.services.mail import deliveries as mails
from tests.site import mailing
from tests.site.mailing import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.database]
SOON = NOW + timedelta(minutes=1)
Kind = notify.Kind


@pytest.fixture
def anna():
    return mailing.person("Anna")


@pytest.fixture
def table(anna):
    return mailing.running_table(anna, mailing.person("Berto"), name="Night <Post>")


@pytest.fixture
def hook(anna, receiver):
    return hook_of(anna, receiver.url)


def hook_of(user, url, **fields):
    return Webhook.objects.create(**{"owner": user, "kind": "json", "url": url, "secret": "s3", "made_at": NOW, **fields})


def ask(table, user, *, now=NOW):
    notify.notify_turns(table=table, decisions=[mailing.decision_of(table, user)], now=now)


def told(hook):
    """Return the deliveries of this webhook, oldest first."""
    return list(Delivery.objects.filter(channel=f"hook:{hook.pk}").order_by("pk"))


def work_off(now):
    for pk in deliveries.due_deliveries(now).order_by("pk").values_list("pk", flat=True):
        deliveries.tell(delivery_id=pk, now=now)


def test_a_turn_is_told_by_mail_and_by_every_way(table, anna, hook, receiver):
    second = hook_of(anna, f"{receiver.url}/second")
    ask(table, anna)
    ask(table, anna)
    assert [each.channel for each in mailing.waiting(anna)] == ["email", f"hook:{hook.pk}", f"hook:{second.pk}"]
    assert len(mailing.work_off(SOON)) == 1
    assert receiver.posted == []
    work_off(SOON)
    assert [posted.path for posted in receiver.posted] == ["/", "/second"]
    assert len(mail.outbox) == 1
    assert {each.status for each in mailing.waiting(anna)} == {"sent"}
    assert Webhook.objects.get(pk=hook.pk).taken_at == SOON


def test_what_is_told_is_signed_and_says_what_all_may_know(table, anna, hook, receiver):
    ask(table, anna)
    work_off(SOON)
    [posted] = receiver.posted
    stamp, code = (part.partition("=")[2] for part in posted.headers["staffetta-signature"].split(","))
    assert int(stamp) == int(SOON.timestamp())
    assert hmac.new(b"s3", f"{stamp}.".encode() + posted.body, hashlib.sha256).hexdigest() == code
    body = posted.json
    due = mailing.decision_of(table, anna).due_at
    assert (body["version"], body["kinds"], body["table"], body["game"]) == (1, ["turn"], table.code, table.game)
    assert body["due_at"] == due.isoformat()
    assert body["url"].endswith(f"/t/{table.code}/")
    assert "Night <Post>" in body["title"]
    assert body["id"] == f"notification.{told(hook)[0].notification_id}"


def test_it_speaks_the_language_of_its_owner(receiver):
    carla = mailing.person("Carla", language="it")
    table = mailing.running_table(carla, mailing.person("Berto"))
    hook_of(carla, receiver.url)
    ask(table, carla)
    work_off(SOON)
    assert receiver.posted[0].json["language"] == "it"
    assert "You are asked" not in receiver.posted[0].body.decode()


def test_it_is_told_once_however_often_the_queue_says_so(table, anna, hook, receiver):
    ask(table, anna)
    [delivery] = told(hook)
    assert deliveries.tell(delivery_id=delivery.pk, now=SOON) == "sent"
    assert deliveries.tell(delivery_id=delivery.pk, now=SOON) is None
    assert len(receiver.posted) == 1


def test_a_mail_is_none_of_its_business_nor_the_other_way_round(table, anna, hook, receiver):
    ask(table, anna)
    by_mail, by_hook = mailing.waiting(anna)
    assert deliveries.tell(delivery_id=by_mail.pk, now=SOON) is None
    assert mails.deliver(delivery_id=by_hook.pk, now=SOON) is None
    assert (receiver.posted, mail.outbox) == ([], [])
    assert set(mails.due_deliveries(SOON)) == {by_mail}
    assert set(deliveries.due_deliveries(SOON)) == {by_hook}


def test_a_game_that_begins_with_my_turn_is_one_message(table, anna, hook, receiver):
    notify.notify_started(table=table, now=NOW)
    ask(table, anna)
    work_off(SOON)
    assert [posted.json["kinds"] for posted in receiver.posted] == [["started", "turn"]]
    assert {each.status for each in told(hook)} == {"sent"}


def test_a_question_answered_meanwhile_is_not_told(table, anna, hook, receiver):
    ask(table, anna)
    mailing.answer(mailing.decision_of(table, anna))
    work_off(SOON)
    assert ([each.status for each in told(hook)], receiver.posted) == (["dropped"], [])


def test_what_is_not_wanted_there_is_not_even_written_down(table, anna, hook):
    choices.set_cadences(
        user_id=anna.pk, cadences={Kind.TURN: MailChoice.Cadence.NEVER}, channel=MailChoice.Channel.WEBHOOK, now=NOW
    )
    ask(table, anna)
    notify.notify_started(table=table, now=NOW)
    assert [each.notification.kind for each in told(hook)] == ["started"]
    assert [each.channel for each in mailing.waiting(anna)].count("email") == 2


def test_mail_may_be_unwanted_where_the_hook_is_not(table, anna, hook, receiver):
    choices.set_cadences(user_id=anna.pk, cadences={Kind.TURN: MailChoice.Cadence.NEVER}, now=NOW)
    ask(table, anna)
    assert mailing.work_off(SOON) == []
    work_off(SOON)
    assert len(receiver.posted) == 1


def test_one_choice_changed_later_counts(table, anna, hook, receiver):
    ask(table, anna)
    choices.set_cadences(
        user_id=anna.pk, cadences={Kind.TURN: MailChoice.Cadence.NEVER}, channel=MailChoice.Channel.WEBHOOK, now=NOW
    )
    work_off(SOON)
    assert (receiver.posted, told(hook)[0].error) == ([], "not wanted")


def test_quiet_hours_hold_for_every_way(table, anna, hook, receiver):
    Rhythm.objects.create(user=anna, quiet_from=17 * 60, quiet_until=20 * 60)
    ask(table, anna)
    work_off(SOON)
    assert (receiver.posted, told(hook)[0].next_at) == ([], NOW.replace(hour=20, minute=0))
    work_off(NOW.replace(hour=20, minute=1))
    assert len(receiver.posted) == 1


def test_nothing_is_told_of_the_table_that_is_open_in_front_of_somebody(table, anna, hook, receiver):
    cache.set(presence._key(table.pulse), {anna.pk: SOON.timestamp()}, 60)
    ask(table, anna)
    work_off(SOON)
    assert (receiver.posted, told(hook)[0].status) == ([], "queued")
    cache.delete(presence._key(table.pulse))
    work_off(SOON + timedelta(minutes=4))
    assert len(receiver.posted) == 1


def test_what_is_not_taken_is_tried_again_ever_more_seldom(table, anna, hook, receiver):
    ask(table, anna)
    now, rests = SOON, []
    for _time in range(4):
        receiver.answer(503)
        work_off(now)
        hook.refresh_from_db()
        rests.append(hook.next_at - now)
        now = hook.next_at
    assert rests == [timedelta(minutes=minutes) for minutes in (1, 1, 2, 4)]
    assert (hook.error, hook.failing_since, told(hook)[0].error) == ("busy 503", SOON, "busy 503")
    work_off(now)
    hook.refresh_from_db()
    assert (hook.error, hook.failing_since, hook.next_at, told(hook)[0].status) == ("", None, None, "sent")


def test_a_server_that_asks_to_wait_is_left_alone(table, anna, hook, receiver):
    ask(table, anna)
    receiver.answer(429, Retry_After="600")
    work_off(SOON)
    hook.refresh_from_db()
    assert hook.next_at == SOON + timedelta(minutes=10)
    notify.notify_finished(table=table, now=SOON)
    work_off(SOON + timedelta(minutes=5))
    assert len(receiver.posted) == 1


def test_one_that_fails_holds_up_no_other(table, anna, hook, receiver):
    hook_of(anna, "http://localhost:9/nobody-there", label="broken")
    ask(table, anna)
    work_off(SOON)
    assert len(receiver.posted) == 1
    assert len(mailing.work_off(SOON)) == 1
    assert sorted(each.status for each in mailing.waiting(anna)) == ["queued", "sent", "sent"]
    assert mailing.waiting(anna)[-1].error == "away"


def test_a_hook_that_fails_for_days_turns_itself_off(table, anna, hook, receiver):
    ask(table, anna)
    Webhook.objects.filter(pk=hook.pk).update(failing_since=SOON - health.GIVE_UP)
    receiver.answer(404)
    work_off(SOON)
    hook.refresh_from_db()
    assert (hook.off_at, hook.error, told(hook)[0].status) == (SOON, "gone 404", "failed")
    notify.notify_finished(table=table, now=SOON)
    assert len(told(hook)) == 1


def test_a_hook_that_is_gone_or_off_tells_nothing_any_more(table, anna, hook, receiver):
    ask(table, anna)
    notify.notify_finished(table=table, now=NOW)
    Webhook.objects.filter(pk=hook.pk).update(off_at=NOW)
    first, second = told(hook)
    assert deliveries.tell(delivery_id=first.pk, now=SOON) == "dropped"
    hook.delete()
    assert deliveries.tell(delivery_id=second.pk, now=SOON) == "dropped"
    assert receiver.posted == []


def test_a_worker_that_died_before_it_spoke_has_said_nothing(table, anna, hook, receiver):
    ask(table, anna)
    Delivery.objects.filter(pk=told(hook)[0].pk).update(status="sending", claimed_at=SOON, claim="dead", attempts=1)
    work_off(SOON + timedelta(minutes=9))
    assert receiver.posted == []
    work_off(SOON + timedelta(minutes=11))
    assert (len(receiver.posted), told(hook)[0].uncertain) == (1, False)


def test_a_worker_that_died_when_it_may_have_spoken_says_it_again_under_the_same_name(table, anna, hook, receiver):
    ask(table, anna)
    first = told(hook)[0]
    died = {"status": "sending", "claimed_at": SOON, "claim": "dead", "attempts": 1, "started_at": SOON}
    Delivery.objects.filter(pk=first.pk).update(**died)
    notify.notify_reminder(decision=mailing.decision_of(table, anna), now=SOON)
    Delivery.objects.filter(pk=told(hook)[1].pk).update(status="dropped")
    work_off(SOON + timedelta(minutes=11))
    assert [posted.json["id"] for posted in receiver.posted] == [f"notification.{first.notification_id}"]
    assert told(hook)[0].uncertain


@pytest.mark.parametrize(("status", "uncertain"), [(0, True), (500, False)])
def test_where_a_line_breaks_without_an_answer_it_may_have_been_told(table, anna, hook, receiver, status, uncertain):
    ask(table, anna)
    receiver.answer(status)
    work_off(SOON)
    refused = told(hook)[0]
    assert (len(receiver.posted), refused.status) == (1, "queued")
    assert (refused.uncertain, refused.started_at is not None) == (uncertain, uncertain)


def test_what_may_have_been_told_stays_so_whatever_comes_after(table, anna, hook, receiver):
    """A message that may have arrived stays marked as uncertain, even if the next try fails."""
    ask(table, anna)
    died = {"status": "sending", "claimed_at": SOON, "claim": "dead", "attempts": 1, "started_at": SOON}
    Delivery.objects.filter(pk=told(hook)[0].pk).update(**died)
    receiver.answer(500)
    work_off(SOON + timedelta(minutes=11))
    refused = told(hook)[0]
    assert (refused.status, refused.uncertain, refused.started_at) == ("queued", True, SOON)


def test_one_that_takes_its_worker_along_is_given_up(table, anna, hook, receiver):
    ask(table, anna)
    Delivery.objects.filter(pk=told(hook)[0].pk).update(status="sending", claimed_at=NOW, claim="dead", attempts=10)
    work_off(NOW + timedelta(minutes=11))
    assert (receiver.posted, told(hook)[0].status) == ([], "failed")


def test_others_can_cause_only_so_much(anna, hook, receiver):
    """Mentioning somebody costs a player nothing, so the messages to the mentioned user are limited."""
    berto = mailing.person("Berto")
    for _number in range(deliveries.FREE_MOST + 2):
        other = mailing.running_table(anna, berto)
        notify._notify(Kind.MENTION, other, [notify._News(mailing.seat_of(other, anna), f"mention:{other.code}:1")], NOW)
    for seconds, delivery in enumerate(told(hook)):
        deliveries.tell(delivery_id=delivery.pk, now=SOON + timedelta(seconds=seconds))
    assert len(receiver.posted) == deliveries.FREE_MOST
    work_off(SOON + deliveries.FREE_SPAN + timedelta(minutes=1))
    assert len(receiver.posted) == deliveries.FREE_MOST + 2


def test_somebody_whose_account_sleeps_is_told_nothing(table, anna, hook, receiver):
    ask(table, anna)
    anna.is_active = False
    anna.save()
    work_off(SOON)
    assert (receiver.posted, told(hook)[0].error) == ([], "no account")


def test_nothing_secret_is_logged(table, anna, receiver, caplog):
    hook = hook_of(anna, f"{receiver.url}/very-secret", secret="hush")
    ask(table, anna)
    receiver.answer(500, b"very-secret hush")
    work_off(SOON)
    assert caplog.text
    for text in (caplog.text, str(hook), repr(hook), told(hook)[0].error):
        assert "very-secret" not in text
        assert "hush" not in text


def test_the_sweep_finds_what_was_not_published(table, anna, hook):
    ask(table, anna)
    assert deliveries.queue_due(now=SOON) == 1
    assert deliveries.queue_due(now=SOON) == 0
    assert mails.queue_due(now=SOON) == 1


def test_every_way_has_its_own_task(table, anna, hook, receiver, eager, mailoutbox, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        ask(table, anna)
    assert len(receiver.posted) == 1
    assert [letter.to for letter in mailoutbox] == [[anna.email]]


def test_one_question_is_asked_of_the_database_for_all_ways_of_all_people(table, anna, hook, django_assert_num_queries):
    with django_assert_num_queries(1):
        found = families.wanted({anna.pk, anna.pk + 1}, Kind.TURN)
    assert found == [(anna.pk, f"hook:{hook.pk}")]


def test_an_invitation_is_told_though_no_mail_is_wanted_and_stays_open(anna, hook, receiver):
    choices.set_cadences(user_id=anna.pk, cadences={Kind.INVITATION: MailChoice.Cadence.NEVER}, now=NOW)
    table = mailing.running_table(mailing.person("Berto"), mailing.person("Carla"), status="waiting")
    notify.notify_invited(table=table, user=anna, now=NOW)
    assert mailing.work_off(SOON) == []
    assert [invitation.table for invitation in open_invitations(anna)] == [table]
    work_off(SOON)
    assert [posted.json["kinds"] for posted in receiver.posted] == [["invitation"]]
