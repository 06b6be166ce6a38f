"""Practice: one person against bots, a guest too.

A practice table has no clock and tells nobody, and goes when nobody comes back to it.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from tables.models import Decision, Move, PlanNode, Seat, SiteEvent, Table, Tenure
from tables.services.lobby.tables import create_practice
from tables.services.locking import lock
from tables.services.play import at_once

# So long a table is left alone that nobody keeps.
KEPT = timedelta(days=7)
BATCH = 100


def open_practice(*, user: User, game: str, seats: int, options: Mapping[str, Any], token: str = "", now: datetime) -> Table:
    """A practice table at which the first bots have moved. Raises a Refusal as ``create_practice``."""
    with at_once.opening(now) as opened:
        table = create_practice(user=user, game=game, seats=seats, options=options, token=token, now=now)
        opened.append(table.pk)
    return table


def take_over(guest: User, user: User, **_more: Any) -> None:
    """Receives ``guest_joined``: the practice of a guest is that of an account from now on."""
    mine = Table.objects.filter(practice=True, seats__user=guest)
    for table_id in list(mine.order_by("pk").values_list("pk", flat=True)):
        _hand_over(lock(table_id), guest, user)


def _hand_over(table: Table, guest: User, user: User) -> None:
    seats = Seat.objects.filter(table=table, user=guest)
    Tenure.objects.filter(seat__in=seats.values("pk"), user=guest).update(user=user)
    for rows in (Move, SiteEvent):
        rows.objects.filter(table=table, user=guest).update(user=user)
    PlanNode.objects.filter(table=table, owner=guest).update(owner=user)
    Decision.objects.filter(table=table, holder=guest).update(holder=user)
    Table.objects.filter(pk=table.pk, host=guest).update(host=user)
    seats.update(user=user)


def leave_all(guest: User, **_more: Any) -> None:
    """Receives ``guest_left``: what a guest has begun goes with them."""
    delete_tables(guest)


def delete_tables(user: User) -> None:
    """Delete the practice tables of somebody who leaves, kept or not."""
    for table in Table.objects.filter(practice=True, seats__user=user).order_by("pk"):
        table.delete()


def keep(*, table_id: int, user: User, keeps: bool) -> bool:
    """Keep a practice table for good, or no longer; whether that is ``user``'s to say. Guests keep none: they go themselves."""
    mine = Table.objects.filter(pk=table_id, practice=True, seats__user=user)
    return not user.is_guest and bool(mine.update(kept=keeps))


def forget_unused(*, now: datetime, limit: int = 5000) -> int:
    """Delete practice tables at which nobody has moved for long and that nobody keeps. Returns how many."""
    gone = 0
    while gone < limit and (ids := list(_unused(now).order_by("moved_at", "pk").values_list("pk", flat=True)[:BATCH])):
        done = sum(_forget(pk, now) for pk in ids)
        gone += done
        if not done:
            break
    return gone


def _unused(now: datetime) -> QuerySet[Table]:
    return Table.objects.filter(practice=True, kept=False, moved_at__lte=now - KEPT)


def _forget(table_id: int, now: datetime) -> bool:
    with transaction.atomic():
        table = _unused(now).select_for_update(of=("self",)).filter(pk=table_id).first()
        if table is None:
            return False
        table.delete()
        return True
