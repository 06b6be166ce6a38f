"""The tables of a club, as far as somebody may see them."""

from collections.abc import Sequence

from django.db.models import QuerySet

from accounts.models import User
from tables.models import Club, Table
from tables.selectors.people import relations

MOST_LIVE, MOST_FINISHED = 60, 100


def live(club: Club, reader: User | None, *, is_member: bool) -> Sequence[Table]:
    """Those that wait or run, what waits first, then the latest move, with their seats; for others the public ones alone.

    Tables that wait are left out where somebody sits who is kept from the reader.
    """
    tables = seen(club, is_member=is_member).filter(status__in=[Table.Status.WAITING, Table.Status.RUNNING])
    rows = list(tables.prefetch_related("seats__user", "seats__reserved_for").order_by("-moved_at", "-pk")[:MOST_LIVE])
    if apart := relations.apart_from(reader):
        rows = [table for table in rows if table.status == Table.Status.RUNNING or not apart & _people(table)]
    return sorted(rows, key=lambda table: table.status != Table.Status.WAITING)


def _people(table: Table) -> set[int | None]:
    return {table.host_id, *(seat.user_id for seat in table.seats.all())}


def seen(club: Club, *, is_member: bool) -> QuerySet[Table]:
    """All its tables that members, or everybody, may see."""
    tables = Table.objects.listed().select_related("host").filter(club=club)
    return tables if is_member else tables.filter(visibility=Table.Visibility.PUBLIC)
