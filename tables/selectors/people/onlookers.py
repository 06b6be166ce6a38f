"""What onlookers say among themselves at a public game, and who may read and write it."""

from collections.abc import Sequence

from accounts.models import User
from tables.models import OnlookerLine, Table, Tenure

NEWEST = 100


def may_read(table: Table, reader: User | None) -> bool:
    """Once the game is over whoever may see the table; until then those with an account who do not sit there."""
    if not has_talk(table):
        return False
    if table.status == Table.Status.ENDED:
        return True
    return reader is not None and not reader.is_guest and not table.seats.filter(user=reader).exists()


def may_write(table: Table, user: User | None) -> bool:
    """While a public game runs, those who may read and have never played in it: they know nothing but what all know."""
    if table.status != Table.Status.RUNNING or user is None or not may_read(table, user):
        return False
    return not Tenure.objects.filter(seat__table=table, user=user).exists()


def has_talk(table: Table) -> bool:
    """Whether onlookers talk at this table."""
    is_watched = table.visibility == Table.Visibility.PUBLIC and table.started_at is not None
    return is_watched and not table.practice and table.imported_at is None


def lines(table: Table, *, before: int | None = None) -> Sequence[OnlookerLine]:
    """Return the newest lines, or those before the line of this number, oldest first, with their authors."""
    said = OnlookerLine.objects.filter(table=table).select_related("user")
    earlier = said if before is None else said.filter(pk__lt=before)
    return list(earlier.order_by("-pk")[:NEWEST])[::-1]
