"""``manage.py verify_events``: sound events pass, and every kind of corrupted row is found."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from accounts import leaving
from tables import paces
from tables.clock import PACES
from tables.models import Entry, Event, EventNote, EventRound, EventTable, Seat, Table
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


def _rounds_saved(event: Event, **columns: object) -> None:
    row = EventRound.objects.get(event=event, number=1)
    for name, value in columns.items():
        setattr(row, name, value)
    row.save()


def _event(event: Event, **columns: object) -> None:
    Event.objects.filter(pk=event.pk).update(**columns)


def _note(event: Event, kind: str, **facts: object) -> None:
    user = event.entries.get(number=0).user
    EventNote.objects.create(event=event, kind=kind, user=user, facts=facts, at=NOW)


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
    "deals": (lambda event: _rounds_saved(event, deals=["00" * 32]), "same deal"),
    "same deal": (lambda event: _event(event, same_deal=True), "same deal"),
    "stage": (lambda event: _event(event, stage="open"), "its stage is open"),
    "started": (lambda event: _event(event, started_at=None), "did not start after"),
    "closes": (lambda event: _event(event, closes_at=NOW + 90 * DAY), "did not start after"),
    "created": (lambda event: _event(event, created_at=NOW + 90 * DAY), "did not start after"),
    "due": (lambda event: _event(event, due_at=NOW), "does not fit its stage"),
    "ended": (lambda event: _event(event, ended_at=NOW), "ended before its last round"),
    "prolonged": (lambda event: _event(event, prolonged_days=1), "other days"),
    "notice": (lambda event: _event(event, notice_hours=12), "after the notice"),
    "round days": (lambda event: _event(event, round_days=20), "its end does not follow"),
    "seats each": (lambda event: _event(event, seats=2), "not those of the draw"),
    "rounds": (lambda event: _event(event, round_count=1), "over before it"),
    "format": (lambda event: _event(event, format="groups", group_count=2), "not those of the draw"),
    "pace": (lambda event: _event(event, pace=paces.to_text(PACES["week"])), "decision_minutes is not"),
    "absences": (lambda event: _event(event, absence_days=0), "absences is not"),
    "game": (lambda event: _event(event, game="specimen"), "cannot be computed"),
    "least": (lambda event: _event(event, least=9), "too few or too many"),
    "most": (lambda event: _event(event, most=7), "too few or too many"),
    "follows": (lambda event: _event(event, follows=event), "follows another"),
    "drawn": (lambda event: _rounds(event, drawn_at=NOW), "before the last round had ended"),
    "begins": (lambda event: _rounds(event, begins_at=NOW), "after the notice"),
    "ends": (lambda event: _rounds(event, ends_at=NOW + 60 * DAY), "its end does not follow"),
    "round ended": (lambda event: _rounds(event, ended_at=NOW), "ended before its begin"),
    "round open": (lambda event: _rounds(event, ended_at=None), "ended before its last round"),
    "joined": (lambda event: event.entries.filter(number=7).update(joined_at=NOW + 9 * DAY), "after the end of signing up"),
    "left at": (lambda event: event.entries.filter(number=6).update(left_at=NOW), "without a note"),
    "note": (lambda event: _note(event, EventNote.Kind.WITHDREW), "but has not withdrawn"),
    "adjudicated": (lambda event: _change(event, adjudicated=True), "decided without a note"),
    "event": (lambda event: Table.objects.filter(event=event).update(event=None), "table of another event"),
    "rated": (lambda event: Table.objects.filter(event=event).update(rated=False), "rated is not"),
    "withheld": (lambda event: Table.objects.filter(event=event).update(is_withheld=True), "withheld"),
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


def test_notes_of_earlier_versions_without_facts_are_no_fault() -> None:
    event, people = started(8, **CUP)
    entry = Entry.objects.get(event=event, user=people[1])
    newcomer = person("Newcomer")
    organising.replace(
        event_id=event.pk, by=operator(), entry=entry.pk, name=newcomer.display_name, reason="ill", now=NOW + 8 * DAY
    )
    EventNote.objects.filter(event=event).update(facts={})
    assert verify_event(fresh(event)) == []

    event.rounds.update(byes=[0])

    assert any("byes are not those of the draw" in found for found in verify_event(fresh(event)))


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


def test_promotions_are_recomputed_although_several_players_were_replaced() -> None:
    event, people = started(18, format="season", seats=3, round_count=0, **STUB)
    event = play_event(event, event.closes_at)
    following = event.followed_by
    newcomer = person("Newcomer")
    for user in [*people[1:], newcomer]:
        entering.enter(event_id=following.pk, user=user, now=event.ended_at)
    following = advance(following, following.closes_at)
    entries = {user: following.entries.get(user=user) for user in (people[3], people[11], newcomer)}
    host = operator()
    for entry in entries.values():
        for _time in range(2):
            fields = {"by": host, "name": str(person("Substitute")), "reason": "ill", "now": following.started_at}
            organising.replace(event_id=following.pk, entry=entry.pk, **fields)
    leaving.delete_account(user_id=people[11].pk, now=following.closes_at + DAY)

    assert verify_event(fresh(following)) == []

    for entry in entries.values():
        Entry.objects.filter(pk=entry.pk).update(division=1 - entry.division)
        assert any("do not follow" in found for found in verify_event(fresh(following)))
        Entry.objects.filter(pk=entry.pk).update(division=entry.division)


def test_what_an_organiser_did_is_computed_again_from_the_notes() -> None:
    event, _people = started(4, notice_hours=24, **{"format": "match", "round_count": 2} | STUB)
    start = event.started_at
    first, _second, third, _fourth = EventTable.objects.filter(round__event=event).order_by("position")
    act = {"event_id": event.pk, "by": event.host, "reason": "Family"}
    organising.exchange(one=(first.pk, first.players[0]), other=(third.pk, third.players[0]), now=start, **act)
    event = advance(event, start + DAY)
    organising.adjudicate(table=first.pk, places=(2, 1), now=start + DAY, **act)
    organising.prolong(now=start + 2 * DAY, **act)
    event = play_event(event, start + 2 * DAY)
    assert event.stage == Event.Stage.OVER
    assert verify_event(event) == []

    for columns, words in (
        ({"places": [1, 2]}, "without a note"),
        ({"adjudicated": False}, "not marked"),
        ({"players": first.drawn}, "exchanged"),
    ):
        with transaction.atomic():
            EventTable.objects.filter(pk=first.pk).update(**columns)
            assert any(words in found for found in verify_event(fresh(event))), columns
            transaction.set_rollback(True)
