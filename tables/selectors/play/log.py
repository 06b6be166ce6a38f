"""The log of a table as one viewer may read it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache, reduce
from operator import or_
from typing import Any, NamedTuple

from django.db.models import Model, Q, QuerySet

from config.database import statements
from config.safe.sealing import CannotOpen
from engines.contract import Told
from tables.models import Move, SiteEvent, Table
from tables.models.hidden import Sealed, opened
from tables.selectors import coding

# Number of moves on a page of the log.
PAGE = 40
# Maximum number of cached moves for viewers of running games; each takes a kilobyte.
KEPT = 4_000
# Maximum number of other events, so that endless pauses do not push the moves off the page.
MOST_BESIDE = 100
# Public sources of a move: those without a player. The way in which a player sent it is private.
_SHOWN_TO_ALL = (Move.Via.START, Move.Via.DEADLINE, Move.Via.STEWARD, Move.Via.BOT)


@dataclass(frozen=True)
class Opened:
    """Sealed answer that is revealed: SHA-256(salt ‖ action) must be the receipt shown when it was sealed."""

    seat: int
    seq: int
    key: str
    action: str
    salt: str
    receipt: str


@dataclass(frozen=True)
class Entry:
    """Move for one viewer: the events they may see, the receipt of a sealed answer, and the answers it revealed.

    Entries are cached, so equal entries are mostly the same object, and their hash ignores the events. ``kept`` caches results
    computed from an entry, by their other inputs. ``places`` are the numbers of its events among all events of the move. They
    reveal the number of hidden events, so they are only for choosing events and shown to nobody.
    """

    seq: int
    at: datetime
    seat: int | None
    via: Move.Via
    key: str
    kind: str
    events: tuple[Any, ...]
    receipt: str
    opened: tuple[Opened, ...] = ()
    places: tuple[int, ...] = field(default=(), compare=False, repr=False)
    line_cache: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def __hash__(self) -> int:
        return hash((self.seq, self.at, self.key))


@dataclass
class _MoveForViewer:
    """Move for one viewer.

    ``keys`` are the decisions whose answers it revealed; ``entry`` contains the answers read last.
    """

    entry: Entry
    keys: frozenset[str]

    def with_opened(self, opened: tuple[Opened, ...]) -> Entry:
        """Return the move with these answers; the same object as long as they are equal."""
        if self.entry.opened != opened:
            self.entry = replace(self.entry, opened=opened)
        return self.entry


class _Row(NamedTuple):
    """Columns of a move for the log: plain values, since a page shows many.

    ``events`` stays sealed until its entry is built and cached.
    """

    table: int
    seq: int
    at: datetime
    seat: int | None
    user: int | None
    holder: int | None
    via: str
    key: str
    kind: str
    events: Sealed
    receipt: str


class _Answer(NamedTuple):
    """Sealed answer of a seat."""

    table: int
    seq: int
    seat: int
    key: str
    action: Sealed
    salt: Sealed | None
    receipt: str
    replaces: bool


def log_entries(
    table: Table, viewer: int | None, *, before_seq: int | None = None, limit: int = 50, since: int | None = None
) -> list[Entry]:
    """Return the newest ``limit`` entries, newest first, before ``before_seq`` and after ``since``.

    ``viewer`` is a seat's index, None for a spectator. At most two queries, for any length of the log.
    """
    if limit == PAGE:
        return _entries(table, viewer, _page(table.pk, before_seq, since))
    return _entries(table, viewer, _moves(table.pk, before_seq, since)[:limit])


def entries_of(table: Table, viewer: int | None, seqs: Collection[int]) -> list[Entry]:
    """Return the entries of certain moves, newest first, in at most two queries."""
    return _entries(table, viewer, _moves(table.pk, None, None).filter(seq__in=seqs)) if seqs else []


class LogRequest(NamedTuple):
    """Part of the log of one table: the moves after ``after``, and the other events from move ``beside`` on.

    ``viewer``: as for ``log_entries``.
    """

    table: Table
    after: int
    beside: int
    viewer: int | None = None


class LogPart(NamedTuple):
    """Moves of a table and its other events, both newest first."""

    entries: list[Entry]
    beside: list[SiteEvent]


def parts(requests: Sequence[LogRequest], *, limit: int) -> dict[int, LogPart]:
    """Return parts of several logs, each for its viewer, by the id of the table, in three queries.

    At most the newest ``limit`` moves of each log are read. Tables with a value that cannot be decrypted are left out.
    """
    rows = _by_table(_rows_of(requests, limit))
    moves_by_table: dict[int, list[_MoveForViewer]] = {}
    for part in requests:
        with suppress(CannotOpen):
            moves_by_table[part.table.pk] = [
                _move_for_viewer(part.table.game, part.viewer, row) for row in rows.get(part.table.pk, ())
            ]
    answers = _by_table(
        _answers_of({pk: frozenset[str]().union(*(move.keys for move in moves)) for pk, moves in moves_by_table.items()})
    )
    beside = _by_table(_beside_of(requests))
    log_parts: dict[int, LogPart] = {}
    for table, *_since in requests:
        with suppress(CannotOpen):
            if (moves := moves_by_table.get(table.pk)) is not None:
                entries = _with_opened(moves, [_Answer(*row) for row in answers.get(table.pk, ())])
                log_parts[table.pk] = LogPart(entries, _at(table, beside.get(table.pk, ())))
    return log_parts


def _by_table(rows: Iterable[Any]) -> dict[int, list[Any]]:
    """Return rows, or tuples that begin with the id of a table, by table in the same order."""
    grouped: dict[int, list[Any]] = {}
    for row in rows:
        grouped.setdefault(row[0] if isinstance(row, tuple) else row.table_id, []).append(row)
    return grouped


def _rows_of(requests: Sequence[LogRequest], limit: int) -> Iterable[Any]:
    # Moves are numbered without gaps.
    newest = [Q(table=part.table, seq__gt=max(part.after, part.table.seq - limit)) for part in requests]
    return _any_of(Move, newest).order_by("-seq").values_list(*_columns(_Row))


def _answers_of(keys: Mapping[int, Collection[str]]) -> Iterable[Any]:
    sealed = [Q(table=table, sealed=True, key__in=sorted(table_keys)) for table, table_keys in keys.items() if table_keys]
    return _any_of(Move, sealed).order_by("seq").values_list(*_columns(_Answer))


def _beside_of(requests: Sequence[LogRequest]) -> Sequence[SiteEvent]:
    events = _any_of(SiteEvent, [Q(table=part.table, after_seq__gte=part.beside) for part in requests])
    newest = events.select_related("user", "seat__user").order_by("-pk")[: MOST_BESIDE * len(requests)]
    return sorted(newest, key=lambda event: (event.after_seq, event.pk), reverse=True)


def _any_of[M: Model](model: type[M], conditions: Iterable[Q]) -> QuerySet[M]:
    rows = model._default_manager
    return rows.filter(reduce(or_, clauses)) if (clauses := list(conditions)) else rows.none()


def _at(table: Table, events: Sequence[SiteEvent]) -> list[SiteEvent]:
    for event in events:
        event.table = table
    return list(events[:MOST_BESIDE])


def _moves(table: int, before: int | None, since: int | None) -> QuerySet[Move, Any]:
    moves = Move.objects.filter(table=table)
    if before is not None:
        moves = moves.filter(seq__lt=before)
    if since is not None:
        moves = moves.filter(seq__gt=since)
    return moves.order_by("-seq").values_list(*_columns(_Row))


@statements.read
def _page(table: int, before: int | None, since: int | None) -> QuerySet[Move, Any]:
    return _moves(table, before, since)[:PAGE]


def _entries(table: Table, viewer: int | None, rows: Iterable[Any]) -> list[Entry]:
    moves = [_move_for_viewer(table.game, viewer, row) for row in rows]
    keys = frozenset[str]().union(*(one.keys for one in moves))
    return _with_opened(moves, [_Answer(*row) for row in _answers(table.pk, sorted(keys))] if keys else [])


def moment_of(table: Table, seq: int) -> datetime | None:
    """Return the time of a move; None if the table has no such move."""
    return table.moves.filter(seq=seq).values_list("at", flat=True).first()


def site_events(table: Table, *, from_seq: int, before_seq: int | None = None) -> list[SiteEvent]:
    """Return the events other than moves from move ``from_seq`` on and before ``before_seq``, newest first.

    They are public. Their people are loaded in the same query.
    """
    events = _beside(table.pk, from_seq, before_seq)
    for event in events:
        event.table = table
    return events


@statements.read
def _beside(table: int, since: int, before: int | None) -> QuerySet[SiteEvent]:
    events = SiteEvent.objects.filter(table=table, after_seq__gte=since)
    if before is not None:
        events = events.filter(after_seq__lt=before)
    return events.select_related("user", "seat__user").order_by("-after_seq", "-pk")[:MOST_BESIDE]


def shown_via(via: Move.Via) -> Move.Via:
    """Return the source of a move, as far as everyone may know it."""
    return via if via in _SHOWN_TO_ALL else Move.Via.PAGE


_COLUMNS = {"seat": "seat__index", "holder": "seat__user"}


def _columns(row: type[tuple[Any, ...]]) -> list[str]:
    return [_COLUMNS.get(name, name) for name in row._fields]  # type: ignore[attr-defined]  # a row of named columns


@lru_cache(KEPT)
def _move_for_viewer(game: str, viewer: int | None, row: tuple[Any, ...]) -> _MoveForViewer:
    """Return a move from the columns of its row."""
    move = _Row(*row)
    events = coding.events(game, opened(Move, "events", move.events, move.table, move.seq))
    # Moves of an earlier player of the seat are not the viewer's own.
    is_own = move.seat is not None and move.seat == viewer and move.user == move.holder
    via = Move.Via(move.via)
    entry = Entry(
        seq=move.seq,
        at=move.at,
        seat=move.seat,
        via=via if is_own else shown_via(via),
        key=move.key,
        kind=move.kind,
        events=tuple(item.event for item in events if item.visible_to(viewer)),
        receipt=move.receipt,
        places=tuple(place for place, item in enumerate(events) if item.visible_to(viewer)),
    )
    return _MoveForViewer(entry, _keys(events))


def _keys(events: Sequence[Told[Any]]) -> frozenset[str]:
    return frozenset(key for event in events for key in event.opens)


def _with_opened(moves: Iterable[_MoveForViewer], answers: Sequence[_Answer]) -> list[Entry]:
    """Return the entries with the answers each one revealed. Replaced answers are never revealed during the game."""
    return [
        one.with_opened(tuple(_in_force([move for move in answers if move.key in one.keys and move.seq <= one.entry.seq])))
        for one in moves
    ]


@statements.read
def _answers(table: int, keys: Collection[str]) -> QuerySet[Move, Any]:
    moves = Move.objects.filter(table=table, sealed=True, key__in=keys)
    return moves.order_by("seq").values_list(*_columns(_Answer))


def _in_force(moves: Sequence[_Answer]) -> list[Opened]:
    valid: dict[tuple[int, str], list[Opened]] = {}
    for move in moves:
        answers = valid.setdefault((move.seat, move.key), [])
        if move.replaces:
            answers.clear()
        answers.append(_open(move))
    return [answer for answers in valid.values() for answer in answers]


@lru_cache(KEPT)
def _open(move: _Answer) -> Opened:
    row = move.table, move.seq
    action, salt = opened(Move, "action", move.action, *row), opened(Move, "salt", move.salt, *row) or b""
    return Opened(move.seat, move.seq, move.key, action, salt.hex(), move.receipt)
