"""Record of a finished game, built from its rows."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any, Literal, cast

import msgspec
from django.db.models import Prefetch, QuerySet

from accounts.models import User
from tables.models import Move, Seat, Table, Tenure
from tables.selectors.archive.games import keys_of, words_in_order
from tables.selectors.archive.records import (
    DEAL_FORMAT,
    FORMAT,
    FORMAT_VERSION,
    PRACTICE_FORMAT,
    ROTATED_FORMAT,
    GameRecord,
    KeyRecord,
    MoveRecord,
    SeatRecord,
    TenureRecord,
)

# Bot name in the tenures of a steward.
STEWARD = "steward"


def game_record(table: Table) -> GameRecord:
    """Return the whole record of an ended table. Drafts, notes, standing orders and chat are not part of it."""
    assert table.started_at is not None, "it never was a game"
    assert table.ended_at is not None, "the table has ended"
    return GameRecord(
        format=FORMAT,
        format_version=_format(table),
        code=table.code,
        game=table.game,
        version=table.version,
        options=msgspec.Raw(table.options.encode()),
        ended_by=cast(Any, table.ended_by),
        started_at=table.started_at,
        ended_at=table.ended_at,
        commitment=table.commitment,
        secret=bytes(table.secret).hex(),
        words=() if table.deal else tuple(words_in_order(table)),
        seats=tuple(_seat(seat) for seat in _seats(table)),
        moves=tuple(_move(move) for move in table.moves.select_related("seat").order_by("seq")),
        outcome=_raw(table.outcome),
        name=table.name,
        visibility=cast(Any, table.visibility),
        deal=table.deal or msgspec.UNSET,
        seating="rotated" if table.rotates else msgspec.UNSET,
        keys=_keys(table) if table.practice else msgspec.UNSET,
    )


def exported_tables(
    *, visibilities: Collection[Table.Visibility], game: str = "", since: datetime | None = None
) -> QuerySet[Table]:
    """Return ended games for an admin's export, oldest first; ``since`` is the earliest end."""
    tables = Table.objects.finished().filter(visibility__in=visibilities)
    if game:
        tables = tables.filter(game=game)
    if since is not None:
        tables = tables.filter(ended_at__gte=since)
    return tables.order_by("ended_at", "pk")


def record_bytes(table: Table) -> bytes:
    """Return the record as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(game_record(table)), indent=1)


def record_line(table: Table) -> bytes:
    """Return the record as one line of JSON."""
    return msgspec.json.encode(game_record(table)) + b"\n"


def _format(table: Table) -> Literal[2, 3, 4, 5]:
    if table.practice:
        return PRACTICE_FORMAT
    if table.deal:
        return DEAL_FORMAT
    return ROTATED_FORMAT if table.rotates else FORMAT_VERSION


def _keys(table: Table) -> tuple[KeyRecord, ...]:
    return tuple(KeyRecord(min(until, table.seq), key.hex()) for until, key in keys_of(table).roots)


def _raw(text: str) -> msgspec.Raw:
    return msgspec.Raw(text.encode() or b"null")


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
    """Return a person's name; empty if it is hidden in the archive or the account was deleted."""
    return "" if user is None or user.hides_name else user.display_name or str(user)


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
        via=cast(Any, public_via(move)),
        at=move.at,
        events=msgspec.Raw(move.events.encode()),
        draws=msgspec.Raw(move.draws.encode()),
        salt=bytes(salt).hex() if salt else None,
        receipt=move.receipt or None,
    )


def public_via(move: Move) -> str:
    """Return the source of a move as shown to others: standing orders, emails and the API appear as the page."""
    return Move.Via.PAGE if move.via in (Move.Via.ORDER, Move.Via.MAIL, Move.Via.API) else move.via
