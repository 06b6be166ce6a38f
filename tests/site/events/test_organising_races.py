"""Organisers who act while players move, games end, rounds begin and end, or another organiser does the same."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from accounts.models import User
from tables.errors import Refusal
from tables.models import Entry, Event, EventNote, EventTable, Move, Seat, Table
from tables.services.archive.verify import verify_table
from tables.services.events import entering, organising
from tables.services.events.verifying import verify_event
from tables.services.play import moves
from tests.site import factories
from tests.site.events.running_events import DAY, advance, fresh, operator, play_event, started
from tests.site.events.test_event_races import advancing, is_whole
from tests.site.factories import NOW
from tests.site.play.test_services_races import at_once
from tests.stub_game.game import Choose

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("_stub_game")]
START = NOW + 7 * DAY
PAIRS: dict[str, Any] = {"round_count": 2, "game": "numbers", "options": {}}
Call = Callable[[], Any]


def acting(act: Callable[..., EventNote], event: Event, by: User | None = None, **more: Any) -> Call:
    """Return the act of an organiser, the host unless another one is named."""
    fields = {"event_id": event.pk, "by": by or event.host, "reason": "Illness", "now": START} | more
    return lambda: act(**fields)


def choosing(seat: Seat, number: int = 7, now: datetime = START) -> Call:
    """Return the only move of a seat in the game of one decision."""
    return lambda: moves.submit(
        table_id=seat.table_id,
        seat_id=seat.pk,
        key="choose",
        own_ply=0,
        actions=[Choose(number)],
        token="",
        via=Move.Via.PAGE,
        user_id=seat.user_id,
        now=now,
    )


def rows_of(event: Event) -> list[EventTable]:
    return list(EventTable.objects.filter(round__event=event).select_related("table").order_by("round", "position"))


def seats_of(row: EventTable) -> list[Seat]:
    return list(Seat.objects.filter(table=row.table).order_by("index"))


def refused(results: list[Any]) -> list[str]:
    """Return the codes of the calls that were refused."""
    return [str(each.code) for each in results if isinstance(each, Refusal)]


def ends_well(event: Event, now: datetime) -> None:
    """Play the event to its end, and check it with all its games."""
    event = play_event(fresh(event), now)
    assert event.stage == Event.Stage.OVER
    assert is_whole(event)
    assert verify_event(event) == []
    assert all(finding.ok for table in Table.objects.filter(event=event) for finding in verify_table(table))


@pytest.mark.parametrize("moment", [START, START + DAY], ids=["before the notice ends", "as it ends"])
def test_seats_are_exchanged_while_the_round_begins(moment: datetime) -> None:
    event, _people = started(4, notice_hours=24, **PAIRS)
    first, _second, third, _fourth = rows_of(event)
    one, other = (first.pk, first.players[0]), (third.pk, third.players[0])

    results = at_once(
        acting(organising.exchange, event, one=one, other=other, now=moment), *[advancing(event, START + DAY)] * 2
    )

    assert is_whole(event)
    notes = EventNote.objects.filter(event=event).count()
    assert notes == 1 - len(refused(results))
    assert set(refused(results)) <= {"round_open"}
    assert (rows_of(event)[0].players != first.drawn) == bool(notes)
    ends_well(event, START + DAY)


def test_two_organisers_exchange_the_same_seats() -> None:
    event, _people = started(4, notice_hours=24, **PAIRS)
    first, _second, third, _fourth = rows_of(event)
    one, other = (first.pk, first.players[0]), (third.pk, third.players[0])

    results = at_once(*[acting(organising.exchange, event, by, one=one, other=other) for by in (event.host, operator())])

    # The seats of the second organiser's form are no longer there.
    assert refused(results) == ["bad_exchange"]
    assert EventNote.objects.filter(event=event).count() == 1
    assert sorted(player for row in rows_of(event) for player in row.players) == [0, 0, 1, 1, 2, 2, 3, 3]
    ends_well(event, START + DAY)


@pytest.mark.parametrize("other", ["moves", "withdraws", "round"])
def test_a_player_is_replaced_meanwhile(other: str) -> None:
    event, _people = started(4, **PAIRS)
    row = rows_of(event)[0]
    mine, opponent = seats_of(row)
    entry, new = event.entries.get(user=mine.user_id), factories.person("New")
    assert mine.user is not None
    if other != "withdraws":
        choosing(opponent)()
    if other == "round":
        for seat in (seat for each in rows_of(event)[1:] for seat in seats_of(each)):
            choosing(seat)()
    gone: User = mine.user
    meanwhile: dict[str, list[Call]] = {
        "moves": [choosing(mine)],
        "withdraws": [lambda: entering.withdraw(event_id=event.pk, user=gone, now=START)],
        "round": [choosing(mine), advancing(event, START)],
    }

    results = at_once(acting(organising.replace, event, entry=entry.pk, name=str(new)), *meanwhile[other])

    # A withdrawal that was faster has already decided the game. The replaced player can move and withdraw no more.
    assert set(refused(results[:1])) <= ({"results_stand"} if other == "withdraws" else set())
    event = advance(fresh(event), START)
    replaced = EventNote.objects.filter(event=event, kind=EventNote.Kind.REPLACED).count()
    assert Entry.objects.filter(event=event, user=new).count() == replaced
    if replaced and other == "withdraws":
        assert not Table.objects.filter(event=event, status=Table.Status.ENDED).exists(), "the new player plays on"
    running = Seat.objects.filter(table__event=event, table__status=Table.Status.RUNNING)
    assert not running.filter(user=gone if replaced else new).exists()
    ends_well(event, START + DAY)


def test_two_organisers_replace_one_player_by_two_others() -> None:
    event, people = started(4, **PAIRS)
    entry = event.entries.get(user=people[0])
    new = [factories.person("New") for _organiser in range(2)]

    results = at_once(
        *[
            acting(organising.replace, event, by, entry=entry.pk, name=str(user))
            for by, user in zip((event.host, operator()), new, strict=True)
        ]
    )

    # One after the other, so the later one plays.
    assert refused(results) == []
    advance(event, START)
    holders = Seat.objects.filter(table__event=event, user__in=new).values_list("user", flat=True)
    assert set(holders) == {Entry.objects.get(pk=entry.pk).user_id}
    assert len(holders) == 2
    ends_well(event, START + DAY)


def test_one_person_replaces_only_one_of_two_players() -> None:
    event, people = started(6, **PAIRS)
    entries, new = [event.entries.get(user=user) for user in people[:2]], factories.person("New")

    results = at_once(
        *[
            acting(organising.replace, event, by, entry=entry.pk, name=str(new))
            for by, entry in zip((event.host, operator()), entries, strict=True)
        ]
    )

    assert len(refused(results)) == 1
    assert Entry.objects.filter(event=event, user=new).count() == 1
    ends_well(event, START + DAY)


def test_a_result_is_decided_while_the_last_move_comes() -> None:
    event, _people = started(4, **PAIRS)
    row = rows_of(event)[0]
    mine, opponent = seats_of(row)
    choosing(opponent, 9)()

    results = at_once(
        acting(organising.adjudicate, event, table=row.pk, places=(2, 1)),
        choosing(mine, 1),
        advancing(event, START),
    )

    # Either the move ended the game, or the organiser.
    assert len(refused(results)) == 1
    advance(event, START)
    row, notes = rows_of(event)[0], EventNote.objects.filter(event=event).count()
    assert row.adjudicated == bool(notes)
    assert row.table is not None
    assert row.table.ended_by == (Table.EndedBy.AGREED if notes else Table.EndedBy.FINISHED)
    assert row.places == [2, 1]
    ends_well(event, START + DAY)


def test_two_organisers_decide_a_result() -> None:
    event, _people = started(4, **PAIRS)
    row = rows_of(event)[0]

    results = at_once(
        *[
            acting(organising.adjudicate, event, by, table=row.pk, places=places)
            for by, places in ((event.host, (1, 2)), (operator(), (2, 1)))
        ]
    )

    assert refused(results) == ["ended"]
    ends_well(event, START + DAY)


def test_a_round_is_prolonged_while_it_ends() -> None:
    event, _people = started(4, **PAIRS)
    *others, last = [seat for row in rows_of(event) for seat in seats_of(row)]
    for seat in others:
        choosing(seat)()

    results = at_once(acting(organising.prolong, event, now=START), choosing(last), *[advancing(event, START)] * 2)

    assert set(refused(results)) <= {"no_round"}
    event = fresh(event)
    assert event.prolonged_days == EventNote.objects.filter(event=event).count() == 1 - len(refused(results))
    ends_well(event, START + DAY)


def test_an_overdue_round_is_not_prolonged() -> None:
    event, _people = started(4, **PAIRS)
    end = event.rounds.get().ends_at

    results = at_once(acting(organising.prolong, event, now=end), *[advancing(event, end)] * 2)

    assert refused(results) == ["no_round"]
    assert fresh(event).prolonged_days == 0
    ends_well(event, end + DAY)


@pytest.mark.parametrize("token", ["one-form-sent-twice", ""])
def test_two_organisers_prolong(token: str) -> None:
    event, _people = started(4, **PAIRS)
    end = event.rounds.get().ends_at

    at_once(*[acting(organising.prolong, event, event.host if token else by, token=token) for by in (event.host, operator())])

    days = 1 if token else 2
    assert fresh(event).prolonged_days == EventNote.objects.filter(event=event).count() == days
    assert event.rounds.get().ends_at == end + days * DAY
    ends_well(event, START + DAY)


def test_a_decided_result_is_decided_once_more_while_the_same_deal_is_opened() -> None:
    event, _people = started(4, same_deal=True, **PAIRS | {"round_count": 1})
    row = rows_of(event)[0]
    for seat in (seat for each in rows_of(event) for seat in seats_of(each)):
        choosing(seat)()

    deciding = acting(organising.adjudicate, event, table=row.pk, places=(2, 1))
    results = at_once(*[deciding] * 2, *[advancing(event, START)] * 2)

    assert refused(results) == ["ended"] * 2
    ends_well(event, START + DAY)
