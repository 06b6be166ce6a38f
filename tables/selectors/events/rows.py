"""Stored events as the pure formats of ``engines.events`` read them."""

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Prefetch, QuerySet

from config.database import statements
from engines.events import event as formats
from engines.events.pairs import Pair
from engines.events.standings import Result
from tables.models import Entry, Event, EventRound, EventTable, Table

# Rating of a player whose account is gone, for the order of the draws of a later season.
UNKNOWN = 0.0
OWN = [field.attname for field in EventTable._meta.concrete_fields]


@dataclass(frozen=True)
class Division:
    """Division of a season, or a whole event of another format, with its players and rounds in order."""

    event: Event
    number: int
    entries: Sequence[Entry]
    rounds: Sequence[EventRound]

    @property
    def setup(self) -> formats.Setup:
        """Format as the engine reads it."""
        return setup_of(self.event)

    @cached_property
    def competition(self) -> formats.Event:
        """Engine's event after the rounds so far, without the players who have withdrawn by now."""
        left = frozenset(number for entry in self.entries if entry.left_at and (number := entry.number) is not None)
        return self._competition(self.rounds, left)

    def before(self, number: int) -> formats.Event:
        """Return the engine's event before the draw of a round, from 0. It had no table running then."""
        drawn = self.rounds[number]
        return self._competition(self.rounds[:number], frozenset(drawn.left))

    @property
    def secret(self) -> bytes:
        """Secret seed of the draws of this division."""
        return hmac.digest(self.event.secret, f"division {self.number}".encode(), "sha256")

    def entry(self, number: int) -> Entry:
        """Return the entry of a player by their number. Raises KeyError."""
        return self._by_number[number]

    @cached_property
    def _by_number(self) -> Mapping[int, Entry]:
        return {entry.number: entry for entry in self.entries if entry.number is not None}

    def _competition(self, rounds: Sequence[EventRound], left: frozenset[int]) -> formats.Event:
        players = tuple(number for entry in self.entries if (number := entry.number) is not None)
        times = {entry.number: at for entry in self.entries if (at := entry.left_at) and entry.number in left}
        withdrawals = tuple(sorted((number for number in times if number is not None), key=lambda each: (times[each], each)))
        return formats.Event(self.setup, players, bytes.fromhex(self.event.seed), tuple(map(_round, rounds)), left, withdrawals)


def setup_of(event: Event) -> formats.Setup:
    """Return the format of an event as the engine reads it."""
    return formats.Setup(event.format, event.seats, event.round_count, event.group_count)  # type: ignore[arg-type]  # a choice of the column


def divisions(event: Event, *, shows_withheld: bool = True, everybody: Sequence[Entry] | None = None) -> Sequence[Division]:
    """Return the divisions of a started event, the highest first; an event of another format has one.

    Rounds have their tables fetched, with few columns of their games. Without ``shows_withheld``, running rounds with the same
    deal have no results. ``everybody`` are the entries of the event, if the caller has fetched them.
    """
    entries = [entry for entry in (entries_of(event) if everybody is None else everybody) if entry.number is not None]
    entries.sort(key=lambda entry: entry.number or 0)
    rounds = list(event.rounds.order_by("number").prefetch_related(Prefetch("tables", _tables())))
    for row in (row for drawn in rounds if drawn.is_withheld for row in drawn.tables.all()):
        if not shows_withheld:
            row.places, row.points = [], []
    numbers = sorted({entry.division or 0 for entry in entries})
    return [
        Division(
            event,
            number,
            [entry for entry in entries if (entry.division or 0) == number],
            [drawn for drawn in rounds if drawn.division == number],
        )
        for number in numbers
    ]


def entries_of(event: Event) -> list[Entry]:
    """Return the players of an event with their users, in the order of signing up."""
    entries = _entries(event.pk)
    for entry in entries:
        entry.event = event
    return entries


@statements.read
def _entries(event: int) -> QuerySet[Entry]:
    return Entry.objects.filter(event=event).select_related("user").order_by("joined_at", "pk")


def round_of(table: Table) -> EventRound | None:
    """Return the round of a table with its event, without their secrets, or None."""
    rounds = EventRound.objects.select_related("event").defer("costs", "deals", "event__secret")
    return rounds.filter(tables__table=table.pk).first()


def tables_in_order(drawn: EventRound) -> Sequence[EventTable]:
    """Return the tables of a round in the order in which they were drawn."""
    return sorted(drawn.tables.all(), key=lambda row: row.position)


def leg_of(event: Event, row: EventTable) -> int | None:
    """Return which of the two tables of a pair this is, from 0; the second has the seats exchanged. None outside pairs."""
    return row.position % 2 if event.seats == 2 else None


def pairs_of(costs: Sequence[Sequence[int]]) -> Mapping[Pair, int]:
    """Return the costs of pairs from the stored rows (one player, the other, the cost)."""
    return {(one, other): cost for one, other, cost in costs}


def _round(drawn: EventRound) -> formats.Round:
    rows = tables_in_order(drawn)
    return formats.Round(tuple(tuple(row.players) for row in rows), tuple(drawn.byes), tuple(map(result_of_row, rows)))


def _tables() -> QuerySet[EventTable]:
    """Return tables of rounds with what decides who may open their games, and how these stand."""
    columns = ("code", "status", "visibility", "is_withheld", "event_id")
    return EventTable.objects.select_related("table").only(*OWN, *(f"table__{name}" for name in columns)).order_by("position")


def result_of_row(row: EventTable) -> Result | None:
    """Return the result of a table, or None while it is played."""
    if not row.places:
        return None
    return Result(tuple(row.players), tuple(row.places), tuple(row.points), tuple(row.gone))
