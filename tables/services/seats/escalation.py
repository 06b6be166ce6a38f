"""What the holder of a seat that the steward plays can still do, and what becomes of a table that nobody plays at.

The way there: a reminder, the bank, then the fallback at the deadline. After more fallbacks in a row than the table excuses
``holding.give_to_stewards`` gives the seat to the steward and opens it to a substitute. With no person left who plays, bots
and stewards stop too: the game stays as it is for anyone who comes back, and is abandoned after a month.
"""

import logging
from datetime import datetime, timedelta

from django.db import DatabaseError, transaction
from django.db.models import Exists, OuterRef

from accounts.models import User
from tables.errors import Code, Refusal
from tables.models import Seat, SiteEvent, Table
from tables.selectors.play.tables import is_deserted
from tables.services.changes import record_change
from tables.services.locking import guarded, lock
from tables.services.play import holding
from tables.services.play.advance import finish
from tables.services.play.ending import end
from tables.services.play.locked_table import open_game

logger = logging.getLogger(__name__)

PATIENCE = timedelta(days=30)


def come_back(*, table_id: int, user: User, now: datetime) -> None:
    """Take one's seat back from the steward; nothing happens if one plays it already.

    Raises a Refusal: not_seated, not_running, ended, quarantined.
    """
    with guarded(table_id, now):
        locked = open_game(lock(table_id), now)
        seat = next((seat for seat in locked.seats.values() if seat.user_id == user.pk), None)
        if seat is None:
            raise Refusal(Code.NOT_SEATED)
        if seat.steward_since is None:
            return
        restarted = holding.give_to_person(locked, seat, user, SiteEvent.Kind.RETURNED)
        holding.resume_orders(seat)
        finish(locked, restarted)
        record_change(locked.table)


def pass_plans(*, table_id: int, user: User, passes: bool) -> None:
    """Say whether a substitute gets one's plans and notes. Raises Refusal: not_seated, unless the steward plays the seat."""
    with transaction.atomic():
        lock(table_id)
        if not Seat.objects.filter(table=table_id, user=user, steward_since__isnull=False).update(passes_plans=passes):
            raise Refusal(Code.NOT_SEATED)


def abandon_deserted(*, now: datetime) -> int:
    """End the tables at which nobody has played for a month, though every seat of a person stood open. Returns how many."""
    playing = Seat.objects.played_by_person().filter(table=OuterRef("table"))
    waiting = Seat.objects.filter(table=OuterRef("table"), opened_at__gt=now - PATIENCE)
    long_open = Seat.objects.filter(opened_at__lte=now - PATIENCE, table__status=Table.Status.RUNNING)
    deserted = long_open.filter(~Exists(playing), ~Exists(waiting), table__quarantined_at=None)
    return sum(_abandon(table_id, now) for table_id in set(deserted.values_list("table_id", flat=True)))


def _abandon(table_id: int, now: datetime) -> bool:
    try:
        with transaction.atomic():
            table = lock(table_id)
            if table.status != Table.Status.RUNNING or not is_deserted(table):
                return False
            end(table, list(table.seats.all()), ended_by=Table.EndedBy.ABANDONED, places={}, now=now)
    except DatabaseError as error:
        logger.warning("table %s: it is abandoned later: %s", table_id, type(error).__name__)
        return False
    return True
