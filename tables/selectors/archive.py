"""Reading finished games: finding them page by page, and going through one step by step."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any

import msgspec
from django.db.models import Q, QuerySet

from engines import chance, registry
from engines.contract import Engine, EngineError, Seen, State, Step, Told, view
from tables.models import Move, Table
from tables.selectors import coding, course
from tables.selectors.course import Course

PAGE_SIZE = 20


class Order(StrEnum):
    """How a list of finished games can be sorted."""

    NEWEST = "newest"
    OLDEST = "oldest"
    LONGEST = "longest"
    SHORTEST = "shortest"


_SORTING = {
    Order.NEWEST: ("ended_at", "lt", "-"),
    Order.OLDEST: ("ended_at", "gt", ""),
    Order.LONGEST: ("seq", "lt", "-"),
    Order.SHORTEST: ("seq", "gt", ""),
}


@dataclass(frozen=True, kw_only=True)
class Search:
    """What somebody looks for in the archive; empty fields do not narrow it."""

    game: str = ""
    player: str = ""
    seats: int | None = None
    since: date | None = None
    until: date | None = None
    order: Order = Order.NEWEST


@dataclass(frozen=True)
class Page:
    """Some finished tables and the cursor of the page after them; empty on the last page."""

    tables: Sequence[Table]
    cursor: str


class BadCursor(ValueError):
    """The cursor in the address was not one of ours."""


def archived_tables(user: Any) -> QuerySet[Table]:
    """Every ended game this user may read: the public ones and those they sat at. What never started never was a game."""
    ended = Table.objects.filter(status=Table.Status.ENDED, started_at__isnull=False)
    public = Q(visibility=Table.Visibility.PUBLIC)
    if not user.is_authenticated:
        return ended.filter(public)
    return ended.filter(public | Q(pk__in=user.seats.values("table")))


def archive_page(user: Any, search: Search, cursor: str = "") -> Page:
    """One page of the archive after the cursor. Raises BadCursor."""
    column, comparison, sign = _SORTING[search.order]
    found = _narrowed(archived_tables(user), search).order_by(f"{sign}{column}", f"{sign}id")
    if cursor:
        value, last_id = _read_cursor(column, cursor)
        found = found.filter(Q(**{f"{column}__{comparison}": value}) | Q(**{column: value, f"id__{comparison}": last_id}))
    tables = list(found.prefetch_related("seats__user")[: PAGE_SIZE + 1])
    shown = tables[:PAGE_SIZE]
    return Page(shown, _write_cursor(column, shown[-1]) if len(tables) > PAGE_SIZE else "")


def _narrowed(found: QuerySet[Table], search: Search) -> QuerySet[Table]:
    if search.game:
        found = found.filter(game=search.game)
    if search.player:
        found = found.filter(pk__in=Table.objects.filter(seats__user__display_name__icontains=search.player).values("pk"))
    if search.seats:
        found = found.filter(seat_count=search.seats)
    if search.since:
        found = found.filter(ended_at__date__gte=search.since)
    if search.until:
        found = found.filter(ended_at__date__lte=search.until)
    return found


def _write_cursor(column: str, table: Table) -> str:
    value = getattr(table, column)
    return f"{value.isoformat() if isinstance(value, datetime) else value}~{table.pk}"


def _read_cursor(column: str, cursor: str) -> tuple[datetime | int, int]:
    value, _separator, last_id = cursor.rpartition("~")
    try:
        moment = datetime.fromisoformat(value) if column == "ended_at" else int(value)
        if isinstance(moment, datetime) and moment.tzinfo is None:
            raise BadCursor(cursor)
        return moment, int(last_id)
    except (ValueError, OverflowError) as error:
        raise BadCursor(cursor) from error


class Unplayable(Exception):
    """A record that the rules cannot replay: its rows were changed from outside."""


@dataclass(frozen=True)
class Replayed:
    """A finished game set up to one step.

    ``state`` may be shown whole: the game is over. ``told`` are the events of the step itself, whoever they were told.
    """

    engine: Engine
    state: State[Any, Any, Any]
    move: Move
    told: tuple[Told[Any], ...]
    course: Course

    def seen(self, seat: int | None) -> Seen[Any, Any]:
        """The position as this seat saw it then; None is an onlooker."""
        return view(self.state, seat)


def words_in_order(table: Table) -> list[str]:
    """The words the seats gave, in order of joining."""
    return [seat.word for seat in sorted(table.seats.all(), key=lambda seat: seat.position)]


def key_of(table: Table) -> bytes:
    """The key of an ended game; its secret is public by then."""
    return chance.game_key(bytes(table.secret), table.code, table.options.encode(), words_in_order(table))


def replay(table: Table, moves: Sequence[Move], step: int) -> Replayed:
    """The position after the move ``step`` of the record (0 is the start).

    Raises IndexError for a step it does not hold, and Unplayable. A game of seventy moves takes about ten milliseconds, so
    nothing of it is kept.
    """
    engine = registry.engine(table.game)
    try:
        played = list(steps(engine, table, moves))
    except (EngineError, msgspec.MsgspecError) as fault:
        raise Unplayable(table.code) from fault
    return Replayed(engine, played[step].state, moves[step], played[step].events, course.course(engine, moves, played))


def steps(engine: Engine, table: Table, moves: Sequence[Move]) -> Iterator[Step[Any, Any]]:
    """What the rules make of each move, the start first. Raises EngineError and MsgspecError."""
    result = engine.start(coding.options(table.game, table.options), table.seat_count, key_of(table))
    yield result
    index_of: dict[int | None, int | None] = {seat.pk: seat.index for seat in table.seats.all()}
    for move in moves[1:]:
        index = index_of.get(move.seat_id)
        if index is None:
            raise EngineError(f"move {move.seq} names no seat")
        result = engine.apply(result.state, index, coding.action(table.game, move.action))
        yield result
