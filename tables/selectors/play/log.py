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

# As many moves as a page of the log shows.
PAGE = 40
# Moves of running games as their viewers may know them: a kilobyte each.
KEPT = 4_000
# A table that is paused and resumed without end must not drown its moves.
MOST_BESIDE = 100
# How somebody sent a move is their own affair; that nobody did is everybody's.
_SHOWN_TO_ALL = (Move.Via.START, Move.Via.DEADLINE, Move.Via.STEWARD, Move.Via.BOT)


@dataclass(frozen=True)
class Opened:
    """A sealed answer that is open now: SHA-256(salt ‖ action) must be the receipt shown when it was sealed."""

    seat: int
    seq: int
    key: str
    action: str
    salt: str
    receipt: str


@dataclass(frozen=True)
class Entry:
    """One move for one viewer: only events told to them, the receipt of a sealed answer, and what was opened by it.

    Entries are kept, so most that are equal are the same, and are found by a number that takes no look at their events. In
    ``kept`` lies what was made of one, by all else that it was made of. ``places`` are the numbers of its events among all of
    the move, which tell how many are hidden: they are for choosing events, and are shown to nobody.
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
    kept: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def __hash__(self) -> int:
        return hash((self.seq, self.at, self.key))


@dataclass
class _Kept:
    """A move for one viewer; ``keys`` are the decisions whose answers it opened, ``entry`` has those that were found last."""

    entry: Entry
    keys: frozenset[str]

    def with_opened(self, opened: tuple[Opened, ...]) -> Entry:
        """The move with these answers: the same one as long as they are the same."""
        if self.entry.opened != opened:
            self.entry = replace(self.entry, opened=opened)
        return self.entry


class _Row(NamedTuple):
    """What the log needs of a move: plain columns, since a page shows many. An entry is kept, so it is opened once."""

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
    """A sealed answer."""

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
    """The newest ``limit`` entries, newest first, before ``before_seq`` and after ``since``.

    ``viewer`` is a seat's index, None for an onlooker. At most two queries, however long the log is.
    """
    if limit == PAGE:
        return _entries(table, viewer, _page(table.pk, before_seq, since))
    return _entries(table, viewer, _moves(table.pk, before_seq, since)[:limit])


def entries_of(table: Table, viewer: int | None, seqs: Collection[int]) -> list[Entry]:
    """The entries of certain moves, newest first. At most two queries."""
    return _entries(table, viewer, _moves(table.pk, None, None).filter(seq__in=seqs)) if seqs else []


class Wanted(NamedTuple):
    """A part of the log of one table: the moves after ``after`` and what happened beside them from move ``beside`` on."""

    table: Table
    after: int
    beside: int


class Part(NamedTuple):
    """Moves of a table and what happened beside them, both newest first."""

    entries: list[Entry]
    beside: list[SiteEvent]


def parts(wanted: Sequence[Wanted], *, limit: int) -> dict[int, Part]:
    """Return what everybody may know of parts of several logs, by the id of the table: three queries, however many there are.

    Of each log the newest ``limit`` moves are read. A table of which something does not open is not among them.
    """
    rows = _by_table(_rows_of(wanted, limit))
    kept: dict[int, list[_Kept]] = {}
    for part in wanted:
        with suppress(CannotOpen):
            kept[part.table.pk] = [_kept(part.table.game, None, row) for row in rows.get(part.table.pk, ())]
    answers = _by_table(_answers_of({pk: frozenset[str]().union(*(one.keys for one in found)) for pk, found in kept.items()}))
    beside = _by_table(_beside_of(wanted))
    found: dict[int, Part] = {}
    for table, *_since in wanted:
        with suppress(CannotOpen):
            if (moves := kept.get(table.pk)) is not None:
                entries = _with_opened(moves, [_Answer(*row) for row in answers.get(table.pk, ())])
                found[table.pk] = Part(entries, _at(table, beside.get(table.pk, ())))
    return found


def _by_table(rows: Iterable[Any]) -> dict[int, list[Any]]:
    """Rows, or tuples that begin with the id of a table, in the same order."""
    found: dict[int, list[Any]] = {}
    for row in rows:
        found.setdefault(row[0] if isinstance(row, tuple) else row.table_id, []).append(row)
    return found


def _rows_of(wanted: Sequence[Wanted], limit: int) -> Iterable[Any]:
    # Moves are numbered without a gap.
    newest = [Q(table=part.table, seq__gt=max(part.after, part.table.seq - limit)) for part in wanted]
    return _any_of(Move, newest).order_by("-seq").values_list(*_columns(_Row))


def _answers_of(keys: Mapping[int, Collection[str]]) -> Iterable[Any]:
    sealed = [Q(table=table, sealed=True, key__in=sorted(wanted)) for table, wanted in keys.items() if wanted]
    return _any_of(Move, sealed).order_by("seq").values_list(*_columns(_Answer))


def _beside_of(wanted: Sequence[Wanted]) -> Sequence[SiteEvent]:
    events = _any_of(SiteEvent, [Q(table=part.table, after_seq__gte=part.beside) for part in wanted])
    newest = events.select_related("user", "seat__user").order_by("-pk")[: MOST_BESIDE * len(wanted)]
    return sorted(newest, key=lambda event: (event.after_seq, event.pk), reverse=True)


def _any_of[M: Model](model: type[M], conditions: Iterable[Q]) -> QuerySet[M]:
    rows = model._default_manager
    return rows.filter(reduce(or_, found)) if (found := list(conditions)) else rows.none()


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
    kept = [_kept(table.game, viewer, row) for row in rows]
    wanted = frozenset[str]().union(*(one.keys for one in kept))
    return _with_opened(kept, [_Answer(*row) for row in _answers(table.pk, sorted(wanted))] if wanted else [])


def site_events(table: Table, *, from_seq: int, before_seq: int | None = None) -> list[SiteEvent]:
    """What happened beside the moves since move ``from_seq``, or until before another one, newest first; everybody may read it.

    One query, with the persons it names.
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
    """How a move was sent, as everybody may know it."""
    return via if via in _SHOWN_TO_ALL else Move.Via.PAGE


_COLUMNS = {"seat": "seat__index", "holder": "seat__user"}


def _columns(row: type[tuple[Any, ...]]) -> list[str]:
    return [_COLUMNS.get(name, name) for name in row._fields]  # type: ignore[attr-defined]  # a row of named columns


@lru_cache(KEPT)
def _kept(game: str, viewer: int | None, row: tuple[Any, ...]) -> _Kept:
    """A move by all that is written down of it."""
    move = _Row(*row)
    events = coding.events(game, opened(Move, "events", move.events, move.table, move.seq))
    # What somebody sent who sat there before is not the viewer's own.
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
    return _Kept(entry, _keys(events))


def _keys(events: Sequence[Told[Any]]) -> frozenset[str]:
    return frozenset(key for event in events for key in event.opens)


def _with_opened(kept: Iterable[_Kept], answers: Sequence[_Answer]) -> list[Entry]:
    """The entries with what each opened. Answers that were replaced before are never opened during the game."""
    return [
        one.with_opened(tuple(_in_force([move for move in answers if move.key in one.keys and move.seq <= one.entry.seq])))
        for one in kept
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
