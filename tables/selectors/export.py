"""The record of a finished game as one JSON document that needs nothing of this site to be read."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Literal

import msgspec
from django.db.models import Prefetch

from accounts.models import User
from tables.models import Move, Seat, Table, Tenure
from tables.selectors.archive import words_in_order

FORMAT = "staffetta-record"
FORMAT_VERSION = 1
# The bot of a tenure of the steward.
STEWARD = "steward"


class TenureRecord(msgspec.Struct, frozen=True):
    """Who played a seat from which move of the record to which; the steward plays for somebody who is not there."""

    name: str
    kind: Literal["person", "bot", "steward"]
    first_seq: int
    last_seq: int


class SeatRecord(msgspec.Struct, frozen=True):
    """Who sat where: ``index`` is the seat of the rules, ``position`` the order of joining."""

    index: int
    position: int
    name: str
    kind: Literal["person", "bot"]
    score: int | None
    place: int | None
    resigned: bool
    tenures: tuple[TenureRecord, ...]


class MoveRecord(msgspec.Struct, frozen=True):
    """One action; ``seat`` is empty for the start. Salt (hex) and receipt stand with sealed answers."""

    seq: int
    seat: int | None
    key: str
    action: msgspec.Raw | None
    via: str
    at: datetime
    events: msgspec.Raw
    draws: msgspec.Raw
    salt: str | None = None
    receipt: str | None = None


class GameRecord(msgspec.Struct, frozen=True):
    """A finished game; ``words`` are in order of joining, times are UTC, all bytes are hex."""

    format: str
    format_version: int
    code: str
    game: str
    version: str
    options: msgspec.Raw
    ended_by: str
    started_at: datetime | None
    ended_at: datetime | None
    commitment: str
    secret: str
    words: tuple[str, ...]
    seats: tuple[SeatRecord, ...]
    moves: tuple[MoveRecord, ...]
    outcome: msgspec.Raw | None


def game_record(table: Table) -> GameRecord:
    """The whole record of an ended table. Drafts, notes, standing orders and chat are not part of it."""
    return GameRecord(
        format=FORMAT,
        format_version=FORMAT_VERSION,
        code=table.code,
        game=table.game,
        version=table.version,
        options=msgspec.Raw(table.options.encode()),
        ended_by=table.ended_by,
        started_at=table.started_at,
        ended_at=table.ended_at,
        commitment=table.commitment,
        secret=bytes(table.secret).hex(),
        words=tuple(words_in_order(table)),
        seats=tuple(_seat(seat) for seat in _seats(table)),
        moves=tuple(_move(move) for move in table.moves.select_related("seat").order_by("seq")),
        outcome=_raw(table.outcome),
    )


def record_bytes(table: Table) -> bytes:
    """The record as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(game_record(table)), indent=1)


def _raw(text: str) -> msgspec.Raw | None:
    return msgspec.Raw(text.encode()) if text else None


def _seats(table: Table) -> Iterable[Seat]:
    tenures = Prefetch("tenures", Tenure.objects.select_related("user").order_by("pk"))
    return table.seats.select_related("user").prefetch_related(tenures).order_by("index")


def _seat(seat: Seat) -> SeatRecord:
    return SeatRecord(
        index=seat.index if seat.index is not None else seat.position,
        position=seat.position,
        name=seat.bot or seat.pseudonym or _person(seat.user),
        kind="bot" if seat.bot else "person",
        score=seat.score,
        place=seat.place,
        resigned=seat.resigned_at is not None,
        tenures=tuple(_tenure(tenure) for tenure in seat.tenures.all()),
    )


def _person(user: User | None) -> str:
    """Somebody's name; empty if they hide it in the archive, or if their account was deleted."""
    return "" if user is None or user.hides_name else str(user)


def _tenure(tenure: Tenure) -> TenureRecord:
    is_steward = tenure.bot == STEWARD
    assert tenure.last_seq is not None, "the table has ended"
    return TenureRecord(
        name="" if is_steward else tenure.bot or tenure.pseudonym or _person(tenure.user),
        kind="steward" if is_steward else "bot" if tenure.bot else "person",
        first_seq=tenure.first_seq,
        last_seq=tenure.last_seq,
    )


def _move(move: Move) -> MoveRecord:
    salt: Any = move.salt
    return MoveRecord(
        seq=move.seq,
        seat=move.seat.index if move.seat else None,
        key=move.key,
        action=_raw(move.action),
        via=public_via(move),
        at=move.at,
        events=msgspec.Raw(move.events.encode()),
        draws=msgspec.Raw(move.draws.encode()),
        salt=bytes(salt).hex() if salt else None,
        receipt=move.receipt or None,
    )


def public_via(move: Move) -> str:
    """How a move came about as far as others may know: that it was a standing order is its owner's business for ever."""
    return Move.Via.PAGE if move.via in (Move.Via.ORDER, Move.Via.MAIL, Move.Via.API) else move.via
