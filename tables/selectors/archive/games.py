"""Queries for finished games: read access, and replays step by step."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db.models import Q, QuerySet

from engines import registry
from engines.contract import Engine, EngineError, Seen, State, Step, Told, view
from tables.models import Move, Table
from tables.selectors import coding
from tables.selectors.archive import course, roots
from tables.selectors.archive.course import Course
from tables.selectors.archive.roots import Keys
from tables.selectors.clubs import clubs


def archived_tables(user: Any) -> QuerySet[Table]:
    """Return every disclosed game this user may read; tables that never started are left out.

    These are public games, games with a seat of theirs (also practice), games at their screen, and games of their clubs.
    """
    ended = Table.objects.disclosed()
    public = Q(visibility=Table.Visibility.PUBLIC, practice=False)
    if not user.is_authenticated:
        return ended.filter(public)
    at_screen = Q(hot_seat=True, host=user.pk)
    return ended.filter(public | Q(pk__in=user.seats.values("table")) | at_screen | Q(club__in=clubs.ids_of(user.pk)))


_TABLE = (
    "code",
    "game",
    "version",
    "options",
    "seat_count",
    "rotates",
    "deal",
    "secret",
    "roots",
    "commitment",
    "seq",
    "status",
    "ended_by",
    "state",
    "outcome",
)
_SEAT = ("position", "index", "word", "score")
_MOVE = ("seq", "key", "kind", "action", "events", "draws", "sealed", "salt", "receipt")


class Unplayable(Exception):
    """Error: the rules cannot replay a record, usually because its rows were changed from outside."""


@dataclass(frozen=True)
class Replayed:
    """Finished game at one step.

    ``state`` may be shown in full, since the game is over. ``events`` are those of the step itself, public and private.
    """

    engine: Engine
    state: State[Any, Any, Any]
    move: Move
    events: tuple[Told[Any], ...]
    course: Course

    def seen(self, seat: int | None) -> Seen[Any, Any]:
        """Return the position as this seat saw it; None is a spectator."""
        return view(self.state, seat)


def with_everybody(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Return the same tables with all past and present players of their seats."""
    return tables.prefetch_related("seats__user", "seats__tenures__user")


def finished_table(pk: int) -> Table:
    """Return a table with all past and present players of its seats."""
    return with_everybody(Table.objects.filter(pk=pk)).get()


def moves_of(table: Table) -> list[Move]:
    """Return the moves of a record with their players, without events, which a replay creates itself."""
    moves = table.moves.select_related("seat", "user").defer("events", "seat__notes", "seat__seen_public")
    return list(moves.order_by("seq"))


def replayed_to_its_end(table: Table) -> Replayed | None:
    """Return a finished game at its last position, its seats loaded; None if its record cannot be replayed."""
    moves = moves_of(table)
    try:
        return replay(table, moves, len(moves) - 1)
    except Unplayable:
        return None


def words_in_order(table: Table) -> list[str]:
    """Return the players' words for the shuffle, in order of joining."""
    return [seat.word for seat in sorted(table.seats.all(), key=lambda seat: seat.position)]


def keys_of(table: Table) -> Keys:
    """Return the keys of a game. Its own key is public once it has ended; for the others see ``roots.are_public``."""
    return roots.keys_of(table, words_in_order(table))


def fingerprint(table: Table, moves: Sequence[Move]) -> str:
    """Return a SHA-256 fingerprint of a game's whole record: its deal, moves and end."""
    seats = sorted(table.seats.all(), key=lambda seat: seat.position)
    index_of = {seat.pk: seat.index for seat in seats}
    rows = (
        [getattr(table, name) for name in _TABLE],
        *([getattr(seat, name) for name in _SEAT] for seat in seats),
        *([index_of.get(move.seat_id or 0), *(getattr(move, name) for name in _MOVE)] for move in moves),
    )
    payload = msgspec.json.encode([[bytes(value) if isinstance(value, memoryview) else value for value in row] for row in rows])
    return hashlib.sha256(payload).hexdigest()


def replay(table: Table, moves: Sequence[Move], step: int) -> Replayed:
    """Return the position after the move ``step`` of the record (0 is the start).

    Raises IndexError for a missing step, and Unplayable. A game of seventy moves takes about ten milliseconds, so nothing is
    cached.
    """
    engine = registry.engine(table.game)
    try:
        history = list(steps(engine, table, moves))
    except (EngineError, msgspec.MsgspecError) as fault:
        raise Unplayable(table.code) from fault
    return Replayed(engine, history[step].state, moves[step], history[step].events, course.course(engine, moves, history))


def steps(engine: Engine, table: Table, moves: Sequence[Move]) -> Iterator[Step[Any, Any]]:
    """Yield the result of each move by the rules, the start first. Raises EngineError and MsgspecError."""
    keys = keys_of(table)
    result = engine.start(coding.options(table.game, table.options), table.seat_count, keys.at(0))
    yield result
    index_of: dict[int | None, int | None] = {seat.pk: seat.index for seat in table.seats.all()}
    for move in moves[1:]:
        index = index_of.get(move.seat_id)
        if index is None:
            raise EngineError(f"move {move.seq} names no seat")
        before = keys.state_to_continue(engine, result.state, move.seq - 1)
        result = engine.apply(before, index, coding.action(table.game, move.action))
        yield result
