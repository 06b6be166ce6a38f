"""Views of a running or ended game. No function here returns a true state."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db.models import QuerySet

from config.database import statements
from config.safe.sealing import CannotOpen
from engines import contract
from engines.contract import Seen
from tables.models import Seat, Table
from tables.models.hidden import opened
from tables.selectors import coding


class NotStarted(Exception):
    """Error: the table has no position yet."""


class Unreadable(Exception):
    """Error: the stored position of a table (named by its code) is invalid. Its cause is CannotOpen if it is sealed."""


@dataclass(frozen=True)
class Position:
    """Public position of a table after its move ``seq``."""

    table_id: int
    code: str
    game: str
    seats: int
    seq: int
    public: Any


def positions(tables: Collection[int]) -> Sequence[Position]:
    """Return the public positions of the started and readable tables among these ids, in one query."""
    readable = []
    for table_id, code, game, seats, seq, text in _positions(tables):
        try:
            full_state = coding.state(game, opened(Table, "state", text, code))
        except msgspec.DecodeError:
            continue
        readable.append(Position(table_id, code, game, seats, seq, contract.view(full_state, None).public))
    return readable


@statements.read
def _positions(tables: Collection[int]) -> QuerySet[Table, Any]:
    started = Table.objects.filter(pk__in=tables).exclude(started_at=None)
    return started.values_list("pk", "code", "game", "seat_count", "seq", "state")


def seen(table: Table, seat: Seat | None) -> Seen[Any, Any]:
    """Return the view of the player of ``seat``; None is a spectator.

    Raises NotStarted before the start, and Unreadable if the stored position is invalid.
    """
    if not table.state:
        raise NotStarted(table.code)
    try:
        full_state = coding.state(table.game, table.state)
    except msgspec.DecodeError as error:
        raise Unreadable(table.code) from (error if isinstance(error, CannotOpen) else None)
    index = None if seat is None or seat.table_id != table.pk else seat.index
    return contract.view(full_state, index)
