"""Whole events through the services: draws, tables, results, ends of rounds and standings."""

from collections import Counter
from datetime import timedelta

import pytest

from tables.models import Entry, Event, EventRound, EventTable, Table
from tables.services.events import entering
from tests.site.events.running_events import (
    DAY,
    advance,
    let_stewards_play,
    open_event,
    play_event,
    play_tables,
    started,
    with_players,
)
from tests.site.factories import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_stub_game")]
STUB = {"game": "numbers", "options": {}}
IN_THREES = {"format": "cup", "seats": 3, "round_count": 2} | STUB


@pytest.mark.parametrize(
    ("players", "setup"),
    [
        (3, {"format": "match", "seats": 2, "round_count": 3}),
        (12, {"format": "match", "seats": 2, "round_count": 2} | STUB),
        (5, {"format": "knockout", "seats": 2} | STUB),
        (9, {"format": "cup", "seats": 3, "round_count": 1} | STUB),
        (7, {"format": "cup", "seats": 4, "round_count": 2, "least": 4} | STUB),
        (11, {"format": "cup", "seats": 5, "round_count": 2, "least": 5} | STUB),
        (10, {"format": "season", "seats": 3, "round_count": 0} | STUB),
        (17, {"format": "season", "seats": 4, "round_count": 0, "least": 4} | STUB),
        (9, {"format": "groups", "seats": 3, "round_count": 0, "group_count": 3, "least": 9} | STUB),
        (14, {"format": "groups", "seats": 4, "round_count": 0, "group_count": 3, "least": 12} | STUB),
        (12, {"format": "groups", "seats": 5, "round_count": 0, "group_count": 2, "least": 10} | STUB),
    ],
    ids=lambda value: value["format"] if isinstance(value, dict) else str(value),
)
def test_an_event_runs_to_its_end_by_itself(players: int, setup: dict[str, object]) -> None:
    event, _people = started(players, **setup)

    event = play_event(event, event.closes_at)

    assert event.stage == Event.Stage.OVER
    divisions = Counter(Entry.objects.filter(event=event).values_list("division", flat=True))
    expected = [(number, rank) for number, size in sorted(divisions.items()) for rank in range(1, size + 1)]
    assert sorted(Entry.objects.filter(event=event).values_list("division", "rank")) == expected
    assert not EventTable.objects.filter(round__event=event, places=[]).exists()
    assert not EventRound.objects.filter(event=event, ended_at=None).exists()


def test_an_event_with_too_few_players_is_cancelled() -> None:
    event = open_event(least=4)
    with_players(event, 3)

    assert advance(event, event.closes_at - timedelta(minutes=1)).stage == Event.Stage.OPEN
    assert advance(event, event.closes_at).stage == Event.Stage.CANCELLED
    assert not Table.objects.filter(event=event).exists()


def test_a_round_ends_on_its_date_although_nobody_plays() -> None:
    event, _people = started(2, round_count=1, least=2)
    drawn = EventRound.objects.get(event=event)
    moment = drawn.ends_at

    for _minute in range(10):
        event = advance(event, moment)
        let_stewards_play(event)
        moment += timedelta(minutes=1)

    assert event.stage == Event.Stage.OVER
    assert event.ended_at is not None
    assert event.ended_at <= drawn.ends_at + timedelta(minutes=10)


def test_a_player_who_withdraws_gets_nothing_there_and_the_others_count() -> None:
    event, people = started(6, **IN_THREES)
    first = people[0]
    # The tables below are played from NOW on.

    entering.withdraw(event_id=event.pk, user=first, now=NOW)
    entering.withdraw(event_id=event.pk, user=first, now=NOW)
    event = play_event(event, NOW + 9 * DAY)

    assert event.stage == Event.Stage.OVER
    entry = Entry.objects.get(event=event, user=first)
    rows = [each for each in EventTable.objects.filter(round__event=event) if entry.number in each.players]
    assert [each.round.number for each in rows] == [0]
    assert rows[0].gone == [entry.number]
    assert entry.rank == 6


def test_a_game_that_ended_before_a_withdrawal_has_its_result_by_then() -> None:
    event, people = started(6, **IN_THREES)
    play_tables(event)

    entering.withdraw(event_id=event.pk, user=people[0], now=NOW + 9 * DAY)

    rows = EventTable.objects.filter(round__event=event)
    assert [bool(row.places) and not row.gone for row in rows] == [True, True]


def test_the_steward_plays_on_where_nobody_is_left() -> None:
    event, people = started(3, **IN_THREES | {"round_count": 1})

    for user in people:
        entering.withdraw(event_id=event.pk, user=user, now=NOW + 8 * DAY)
    let_stewards_play(event)

    table = Table.objects.get(event=event)
    assert table.ended_by == Table.EndedBy.FINISHED
    assert advance(event, NOW + 9 * DAY).stage == Event.Stage.OVER
