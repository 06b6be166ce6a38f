"""Tables of a club, as far as the reader may see them."""

from collections.abc import Sequence

from accounts.models import User
from tables.models import Club, Table
from tables.models.play import TableQuerySet
from tables.selectors.people import relations

MOST_LIVE, MOST_FINISHED = 60, 100


def live(club: Club, reader: User | None, *, is_member: bool) -> Sequence[Table]:
    """Return waiting and running tables with their seats: waiting ones first, then by latest move.

    People who are not members see only public tables. Waiting tables with a person who is kept apart from the reader by a block
    are left out.
    """
    tables = visible_tables(club, is_member=is_member).filter(status__in=[Table.Status.WAITING, Table.Status.RUNNING])
    rows = list(tables.prefetch_related("seats__user", "seats__reserved_for").order_by("-moved_at", "-pk")[:MOST_LIVE])
    if apart := relations.apart_from(reader):
        rows = [table for table in rows if table.status == Table.Status.RUNNING or not apart & _people(table)]
    return sorted(rows, key=lambda table: table.status != Table.Status.WAITING)


def _people(table: Table) -> set[int | None]:
    return {table.host_id, *(seat.user_id for seat in table.seats.all())}


def visible_tables(club: Club, *, is_member: bool) -> TableQuerySet:
    """Return all tables of the club that members, or everyone, may see."""
    visible = Table.objects.listed().select_related("host").filter(club=club)
    return visible if is_member else visible.filter(visibility=Table.Visibility.PUBLIC)
