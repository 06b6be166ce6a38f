"""What a viewer sees of a running or ended game. Nobody reads a true state here and hands it on."""

from typing import Any

from engines import contract
from engines.contract import Seen
from tables.models import Seat, Table
from tables.selectors import coding


class NotStarted(Exception):
    """The table has no position yet."""


def seen(table: Table, seat: Seat | None) -> Seen[Any, Any]:
    """What the holder of ``seat`` sees, or an onlooker for None. Raises NotStarted before the start."""
    if not table.state:
        raise NotStarted(table.code)
    true = coding.state(table.game, table.state)
    index = None if seat is None or seat.table_id != table.pk else seat.index
    return contract.view(true, index)
