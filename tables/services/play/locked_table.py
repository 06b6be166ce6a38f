"""Locked table during play, with its complete, writable state.

Moves and state are saved by ``save`` only. Until then a move makes a new state and a new row in memory, so a refused move
leaves nothing behind.
"""

import logging
import secrets
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from config import metrics
from config.database import statements
from engines import chance, contract, registry
from engines.contract import BrokenState, Engine, IllegalAction, Pending, Seen, When
from tables import clock
from tables.clock import Calendar
from tables.errors import Broken, Code, Crashed, Illegal, NotPending, NotRunning, NotYours, Stale
from tables.models import Agreement, Consent, Draft, Move, Seat, Table
from tables.models.hidden import sealed
from tables.selectors import coding
from tables.selectors.time import calendars
from tables.services import quarantine

logger = logging.getLogger(__name__)

SALT_BYTES = 16


@dataclass
class LockedTable:
    """Locked row of a table, its engine and seats (by the engine's index), the current state and the unsaved moves.

    ``turns``: key of the first choice of a turn, by seat ID and key of each choice played here. ``seats_with_new_decisions``:
    IDs of the seats that got a decision here. ``own_events``: value for ``Seat.seen_events`` after the last move of this
    transaction.
    """

    table: Table
    engine: Engine
    state: Any = field(repr=False)
    seats: dict[int, Seat]
    now: datetime
    first_seq: int
    moves: list[Move] = field(default_factory=list)
    changed: set[int] = field(default_factory=set)
    turns: dict[tuple[int, str], str] = field(default_factory=dict)
    seats_with_new_decisions: set[int] = field(default_factory=set)
    own_events: int | None = None
    # The open decisions of a state are cached, because states are immutable.
    _cached_pending: tuple[Any, tuple[Pending, ...]] | None = field(default=None, init=False, repr=False)

    def seat(self, seat_id: int) -> Seat:
        """Return the seat with this ID; raises NotYours if it is at another table."""
        seat = next((seat for seat in self.seats.values() if seat.pk == seat_id), None)
        if seat is None:
            raise NotYours()
        return seat

    def calendar(self, seat: Seat) -> Calendar:
        """Return the calendar of a seat's holder."""
        by_user = calendars.calendars(self.table, [other.user_id for other in self.seats.values()])
        return by_user.get(seat.user_id or 0, clock.ALWAYS)

    @property
    def agreeing(self) -> set[int]:
        """IDs of the seats that had agreed to anything when the table was opened."""
        return {seat.pk for seat in self.seats.values() if getattr(seat, "agrees", False)}

    @property
    def drafting(self) -> set[int]:
        """IDs of the seats that had a draft when the table was opened."""
        return {seat.pk for seat in self.seats.values() if getattr(seat, "drafts_something", False)}

    @property
    def round(self) -> int:
        """Current round of the state so far."""
        return self.engine.progress(self.state.public)[0]

    def pending(self) -> tuple[Pending, ...]:
        """Return all open decisions of the state so far."""
        if self._cached_pending is None or self._cached_pending[0] is not self.state:
            self._cached_pending = self.state, self.engine.pending(self.state.public)
        return self._cached_pending[1]

    def pending_of(self, seat: Seat, key: str) -> Pending | None:
        """Return the open decision of a seat with this key."""
        return next((pending for pending in self.pending() if pending.seat == seat.index and pending.key == key), None)

    def rest_of_turn(self, seat: Seat) -> Pending | None:
        """Return the decision for the rest of a seat's turn played here, which it can queue because others interrupt it."""
        own_pending = (
            pending
            for pending in self.pending()
            if pending.seat == seat.index and pending.when is When.MAY and not pending.sealed
        )
        return next((pending for pending in own_pending if (seat.pk, pending.continues) in self.turns), None)

    def view(self, seat: Seat) -> Seen[Any, Any]:
        """Return a seat's view of the state so far."""
        return contract.view(self.state, seat.index)

    def play(self, seat: Seat, pending: Pending, action: Any, *, via: Move.Via, user_id: int | None) -> Move:
        """Apply one action and keep its move. Raises Illegal, NotPending or Crashed; then the state is unchanged."""
        step = self._apply(pending.seat, action)
        move = self._move(seat, pending, action, step, via, user_id)
        self.own_events = step.own
        self.state = step.state
        self.table.seq = move.seq
        self.moves.append(move)
        self.turns.setdefault((seat.pk, pending.key), self.turns.get((seat.pk, pending.continues), pending.key))
        seat.plies += 1
        self.changed.add(pending.seat)
        return move

    def pending_for(self, seat: Seat, action: Any, *, likely: str) -> Pending:
        """Return the decision that an action belongs to. Raises NotPending if there is none.

        If a seat has several open decisions, their complete legal lists distinguish them, so that a sealed action is not
        recorded as the answer to an open question. Decisions in advance are tried last, ``likely`` or its continuation before
        others. An action in none of the lists belongs to ``likely``.
        """
        own_pending = [pending for pending in self.pending() if pending.seat == seat.index]
        if len(own_pending) == 1:
            return own_pending[0]
        seen = self.view(seat)
        for pending in sorted(
            own_pending, key=lambda pending: (pending.when is When.AHEAD, likely not in (pending.key, pending.continues))
        ):
            if action in self.engine.legal(seen, pending):
                return pending
        likely_one = next((pending for pending in own_pending if likely in (pending.key, pending.continues)), None)
        if likely_one is None:
            raise NotPending()
        return likely_one

    def check(self) -> None:
        """Raise Broken if play has led to an impossible state. The error names the place in the code, not the content."""
        try:
            self.engine.check(self.state)
        except BrokenState as error:
            # The cause is dropped, because its message would appear in the log of a failing task.
            raise Broken(quarantine.describe_error(error)) from None

    def save(self, advance_at: datetime | None = None, **fields: Any) -> None:
        """Save moves, seats and the table; ``fields`` are further columns of the table. Raises Stale if another process has
        saved the table first.

        ``advance_at``: time of the sweep's check if remaining moves were played; None if nothing remains.
        """
        table, public = self.table, self.state.public
        table.state = coding.to_text(self.state)
        table.round, table.round_limit = self.engine.progress(public)
        table.moved_at = self.now
        table.advance_at = advance_at
        columns = {name: getattr(table, name) for name in ("seq", "round", "round_limit", "moved_at", "advance_at")}
        # SQLite has no row locks, so check that the record has not grown since it was read.
        unchanged = Table.objects.running().filter(pk=table.pk, seq=self.first_seq)
        if not unchanged.update(changes=F("changes") + 1, state=sealed(table, "state"), **columns, **fields):
            raise Stale()
        table.changes += 1
        for name, value in fields.items():
            setattr(table, name, value)
        Move.objects.bulk_create(self.moves)
        self._save_seats()
        transaction.on_commit(partial(metrics.moved, table.game, len(self.moves)))

    def _save_seats(self) -> None:
        columns = ["plies", "seen_seq", "seen_public", "seen_events", "bank_seconds", "defaults_in_a_row"]
        for index in sorted(self.changed):
            self.seats[index].save(update_fields=columns)

    def _apply(self, seat: int, action: Any) -> Any:
        try:
            return self.engine.apply(self.state, seat, action)
        except IllegalAction as error:
            raise Illegal(error) from None
        except contract.NotPending:
            raise NotPending() from None
        # A fault in a game must not become an error page, because its message might reveal a secret.
        except Exception as error:  # noqa: BLE001
            where = quarantine.describe_error(error)
            logger.error("table %s: the game fell over an action: %s", self.table.pk, where)
            raise Crashed(where) from None

    def _move(self, seat: Seat, pending: Pending, action: Any, step: Any, via: Move.Via, user_id: int | None) -> Move:
        text = coding.to_text(action)
        move = Move(
            table=self.table,
            seq=self.table.seq + 1,
            seat=seat,
            user_id=user_id,
            key=pending.key,
            kind=pending.kind,
            action=text,
            via=via,
            events=coding.to_text(step.events),
            draws=coding.to_text(step.draws),
            sealed=pending.sealed,
            at=self.now,
        )
        if pending.sealed:
            _seal(move, text)
            move.replaces = pending.when is When.MAY and not self._begun_here(seat, pending)
        return move

    def _begun_here(self, seat: Seat, pending: Pending) -> bool:
        return any(move.seat_id == seat.pk and move.key == pending.key for move in self.moves)


def _seal(move: Move, text: str) -> None:
    move.salt = secrets.token_bytes(SALT_BYTES)
    move.receipt = chance.receipt(move.salt, text.encode())


@statements.read
def _seats(table: int) -> QuerySet[Seat]:
    agrees = Exists(Consent.objects.filter(seat=OuterRef("pk"))) | Exists(Agreement.objects.filter(seat=OuterRef("pk")))
    drafts = Exists(Draft.objects.filter(seat=OuterRef("pk")))
    return Seat.objects.filter(table=table).annotate(agrees=agrees, drafts_something=drafts).order_by("index")


def open_game(table: Table, now: datetime) -> LockedTable:
    """Open the game of a locked table. Raises NotRunning, or Broken if the stored position is invalid."""
    if table.status != Table.Status.RUNNING:
        raise NotRunning(Code.ENDED if table.status == Table.Status.ENDED else Code.NOT_RUNNING)
    if table.quarantined_at:
        raise NotRunning(Code.QUARANTINED)
    seats = {seat.index: seat for seat in _seats(table.pk) if seat.index is not None}
    for seat in seats.values():
        seat.table = table
    return LockedTable(
        table=table,
        engine=registry.engine(table.game),
        state=_position(table),
        seats=seats,
        now=now,
        first_seq=table.seq,
    )


def _position(table: Table) -> Any:
    try:
        return coding.state(table.game, table.state)
    except msgspec.DecodeError as error:
        raise Broken(quarantine.describe_error(error)) from None
