"""Practice games: one person, even a guest, against bots, or several people at one screen.

A practice table has no clocks and sends no notifications. It is deleted if nobody returns to it.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from tables.models import Decision, Move, PlanNode, Seat, SiteEvent, Table, Tenure
from tables.services.lobby.tables import create_practice
from tables.services.locking import lock
from tables.services.play import at_once

# Time after the last move until a practice table that is not kept is deleted.
KEPT = timedelta(days=7)
BATCH = 100


def open_practice(
    *,
    user: User,
    game: str,
    seats: int,
    options: Mapping[str, Any],
    bots: Sequence[str] = (),
    levels: Sequence[str] = (),
    people: Sequence[str] = (),
    token: str = "",
    now: datetime,
) -> Table:
    """Open a practice table and play the bots' first moves. Raises the Refusals of ``create_practice``."""
    with at_once.opening(now) as opened:
        table = create_practice(
            user=user,
            game=game,
            seats=seats,
            options=options,
            bots=bots,
            levels=levels,
            people=people,
            token=token,
            now=now,
        )
        opened.append(table.pk)
    return table


def take_over(guest: User, user: User, **_more: Any) -> None:
    """Handle ``guest_joined``: move the guest's practice tables and planned variations to the account."""
    guest_tables = Table.objects.filter(practice=True, host=guest)
    for table_id in list(guest_tables.order_by("pk").values_list("pk", flat=True)):
        _hand_over(lock(table_id), guest, user)
    PlanNode.objects.filter(owner=guest).update(owner=user)


def _hand_over(table: Table, guest: User, user: User) -> None:
    seats = Seat.objects.filter(table=table, user=guest)
    Tenure.objects.filter(seat__in=seats.values("pk"), user=guest).update(user=user)
    for rows in (Move, SiteEvent):
        rows.objects.filter(table=table, user=guest).update(user=user)
    Decision.objects.filter(table=table, holder=guest).update(holder=user)
    Table.objects.filter(pk=table.pk, host=guest).update(host=user)
    seats.update(user=user)


def leave_all(guest: User, **_more: Any) -> None:
    """Handle ``guest_left``: delete the guest's practice tables."""
    delete_tables(guest)


def delete_tables(user: User) -> None:
    """Delete the practice tables of a user who leaves, even kept ones."""
    for table in Table.objects.filter(practice=True, host=user).order_by("pk"):
        _delete(table)


def keep(*, table_id: int, user: User, keeps: bool) -> bool:
    """Set whether a practice table is kept for good. Return whether ``user`` can do so; guests cannot."""
    own_table = Table.objects.filter(pk=table_id, practice=True, host=user)
    return not user.is_guest and bool(own_table.update(kept=keeps))


def forget_unused(*, now: datetime, limit: int = 5000) -> int:
    """Delete practice tables that are unused and not kept. Return their number."""
    deleted = 0
    while deleted < limit and (ids := list(_unused(now).order_by("moved_at", "pk").values_list("pk", flat=True)[:BATCH])):
        count = sum(_forget(pk, now) for pk in ids)
        deleted += count
        if not count:
            break
    return deleted


def _unused(now: datetime) -> QuerySet[Table]:
    return Table.objects.filter(practice=True, kept=False, moved_at__lte=now - KEPT)


def _forget(table_id: int, now: datetime) -> bool:
    with transaction.atomic():
        table = _unused(now).select_for_update(of=("self",)).filter(pk=table_id).first()
        if table is None:
            return False
        _delete(table)
        return True


@transaction.atomic
def _delete(table: Table) -> None:
    """Delete a table, and the guests at its host's screen who have no seat at another table."""
    ids = list(User.objects.filter(seats__table=table, guest_since__isnull=False).values_list("pk", flat=True))
    table.delete()
    if table.hot_seat:
        User.objects.filter(pk__in=ids, seats=None).delete()
