"""Format of a finished game's record outside the site, and a strict reader.

``docs/archive.md`` explains every field. ``docs/staffetta-record.schema.json`` is generated from these types.
"""

import json
from datetime import datetime, timedelta
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

FORMAT: Final = "staffetta-record"
FORMAT_VERSION: Final = 2
"""Format version, increased if older readers would not understand new records. All but practice games can be imported."""
ROTATED_FORMAT: Final = 3
"""Format version of games with rotated seats, unknown to readers of format 2."""
PRACTICE_FORMAT: Final = 4
"""Format version of practice games, which no other installation accepts."""
DEAL_FORMAT: Final = 5
"""Format version of games with the same deal as the other tables of their round, unknown to readers of format 3."""
MOST_BYTES = 16 * 1024 * 1024
MOST_MOVES = 20_000
MOST_SEATS = 16

Index = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Seq = Annotated[int, Meta(ge=0, le=MOST_MOVES)]
Small = Annotated[int, Meta(ge=-(2**31), lt=2**31)]
Name = Annotated[str, Meta(max_length=60)]
# The length is needed as well: in Python, ``$`` also matches before a line break at the end.
Hex16 = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", max_length=32)]
Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
# Code of an event, division, round and leg; the last three count from 0.
Deal = Annotated[str, Meta(pattern=r"^[2-9a-hjkmnp-z]{8}(\.(0|[1-9][0-9]{0,3})){3}$", max_length=32)]
Moment = Annotated[datetime, Meta(tz=True)]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Part of a record, in which no other fields are allowed."""


class TenureRecord(_Part, frozen=True):
    """Player of a seat from one move of the record to another; the steward plays for an absent person."""

    name: Name
    kind: Literal["person", "bot", "steward"]
    first_seq: Annotated[int, Meta(ge=1, le=MOST_MOVES + 1)]
    last_seq: Seq


class SeatRecord(_Part, frozen=True):
    """Seat: ``index`` is the seat of the rules, ``position`` the order of joining."""

    index: Index
    position: Index
    name: Name
    kind: Literal["person", "bot"]
    score: Small | None
    place: Annotated[int, Meta(ge=1, le=MOST_SEATS)] | None
    resigned: bool
    tenures: Annotated[tuple[TenureRecord, ...], Meta(min_length=1, max_length=1000)]


class MoveRecord(_Part, frozen=True):
    """Move: the action of a seat, or the start, which has no seat. Sealed answers have a salt (hex) and a receipt."""

    seq: Seq
    seat: Index | None
    key: Annotated[str, Meta(max_length=60)]
    action: msgspec.Raw
    via: Literal["start", "page", "deadline", "steward", "bot"]
    at: Moment
    events: msgspec.Raw
    draws: msgspec.Raw
    salt: Hex16 | None = None
    receipt: Hex32 | None = None


class KeyRecord(_Part, frozen=True):
    """Key (hex) for the draws of all moves up to number ``until``, after those of the previous entry."""

    until: Seq
    key: Hex32


class GameRecord(_Part, frozen=True):
    """Finished game; ``words`` are in order of joining, times are UTC, all bytes are hex.

    ``name`` and ``visibility`` exist since format 2. ``seating`` exists only in format 3: the player at ``position`` p played
    seat p, and nothing was drawn for it. ``keys`` exists only in format 4, for practice games: their moves were drawn with
    other keys than the one derived from the secret. ``deal`` exists only in format 5: with the secret, it gives the key of all
    tables of a round. These records have no words, and their seats are those of the event's draw.
    """

    format: Literal["staffetta-record"]
    format_version: Literal[1, 2, 3, 4, 5]
    code: Annotated[str, Meta(pattern="^[2-9a-hjkmnp-z]{8}$", max_length=8)]
    game: Annotated[str, Meta(max_length=32)]
    version: Annotated[str, Meta(max_length=16)]
    options: msgspec.Raw
    ended_by: Literal["finished", "conceded", "agreed", "abandoned", "cancelled"]
    started_at: Moment
    ended_at: Moment
    commitment: Hex32
    secret: Hex32
    words: Annotated[tuple[Annotated[str, Meta(max_length=80)], ...], Meta(max_length=MOST_SEATS)]
    seats: Annotated[tuple[SeatRecord, ...], Meta(min_length=1, max_length=MOST_SEATS)]
    moves: Annotated[tuple[MoveRecord, ...], Meta(min_length=1, max_length=MOST_MOVES)]
    outcome: msgspec.Raw
    name: Annotated[str, Meta(max_length=80)] = ""
    visibility: Literal["public", "private"] = "public"
    deal: Deal | msgspec.UnsetType = msgspec.UNSET
    seating: Literal["rotated"] | msgspec.UnsetType = msgspec.UNSET
    keys: Annotated[tuple[KeyRecord, ...], Meta(max_length=MOST_MOVES)] | msgspec.UnsetType = msgspec.UNSET

    @property
    def rotates(self) -> bool:
        """True if the seats were moved on from an earlier game, not drawn."""
        return self.seating == "rotated"


class BadRecord(Exception):
    """Error: a record is refused. The message is the reason, in plain English for an admin."""


class _Head(msgspec.Struct):
    """First fields of every record in any format."""

    format: str = ""
    format_version: int = 0


_HEADS = msgspec.json.Decoder(_Head)
_RECORDS = msgspec.json.Decoder(GameRecord)


def read_record(raw: bytes) -> GameRecord:
    """Return a record from outside. The fields are checked, but not against the rules. Raises BadRecord."""
    if len(raw) > MOST_BYTES:
        raise BadRecord(f"it is larger than {MOST_BYTES // 1024 // 1024} MB")
    _check_head(_decoded(_HEADS, raw))
    record: GameRecord = _decoded(_RECORDS, raw)
    if record.keys is not msgspec.UNSET:
        raise BadRecord("only practice games have keys of their own")
    if record.rotates != (record.format_version in (ROTATED_FORMAT, DEAL_FORMAT)):
        raise BadRecord("its format does not fit how its seats were given")
    if (record.deal is not msgspec.UNSET) != (record.format_version == DEAL_FORMAT):
        raise BadRecord("its format does not fit how its key was made")
    _check_once(raw)
    if any(moment.utcoffset() != timedelta() for moment in moments(record)):
        raise BadRecord("its times are not in UTC")
    return record


def moments(record: GameRecord) -> list[datetime]:
    """Return all times in a record."""
    return [record.started_at, record.ended_at, *(move.at for move in record.moves)]


def canonical(raw: msgspec.Raw) -> str:
    """Return the game's own part in the form for hashing: no blanks, keys in the given order, minimal escapes; "" for null.

    Raises BadRecord.
    """
    try:
        value = msgspec.json.decode(raw)
        return "" if value is None else msgspec.json.encode(value).decode()
    except (msgspec.MsgspecError, RecursionError, OverflowError, ValueError) as fault:
        raise BadRecord(f"it is not a record: {fault}") from None


def same_game(one: GameRecord, other: GameRecord) -> bool:
    """Return whether two records are the same game, move for move; names, visibility and format version may differ."""
    return _comparable(one) == _comparable(other)


def schema() -> dict[str, Any]:
    """Return the record format as JSON Schema, for programs outside the site."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema"} | msgspec.json.schema(GameRecord)


def _check_head(head: _Head) -> None:
    if head.format != FORMAT:
        raise BadRecord("it is not a record of a game")
    if head.format_version == PRACTICE_FORMAT:
        raise BadRecord("it is of a practice game, which belongs to no archive")
    if not 1 <= head.format_version <= DEAL_FORMAT:
        raise BadRecord(f"its format is {head.format_version}, and those from 1 to {DEAL_FORMAT} can be read")


def _decoded(decoder: Any, raw: bytes) -> Any:
    try:
        return decoder.decode(raw)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as fault:
        raise BadRecord(f"it is not a record: {fault}") from None


def _check_once(raw: bytes) -> None:
    try:
        json.loads(raw, object_pairs_hook=_no_duplicates)
    except (ValueError, RecursionError) as fault:  # one parser may accept input that is too long or too deep for another parser
        raise BadRecord(f"it is not a record: {fault}") from None


def _no_duplicates(pairs: list[tuple[str, Any]]) -> None:
    """Refuse duplicate names. Parsers differ on whether the first or the last value counts."""
    if len(dict(pairs)) != len(pairs):
        raise BadRecord("a name stands twice in it")


_CALLED = ("format_version", "name", "visibility")


def _comparable(record: GameRecord) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(record))
    for seat in data["seats"]:
        for entry in (seat, *seat["tenures"]):
            del entry["name"]
    return {field: value for field, value in data.items() if field not in _CALLED}
