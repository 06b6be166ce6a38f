"""Emails at least 15 minutes apart, in which several games share an email.

The first email comes straight away, and urgent news does not wait.
"""

from datetime import timedelta
from itertools import pairwise

import pytest
from django.core import mail

from tables.mail.letter import ANSWERS_OF_EACH
from tables.models import Decision, Delivery, Table
from tables.selectors.mail import gathering
from tables.services.mail import notify
from tests.site import factories, keeping, mailing
from tests.site.mailing import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.database]
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


@pytest.fixture
@keeping.kept
def anna():
    return mailing.person("Anna")


@pytest.fixture
@keeping.kept
def tables(anna):
    return [mailing.running_table(anna, mailing.person(name), name=f"Via {name}") for name in ("Berto", "Carla", "Dario")]


def ask(table, user, now):
    decision = mailing.decision_of(table, user)
    decision.asked_at = now
    notify.notify_turns(table=table, decisions=[decision], now=now)


def run(until, since=NOW):
    """Deliver the due emails every minute. Return the time of each email, in minutes since ``NOW``."""
    sent, moment = [], since
    while moment <= until:
        sent += [(moment - NOW) // MINUTE] * len(mailing.work_off(moment))
        moment += MINUTE
    return sent


def test_what_comes_soon_after_a_letter_goes_out_in_one_a_quarter_of_an_hour_later(tables, anna):
    ask(tables[0], anna, NOW)
    assert len(mailing.work_off(NOW + MINUTE)) == 1
    ask(tables[1], anna, NOW + 3 * MINUTE)
    ask(tables[2], anna, NOW + 9 * MINUTE)
    assert run(NOW + HOUR, since=NOW + 9 * MINUTE) == [16]
    first, second = mail.outbox
    assert first.subject == "Choose a road: Night Post “Via Berto”"
    assert second.subject == "2 games are waiting for you"
    assert all(f"Via {name}" in second.body for name in ("Carla", "Dario"))
    assert second.body.count("Decide by") == 2
    assert "because you play at these tables" in second.body
    assert set(Delivery.objects.values_list("status", flat=True)) == {"sent"}


def test_what_is_asked_at_one_moment_at_several_tables_is_one_letter(tables, anna):
    for table in tables:
        ask(table, anna, NOW)
    assert run(NOW + HOUR) == [1]
    assert mail.outbox[0].subject == "3 games are waiting for you"


def test_what_is_answered_while_it_waits_is_not_told(tables, anna):
    ask(tables[0], anna, NOW)
    mailing.work_off(NOW + MINUTE)
    ask(tables[1], anna, NOW + 2 * MINUTE)
    ask(tables[2], anna, NOW + 2 * MINUTE)
    mailing.answer(mailing.decision_of(tables[1], anna))
    assert run(NOW + HOUR, since=NOW + 2 * MINUTE) == [16]
    assert mail.outbox[-1].subject == "Choose a road: Night Post “Via Dario”"


def test_a_reminder_and_a_table_of_a_quick_pace_wait_for_nothing(tables, anna):
    ask(tables[0], anna, NOW)
    assert len(mailing.work_off(NOW + MINUTE)) == 1
    Decision.objects.update(remind_at=NOW)
    notify.notify_reminder(decision=mailing.decision_of(tables[1], anna), now=NOW + MINUTE)
    assert len(mailing.work_off(NOW + 2 * MINUTE)) == 1
    Table.objects.filter(pk=tables[2].pk).update(decision_minutes=60, reply_minutes=60)
    ask(mailing.decision_of(tables[2], anna).table, anna, NOW + 3 * MINUTE)
    assert len(mailing.work_off(NOW + 4 * MINUTE)) == 1


def test_an_afternoon_at_two_tables_makes_few_letters(tables, anna):
    """An afternoon at two tables causes at most 12 emails. A new decision comes every six minutes and is made after four."""
    sent = []
    for number in range(30):
        now, table = NOW + number * 6 * MINUTE, tables[number % 2]
        Decision.objects.filter(table=table, seat__user=anna).update(answered_at=None, closed_at=None, key=f"round/{number}")
        ask(table, anna, now)
        sent += run(now + 3 * MINUTE, since=now)
        mailing.answer(mailing.decision_of(table, anna), at=now + 4 * MINUTE)
        sent += run(now + 5 * MINUTE, since=now + 4 * MINUTE)
    assert len(sent) <= 12
    assert all(later - earlier >= 15 for earlier, later in pairwise(sent))


def test_a_letter_of_a_clock_that_ran_ahead_holds_back_no_other(tables, anna):
    ask(tables[0], anna, NOW)
    assert len(mailing.work_off(NOW + 2 * HOUR)) == 1
    ask(tables[1], anna, NOW + 2 * MINUTE)
    assert len(mailing.work_off(NOW + 4 * MINUTE)) == 1


def test_each_of_several_tables_offers_a_few_answers_and_leads_to_all(anna):
    people = [mailing.person(name) for name in ("Berto", "Carla")]
    for other in people:
        factories.running_table(anna, other, game="gonzaga", now=NOW)
    assert run(NOW + HOUR) == [1] * len(mail.outbox)
    (sent,) = [each for each in mail.outbox if each.to == [anna.email]]
    offered = [line for line in sent.body.splitlines() if "Seal the plan" in line]
    assert len(offered) == 2 * ANSWERS_OF_EACH
    assert sent.body.count("All choices") == 2
    page = sent.alternatives[0].content
    assert page.count(">All choices</a>") == 2


def test_the_more_letters_there_were_within_a_day_the_longer_the_next_one_waits(tables, anna):
    """Each further email within a day waits longer, but at most a third of the shortest time for an answer."""
    day, short = tables[0], Table(decision_minutes=5 * 60, reply_minutes=5 * 60)
    sent = [NOW]
    for rung in gathering.LADDER:
        at = gathering.next_at(sent, day, event_at=sent[0])
        assert at - sent[0] == min(rung, gathering.shortest(day) / gathering.SHARE)
        sent = [at, *sent]
    assert gathering.next_at(sent, short, event_at=sent[0]) == sent[0] + timedelta(hours=5) / 3
    assert gathering.next_at([], day, event_at=NOW) is None


def test_what_waits_for_different_lengths_of_time_is_one_letter(tables, anna):
    """Tables with different delays share one email, sent when the first of them is due."""
    Table.objects.filter(pk=tables[1].pk).update(decision_minutes=240, reply_minutes=240)
    for number in range(2):
        ask(tables[0], anna, NOW + number * 20 * MINUTE)
        run(NOW + (number + 1) * 20 * MINUTE, since=NOW + number * 20 * MINUTE)
        Decision.objects.filter(table=tables[0], seat__user=anna).update(key=f"round/{number}")
    assert len(mail.outbox) == 2
    ask(tables[2], anna, NOW + 41 * MINUTE)
    ask(mailing.decision_of(tables[1], anna).table, anna, NOW + 42 * MINUTE)
    assert run(NOW + 4 * HOUR, since=NOW + 41 * MINUTE) == [122]
    assert mail.outbox[-1].subject == "2 games are waiting for you"
