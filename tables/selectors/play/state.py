"""What a viewer sees of a running or ended game. Nobody reads a true state here and hands it on."""

from typing import Any

import msgspec

from engines import contract
from engines.contract import Seen
from tables.models import Seat, Table
from tables.selectors import coding


class NotStarted(Exception):
    """The table has no position yet."""


class Unreadable(Exception):
    """What is stored as the position of a table (named by its code) is none."""


def seen(table: Table, seat: Seat | None) -> Seen[Any, Any]:
    """What the holder of ``seat`` sees, or an onlooker for None. Raises NotStarted before the start, Unreadable."""
    if not table.state:
        raise NotStarted(table.code)
    try:
        true = coding.state(table.game, table.state)
    except msgspec.DecodeError:
        raise Unreadable(table.code) from None
    index = None if seat is None or seat.table_id != table.pk else seat.index
    return contract.view(true, index)
