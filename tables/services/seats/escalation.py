"""Return of a holder to a seat played by the steward, and the end of deserted tables.

The earlier steps are a reminder, the use of the time bank, and the default move at the deadline. After more missed deadlines in
a row than the table excuses, the steward gets the seat (``holding.give_to_stewards``). The seat is open to a substitute then.
If no person plays any more, bots and stewards stop too. The game waits for a return and is abandoned after a month.
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

ABANDONED_AFTER = timedelta(days=30)


def come_back(*, table_id: int, user: User, now: datetime) -> None:
    """Take a seat back from the steward; do nothing if the user already plays it.

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
    """Set whether a substitute gets the user's plans and notes. Raises Refusal: not_seated, unless the steward plays the
    seat.
    """
    with transaction.atomic():
        lock(table_id)
        if not Seat.objects.filter(table=table_id, user=user, steward_since__isnull=False).update(passes_plans=passes):
            raise Refusal(Code.NOT_SEATED)


def abandon_deserted(*, now: datetime) -> int:
    """Abandon tables at which no person plays and no seat was opened in the last month. Return their number."""
    playing = Seat.objects.played_by_person().filter(table=OuterRef("table"))
    recently_opened = Seat.objects.filter(table=OuterRef("table"), opened_at__gt=now - ABANDONED_AFTER)
    long_open = Seat.objects.filter(opened_at__lte=now - ABANDONED_AFTER, table__status=Table.Status.RUNNING)
    deserted = long_open.filter(~Exists(playing), ~Exists(recently_opened), table__quarantined_at=None)
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
