"""``manage.py verify_events``: sound events pass, and every kind of corrupted row is found."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from accounts import leaving
from tables.models import Entry, Event, EventNote, EventRound, EventTable, Seat
from tables.services.events import entering, organising
from tables.services.events.verifying import verify_event
from tests.site.events.running_events import DAY, advance, fresh, operator, play_event, started
from tests.site.factories import NOW, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_stub_game")]
STUB = {"game": "numbers", "options": {}}
CUP = {"format": "cup", "seats": 3, "round_count": 2} | STUB


@pytest.fixture
def cup() -> Event:
    """Cup of eight players and two rounds that is over."""
    event, _people = started(8, **CUP)
    return play_event(event, NOW + 8 * DAY)


def _exchange(event: Event) -> None:
    first, second = EventTable.objects.filter(round__event=event, round__number=0).order_by("pk")[:2]
    first.players[0], second.players[0] = second.players[0], first.players[0]
    first.save()
    second.save()


def _rows(event: Event) -> EventTable:
    return EventTable.objects.filter(round__event=event).order_by("pk")[0]


def _change(event: Event, **columns: object) -> None:
    row = _rows(event)
    for name, value in columns.items():
        setattr(row, name, value)
    row.save()


def _rounds(event: Event, **columns: object) -> None:
    EventRound.objects.filter(event=event, number=1).update(**columns)


def _swap_ranks(event: Event) -> None:
    Entry.objects.filter(event=event, rank=1).update(rank=9)
    Entry.objects.filter(event=event, rank=2).update(rank=1)
    Entry.objects.filter(event=event, rank=9).update(rank=2)


def _costs(event: Event) -> None:
    row = EventRound.objects.get(event=event, number=1)
    tables = EventTable.objects.filter(round=row)
    row.costs = [[min(pair), max(pair), 50] for each in tables for pair in zip(each.players, each.players[1:], strict=False)]
    row.save()


FAULTS: dict[str, tuple[Callable[[Event], object], str]] = {
    "number": (lambda event: event.entries.filter(number=3).update(strength=9), "numbered by strength"),
    "division": (lambda event: event.entries.filter(number=6).update(division=1), "without divisions"),
    "draw": (lambda event: _change(event, drawn=_rows(event).drawn[::-1]), "not those of the draw"),
    "seats": (_exchange, "exchanged without a note"),
    "byes": (lambda event: _rounds(event, byes=[0, 1]), "byes are not"),
    "left": (lambda event: _rounds(event, left=[2]), "had withdrawn"),
    "costs": (_costs, "not those of the draw"),
    "round": (lambda event: _rounds(event, number=5), "missing or doubled"),
    "table": (lambda event: _rows(event).delete(), "missing or doubled"),
    "places": (lambda event: _change(event, places=[3, 3, 3, 3]), "not that of the game"),
    "shape": (lambda event: _change(event, places=[1]), "cannot be computed"),
    "points": (lambda event: _change(event, points=[0, 0, 0, 0]), "not that of the game"),
    "gone": (lambda event: _change(event, gone=[_rows(event).players[0]]), "not those of the result"),
    "no result": (lambda event: _change(event, places=[], points=[]), "although its round has ended"),
    "no game": (lambda event: _change(event, table=None), "no game has ended"),
    "holder": (lambda event: Seat.objects.filter(table=_rows(event).table, index=0).update(user=operator()), "sit on seat 0"),
    "rank": (_swap_ranks, "has rank"),
    "end": (lambda event: Event.objects.filter(pk=event.pk).update(stage="running"), "before the end"),
    "hashes": (lambda event: _rounds(event, commitments=["00"]), "hashes"),
}


def _misses(fault: str, event: Event) -> bool:
    """Return whether the check misses a fault. The rows are as before afterwards."""
    corrupt, words = FAULTS[fault]
    with transaction.atomic():
        corrupt(event)
        found = verify_event(fresh(event))
        transaction.set_rollback(True)
    return not any(words in each for each in found)


def test_every_kind_of_corrupted_row_is_found(cup: Event) -> None:
    assert verify_event(cup) == []

    assert [fault for fault in FAULTS if _misses(fault, cup)] == []


def test_the_command_names_events_with_faults(cup: Event) -> None:
    said, errors = StringIO(), StringIO()
    call_command("verify_events", stdout=said)
    assert "events verified: 1" in said.getvalue()

    _swap_ranks(cup)

    with pytest.raises(CommandError, match=cup.code):
        call_command("verify_events", cup.code, stderr=errors)
    assert "has rank" in errors.getvalue()
    with pytest.raises(CommandError, match="no started event"):
        call_command("verify_events", "nowhere")


def test_withdrawals_replacements_and_deleted_accounts_stay_verifiable() -> None:
    event, people = started(8, **CUP)
    entering.withdraw(event_id=event.pk, user=people[0], now=NOW + 8 * DAY)
    other = person("Newcomer")
    entry = Entry.objects.get(event=event, user=people[1])
    organising.replace(
        event_id=event.pk, by=operator(), entry=entry.pk, name=other.display_name, reason="ill", now=NOW + 8 * DAY
    )

    event = play_event(event, NOW + 9 * DAY, most=1)
    event = advance(event, NOW + 12 * DAY)
    entering.withdraw(event_id=event.pk, user=people[2], now=NOW + 13 * DAY)
    event = play_event(event, NOW + 14 * DAY)
    assert event.stage == Event.Stage.OVER
    for user in (people[0], people[3], other):
        leaving.delete_account(user_id=user.pk, now=NOW + 30 * DAY)

    assert verify_event(event) == []
    assert EventNote.objects.filter(event=event).count() == 3


def test_promotions_of_a_season_are_recomputed() -> None:
    event, people = started(18, format="season", seats=3, round_count=0, **STUB)
    event = play_event(event, event.closes_at)
    following = event.followed_by
    for user in people[1:]:
        entering.enter(event_id=following.pk, user=user, now=event.ended_at)
    following = advance(following, following.closes_at)
    assert {entry.division for entry in following.entries.all()} == {0, 1}
    assert verify_event(following) == []
    leaving.delete_account(user_id=people[5].pk, now=following.closes_at + timedelta(days=1))
    assert verify_event(fresh(following)) == []

    moved = following.entries.filter(division=0).order_by("number")[0]
    following.entries.filter(pk=moved.pk).update(division=1)

    assert any("do not follow" in found for found in verify_event(fresh(following)))
