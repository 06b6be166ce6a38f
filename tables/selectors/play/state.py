"""What a viewer sees of a running or ended game. Nobody reads a true state here and hands it on."""

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
    """The table has no position yet."""


class Unreadable(Exception):
    """What is stored as the position of a table (named by its code) is none; its cause is CannotOpen where it is sealed."""


@dataclass(frozen=True)
class Position:
    """What lies open before everybody at a table after its move ``seq``."""

    table_id: int
    code: str
    game: str
    seats: int
    seq: int
    public: Any


def positions(tables: Collection[int]) -> Sequence[Position]:
    """Of the tables with these ids those that have begun and can be read; in one query."""
    found = []
    for table_id, code, game, seats, seq, text in _positions(tables):
        try:
            true = coding.state(game, opened(Table, "state", text, code))
        except msgspec.DecodeError:
            continue
        found.append(Position(table_id, code, game, seats, seq, contract.view(true, None).public))
    return found


@statements.read
def _positions(tables: Collection[int]) -> QuerySet[Table, Any]:
    begun = Table.objects.filter(pk__in=tables).exclude(started_at=None)
    return begun.values_list("pk", "code", "game", "seat_count", "seq", "state")


def seen(table: Table, seat: Seat | None) -> Seen[Any, Any]:
    """What the holder of ``seat`` sees, or an onlooker for None. Raises NotStarted before the start, Unreadable."""
    if not table.state:
        raise NotStarted(table.code)
    try:
        true = coding.state(table.game, table.state)
    except msgspec.DecodeError as error:
        raise Unreadable(table.code) from (error if isinstance(error, CannotOpen) else None)
    index = None if seat is None or seat.table_id != table.pk else seat.index
    return contract.view(true, index)
