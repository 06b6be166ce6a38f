"""Spectator chat of a public game, and the rights to read and write it."""

from collections.abc import Sequence

from accounts.models import User
from tables.models import OnlookerLine, Table, Tenure

NEWEST = 100


def may_read(table: Table, reader: User | None) -> bool:
    """Return whether the reader may see the chat.

    After the game, everyone who can see the table may; before that, people with an account and without a seat.
    """
    if not has_talk(table):
        return False
    if table.status == Table.Status.ENDED:
        return True
    return reader is not None and not reader.is_guest and not table.seats.filter(user=reader).exists()


def may_write(table: Table, user: User | None) -> bool:
    """Return whether a user may write: during a public game, if they may read and have never played in it.

    Such users know only public facts.
    """
    if table.status != Table.Status.RUNNING or user is None or not may_read(table, user):
        return False
    return not Tenure.objects.filter(seat__table=table, user=user).exists()


def has_talk(table: Table) -> bool:
    """Return whether the table has a spectator chat."""
    is_watched = table.visibility == Table.Visibility.PUBLIC and table.started_at is not None
    return is_watched and not table.practice and table.imported_at is None


def lines(table: Table, *, before: int | None = None) -> Sequence[OnlookerLine]:
    """Return the newest lines, or those before a number, oldest first, with their authors."""
    messages = OnlookerLine.objects.filter(table=table).select_related("user")
    earlier = messages if before is None else messages.filter(pk__lt=before)
    return list(earlier.order_by("-pk")[:NEWEST])[::-1]
