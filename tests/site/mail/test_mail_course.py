"""Emails of a game from its start to its first missed deadline, played through the services."""

from datetime import timedelta

import pytest

from engines.contract import When
from tables.games.specimen import log
from tables.models import Decision, Move, Notification
from tables.selectors import coding
from tables.selectors.play import state
from tables.services import sweeping
from tables.services.lobby import tables
from tables.services.play import moves
from tests.site import mailing
from tests.site.mailing import GAME, NOW

pytestmark = [pytest.mark.django_db, pytest.mark.database]
SOON = timedelta(minutes=1)


@pytest.fixture
def people():
    return mailing.person("Anna"), mailing.person("Berto")


@pytest.fixture
def table(people):
    anna, berto = people
    opened = tables.create_table(tables.NewTable(game=GAME, seats=2, options={}, pace="day"), host=anna, word="a", now=NOW)
    return tables.join_table(table_id=opened.pk, user=berto, word="b", now=NOW)


def subjects(mails, user):
    return [mail.subject for mail in mails if mail.to == [user.email]]


def open_decision(table, user):
    found = Decision.objects.filter(table=table, seat__user=user, closed_at=None, answered_at=None)
    return found.exclude(when=When.MAY.value).order_by("pk").first()


def play_on(table, user, now):
    """Answer the user's first decision with its default move."""
    table.refresh_from_db()
    decision, seat = open_decision(table, user), mailing.seat_of(table, user)
    engine, seen = mailing.registry.engine(GAME), state.seen(table, seat)
    asked = next(each for each in engine.pending(seen.public) if (each.seat, each.key) == (seat.index, decision.key))
    moves.submit(
        table_id=table.pk,
        seat_id=seat.pk,
        key=decision.key,
        own_ply=seat.plies,
        actions=[engine.fallback(seen, asked)],
        token="",
        via=Move.Via.PAGE,
        user_id=user.pk,
        now=now,
    )


def test_a_start_is_one_mail_for_each_player(table, people):
    mails = mailing.work_off(NOW + SOON)
    for user in people:
        assert subjects(mails, user) == ["The game has begun and it’s your turn: Night Post"]


def test_a_player_who_answered_before_the_email_hears_only_of_the_start(table, people):
    anna, berto = people
    play_on(table, anna, NOW)
    mails = mailing.work_off(NOW + SOON)
    assert subjects(mails, anna) == ["The game has begun: Night Post"]
    assert subjects(mails, berto) == ["The game has begun and it’s your turn: Night Post"]


def test_one_reminder_when_four_fifths_of_the_time_are_over(table, people):
    anna, berto = people
    mailing.work_off(NOW + SOON)
    play_on(table, berto, NOW + SOON)
    mailing.work_off(NOW + 2 * SOON)
    remind_at = NOW + timedelta(hours=24) * 0.8
    sent = []
    for moment in (remind_at - SOON, remind_at, remind_at + SOON, remind_at + 30 * SOON):
        sweeping.Heartbeat.objects.update_or_create(name=sweeping.HEARTBEAT, defaults={"at": moment - SOON})
        sweeping.sweep(now=moment)
        sent += [(moment, mail.to) for mail in mailing.work_off(moment + SOON)]
    assert sent == [(remind_at, [anna.email])]


def test_a_missed_deadline_and_what_it_leads_to_are_one_mail(table, people):
    anna, berto = people
    mailing.work_off(NOW + SOON)
    play_on(table, berto, NOW + SOON)
    mailing.work_off(NOW + 2 * SOON)
    due_at = open_decision(table, anna).due_at
    sweeping.Heartbeat.objects.update_or_create(name=sweeping.HEARTBEAT, defaults={"at": due_at - SOON})
    sweeping.sweep(now=due_at)
    mails = [mail for mail in mailing.work_off(due_at + SOON) if mail.to == [anna.email]]
    assert [mail.subject for mail in mails] == ["Deadline missed: Night Post"]
    assert "so the site played the default move for you" in mails[0].body
    timed_out = Notification.objects.get(recipient=anna, kind="timed_out")
    assert table.moves.filter(key=timed_out.decision_key, via="deadline").exists()


def test_the_letters_somebody_was_dealt_stand_in_their_own_mail_alone(table, people):
    mails = mailing.work_off(NOW + SOON)
    dealt = {told.to: told.event for told in coding.events(GAME, table.moves.get(seq=0).events) if told.to is not None}
    for user in people:
        [mail] = [mail for mail in mails if mail.to == [user.email]]
        mine = log.sentence(dealt[(mailing.seat_of(table, user).index,)], "", [])
        assert [line.removeprefix("- ") for line in mail.body.splitlines() if "You are dealt:" in line] == [mine]
