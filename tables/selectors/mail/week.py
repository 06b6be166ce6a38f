"""Content of a weekly email: a person's running games, and those that ended within the week before it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from accounts.models import User
from tables.models import Seat, Table
from tables.selectors.play import asking

WEEK = timedelta(days=7)


@dataclass(frozen=True)
class Week:
    """Seats with tables: in running games, those with open decisions first, and in ended games, newest first."""

    running: Sequence[Seat]
    finished: Sequence[Seat]

    @property
    def seats(self) -> Sequence[Seat]:
        """All seats."""
        return [*self.running, *self.finished]


def week_of(user: User, since: datetime) -> Week:
    """Return a user's running games and those that ended since then.

    The result is empty if there are no new moves, no ended games and no open decisions.
    """
    mine = Seat.objects.filter(user=user, table__practice=False).select_related("table")
    running = list(mine.filter(table__status=Table.Status.RUNNING).order_by("-table__moved_at", "pk"))
    ended = Q(table__status=Table.Status.ENDED, table__ended_at__gte=since)
    finished = list(mine.filter(ended).order_by("-table__ended_at", "pk"))
    waiting = asking.unanswered_by_table(user)
    is_news = any(seat.table_id in waiting or _moved(seat.table, since) for seat in running)
    if not finished and not is_news:
        return Week((), ())
    return Week(sorted(running, key=lambda seat: seat.table_id not in waiting), finished)


def tells_anything(user: User, told_at: datetime) -> bool:
    """Return whether a weekly email sent at that time would contain news."""
    return bool(week_of(user, since(told_at)).seats)


def since(told_at: datetime) -> datetime:
    """Return the start of the week covered by a weekly email sent at that time."""
    return told_at - WEEK


def _moved(table: Table, since: datetime) -> bool:
    return table.moved_at is not None and table.moved_at >= since
