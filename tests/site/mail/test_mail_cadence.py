"""Time of an email: the reader's choice, quiet hours, and presence on the site."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.core.cache import cache

from tables.models import Delivery, Rhythm
from tables.selectors.mail.cadence import Cadence, Kind, MailPreferences, last_digest, next_digest, sendable_at
from tables.selectors.play import presence
from tables.services.mail import choices, deliveries, notify, returning
from tests.site import mailing
from tests.site.mailing import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.database]
SOON = NOW + timedelta(minutes=1)
HOUR = timedelta(hours=1)
ROME = ZoneInfo("Europe/Rome")


@pytest.fixture
def anna():
    """Return a user in Rome, where it is half past six in the evening."""
    return mailing.person("Anna", time_zone="Europe/Rome")


@pytest.fixture
def table(anna):
    return mailing.running_table(anna, mailing.person("Berto"))


def another_table(anna):
    return mailing.running_table(anna, mailing.person("Carla"), name="Second")


def ask(table, user, *, now=NOW):
    notify.notify_turns(table=table, decisions=[mailing.decision_of(table, user)], now=now)


def choose(user, cadence, *kinds):
    choices.set_cadences(user_id=user.pk, cadences=dict.fromkeys(kinds or Kind, cadence), now=NOW)


def rhythm(user, **fields):
    Rhythm.objects.update_or_create(user=user, defaults=fields)


def look(client, user):
    client.force_login(user)
    client.get("/my/")


def at_rome(day, hour, minute=0):
    return datetime(2026, 3, day, hour, minute, tzinfo=ROME).astimezone(UTC)


# --- once a day -------------------------------------------------------------------------------------------------------


def test_the_daily_mail_waits_for_its_hour_in_its_readers_zone(table, anna):
    choose(anna, Cadence.DIGEST)
    ask(table, anna)
    assert mailing.work_off(SOON) == []
    [delivery] = mailing.waiting(anna)
    assert (delivery.status, delivery.attempts, delivery.next_at) == ("queued", 0, at_rome(5, 8))
    assert mailing.work_off(at_rome(5, 7, 59)) == []
    [sent] = mailing.work_off(at_rome(5, 8))
    assert sent.subject == "1 game is waiting for you"
    assert sent.to == [anna.email]


def test_the_daily_mail_is_one_for_all_tables_with_what_is_due_first_on_top(table, anna):
    choose(anna, Cadence.DIGEST)
    other = another_table(anna)
    decision = mailing.decision_of(other, anna)
    decision.due_at = NOW + 20 * HOUR
    decision.save(update_fields=["due_at"])
    ask(table, anna)
    ask(other, anna)
    notify.notify_started(table=table, now=NOW)
    [sent] = [each for each in mailing.work_off(at_rome(5, 8)) if each.to == [anna.email]]
    assert sent.subject == "2 games are waiting for you"
    assert sent.body.index("Second") < sent.body.index("== Night Post ==")
    assert "Thursday, 5 March 2026, 14:30 (CET)" in sent.body
    assert {delivery.status for delivery in mailing.waiting(anna)} == {"sent"}
    assert sent.message()["References"] != f"<table.{table.code}@127.0.0.1>"


def test_on_a_day_without_anything_left_to_tell_there_is_no_daily_mail(table, anna):
    choose(anna, Cadence.DIGEST)
    ask(table, anna)
    mailing.answer(mailing.decision_of(table, anna))
    assert mailing.work_off(at_rome(5, 8)) == []
    assert mailing.waiting(anna)[0].status == "dropped"


def test_a_daily_mail_that_failed_tells_later_what_is_true_then_and_leaves_newer_things_to_the_next(table, anna):
    choose(anna, Cadence.DIGEST)
    ask(table, anna)
    other = another_table(anna)
    ask(other, anna, now=at_rome(5, 9))
    Delivery.objects.filter(notification__table=table).update(next_at=at_rome(5, 10))
    [sent] = mailing.work_off(at_rome(5, 10))
    assert "Second" not in sent.body
    assert [delivery.next_at for delivery in mailing.waiting(anna)][1] == at_rome(6, 8)


def test_kinds_that_come_at_once_do_not_wait_for_the_daily_mail(table, anna):
    choose(anna, Cadence.DIGEST, Kind.STARTED)
    notify.notify_started(table=table, now=NOW)
    ask(table, anna)
    sent = [each.subject for each in mailing.work_off(SOON) if each.to == [anna.email]]
    assert sent == ["Choose a road: Night Post"]
    later = [each.subject for each in mailing.work_off(at_rome(5, 8)) if each.to == [anna.email]]
    assert later == ["1 game is waiting for you"]


def test_who_changes_their_mind_does_not_wait_for_the_hour_they_chose_before(table, anna):
    choose(anna, Cadence.DIGEST)
    ask(table, anna)
    mailing.work_off(SOON)
    choose(anna, Cadence.AT_ONCE)
    [sent] = mailing.work_off(SOON)
    assert sent.subject == "Choose a road: Night Post"


@pytest.mark.parametrize("hour", range(24))
def test_the_hour_is_the_same_local_hour_all_year(hour):
    """Summer time in Rome lasts from 29 March to 25 October 2026. A skipped hour becomes the next one."""
    preferences = MailPreferences(zone=ROME, digest_hour=hour)
    moment, found = datetime(2026, 3, 26, tzinfo=UTC), []
    for _day in range(230):
        moment = next_digest(preferences, moment)
        found.append(moment.astimezone(ROME))
    assert {each.hour for each in found} <= {hour, 3 if hour == 2 else hour}
    assert [b.date() - a.date() for a, b in pairwise(found)] == [timedelta(days=1)] * 229


def test_a_moment_lies_between_the_last_digest_and_the_next():
    preferences = MailPreferences(zone=ROME, digest_hour=8)
    for hours in range(24 * 8):
        moment = datetime(2026, 3, 26, tzinfo=UTC) + hours * HOUR
        assert last_digest(preferences, moment) <= moment < next_digest(preferences, moment)
        assert next_digest(preferences, last_digest(preferences, moment)) == next_digest(preferences, moment)


# --- one email until the next visit -----------------------------------------------------------------------------------


def test_after_one_mail_there_is_no_other_about_any_game_until_its_reader_is_back(table, anna, client):
    choose(anna, Cadence.ONCE)
    ask(table, anna)
    assert len(mailing.work_off(SOON)) == 1
    other = another_table(anna)
    ask(other, anna, now=SOON)
    notify.notify_started(table=other, now=SOON)
    assert [each for each in mailing.work_off(SOON + HOUR) if each.to == [anna.email]] == []
    assert mailing.waiting(anna)[1].error == "told once, not back since"


def test_who_has_been_back_is_written_to_again(table, anna, client, time_machine):
    choose(anna, Cadence.ONCE)
    ask(table, anna)
    mailing.work_off(SOON)
    time_machine.move_to(SOON + HOUR)
    look(client, anna)
    ask(another_table(anna), anna, now=SOON + HOUR)
    assert len(mailing.work_off(SOON + 2 * HOUR)) == 1


def test_a_look_at_the_site_right_after_the_mail_counts_however_recent_the_last_one(table, anna, client, time_machine):
    """A visit right after an email is recorded, even if the minimum interval since the last recorded visit is not over."""
    choose(anna, Cadence.ONCE)
    time_machine.move_to(SOON - timedelta(seconds=30))
    look(client, anna)
    ask(table, anna)
    mailing.work_off(SOON)
    time_machine.move_to(SOON + timedelta(seconds=30))
    look(client, anna)
    ask(another_table(anna), anna, now=SOON)
    assert len(mailing.work_off(SOON + HOUR)) == 1


def test_a_page_that_refreshes_itself_is_nobody_coming_back(table, anna, client, time_machine):
    choose(anna, Cadence.ONCE)
    ask(table, anna)
    mailing.work_off(SOON)
    time_machine.move_to(SOON + HOUR)
    client.force_login(anna)
    client.get(f"/t/{table.code}/?panel=x&seq=0", headers={"hx-request": "true"})
    ask(another_table(anna), anna, now=SOON + HOUR)
    assert mailing.work_off(SOON + 2 * HOUR) == []


def test_a_move_from_a_page_that_was_open_all_the_time_is(table, anna, client, time_machine):
    choose(anna, Cadence.ONCE)
    ask(table, anna)
    mailing.work_off(SOON)
    time_machine.move_to(SOON + HOUR)
    client.force_login(anna)
    client.post(f"/t/{table.code}/act/", {}, headers={"hx-request": "true"})
    ask(another_table(anna), anna, now=SOON + HOUR)
    assert len(mailing.work_off(SOON + 2 * HOUR)) == 1


def test_two_tables_at_the_same_moment_are_still_one_mail(table, anna):
    """Two tables at the same moment cause one email, even if two workers handle them."""
    choose(anna, Cadence.ONCE)
    ask(table, anna)
    ask(another_table(anna), anna)
    first, second = mailing.waiting(anna)
    Delivery.objects.filter(pk=first.pk).update(status="sending", claimed_at=SOON, attempts=1)
    assert deliveries.deliver(delivery_id=second.pk, now=SOON) == "queued"
    assert mail.outbox == []
    assert mailing.waiting(anna)[1].next_at == SOON + timedelta(minutes=1)


def test_kinds_with_another_cadence_are_not_held_back_by_it(table, anna):
    choose(anna, Cadence.ONCE, Kind.TURN)
    ask(table, anna)
    mailing.work_off(SOON)
    notify.notify_started(table=table, now=SOON)
    assert [each.subject for each in mailing.work_off(SOON + HOUR) if each.to == [anna.email]] == [
        "The game has begun: Night Post"
    ]


def test_how_often_looks_are_written_down(anna):
    rhythm(anna)
    for minutes in (0, 1, 3, 4, 5):
        returning.note(rhythm=Rhythm.objects.get(user=anna), now=NOW + timedelta(minutes=minutes))
    assert Rhythm.objects.get(user=anna).returned_at == NOW + timedelta(minutes=4)


# --- quiet hours ------------------------------------------------------------------------------------------------------

NIGHT = {"quiet_from": 22 * 60, "quiet_until": 7 * 60}


@pytest.mark.parametrize(("hour", "day"), [(22, 5), (23, 5), (0, 4), (6, 4)])
def test_what_falls_into_quiet_hours_goes_out_at_their_end(table, anna, hour, day):
    rhythm(anna, **NIGHT)
    moment = at_rome(4, hour, 30)
    mailing.Decision.objects.filter(table=table).update(due_at=moment + timedelta(days=2))
    ask(table, anna, now=moment)
    assert mailing.work_off(moment + timedelta(minutes=1)) == []
    assert mailing.work_off(at_rome(day, 6, 59)) == []
    assert len(mailing.work_off(at_rome(day, 7))) == 1


def test_a_reminder_too(table, anna):
    rhythm(anna, **NIGHT)
    decision = mailing.decision_of(table, anna)
    decision.remind_at = None
    decision.save(update_fields=["remind_at"])
    notify.notify_reminder(decision=decision, now=at_rome(4, 23))
    assert mailing.work_off(at_rome(5, 3)) == []
    assert len(mailing.work_off(at_rome(5, 7))) == 1


def test_outside_them_nothing_waits(table, anna):
    rhythm(anna, **NIGHT)
    ask(table, anna)
    assert len(mailing.work_off(SOON)) == 1


def test_a_daily_mail_whose_hour_lies_in_them_comes_at_their_end(anna):
    preferences = MailPreferences(zone=ROME, digest_hour=6, quiet=(22 * 60, 7 * 60), cadences={Kind.TURN: Cadence.DIGEST})
    assert sendable_at(preferences, Kind.TURN, event_at=at_rome(4, 12), now=at_rome(4, 12)) == at_rome(5, 7)


def test_a_mail_that_may_have_been_sent_is_not_sent_again_in_the_middle_of_the_night(table, anna):
    ask(table, anna, now=at_rome(4, 21, 50))
    Delivery.objects.update(status="sending", claimed_at=at_rome(4, 21, 55), started_at=at_rome(4, 21, 55), attempts=1)
    rhythm(anna, **NIGHT)
    assert mailing.work_off(at_rome(4, 22, 30)) == []
    assert len(mailing.work_off(at_rome(5, 7))) == 1
    assert mailing.waiting(anna)[0].uncertain


# --- presence on the site ---------------------------------------------------------------------------------------------


def be_here(table, user, now):
    presence.others_present(table.pulse, user.pk, now)


def test_the_page_of_its_table_keeps_a_mail_back_for_ten_minutes_at_most(table, anna):
    ask(table, anna)
    sent = []
    for minutes in range(0, 30, 3):
        be_here(table, anna, NOW + timedelta(minutes=minutes))
        sent += [minutes] * len(mailing.work_off(NOW + timedelta(minutes=minutes)))
    assert sent == [12]


def test_a_player_who_closes_the_table_gets_the_email_at_the_next_look(table, anna):
    be_here(table, anna, NOW)
    ask(table, anna)
    assert mailing.work_off(NOW) == []
    assert len(mailing.work_off(NOW + deliveries.HERE_AGAIN)) == 1


def test_an_answer_on_the_open_page_makes_the_mail_needless(table, anna):
    be_here(table, anna, NOW)
    ask(table, anna)
    assert mailing.work_off(NOW) == []
    mailing.answer(mailing.decision_of(table, anna))
    assert mailing.work_off(NOW + HOUR) == []


def test_the_page_of_another_table_keeps_no_mail_back_unless_its_owner_chose_that(table, anna):
    be_here(another_table(anna), anna, SOON)
    ask(table, anna)
    assert len(mailing.work_off(SOON)) == 1


def test_who_chose_that_gets_the_mail_when_they_have_left(table, anna):
    rhythm(anna, quiet_while_here=True)
    ask(table, anna)
    be_here(another_table(anna), anna, SOON)
    assert mailing.work_off(SOON) == []
    assert len(mailing.work_off(SOON + deliveries.HERE_AGAIN)) == 1


def test_a_forgotten_window_keeps_a_mail_back_for_an_hour_at_most(table, anna):
    rhythm(anna, quiet_while_here=True)
    ask(table, anna)
    sent = []
    for minutes in range(0, 90, 3):
        be_here(table, anna, NOW + timedelta(minutes=minutes))
        sent += [minutes] * len(mailing.work_off(NOW + timedelta(minutes=minutes)))
    assert sent == [60]


def test_nobody_is_here_while_the_cache_is_down(table, anna):
    rhythm(anna, quiet_while_here=True)
    be_here(table, anna, SOON)
    cache.clear()
    ask(table, anna)
    assert len(mailing.work_off(SOON)) == 1


def test_what_a_sweep_asks_does_not_grow_with_what_is_put_off(table, anna, django_assert_num_queries):
    choose(anna, Cadence.DIGEST)
    for number in range(5):
        ask(mailing.running_table(anna, mailing.person(f"Carla {number}")), anna)
    mailing.work_off(SOON)
    with django_assert_num_queries(1):
        assert deliveries.queue_due(now=SOON + HOUR) == 0
