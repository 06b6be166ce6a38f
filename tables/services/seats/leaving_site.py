"""Anyone who deletes their account leaves all tables; finished games keep a pseudonym, the same one everywhere.

Every table is left in a transaction of its own under its lock. What is said in the end, in the transaction that deletes the
account, touches no game that somebody still plays in.
"""

import json
from datetime import datetime
from typing import Any

from django.db.models import Q

from accounts.models import User
from tables import pseudonyms
from tables.errors import Quarantined
from tables.models import Draft, FiledAnswer, Notification, Seat, SiteEvent, StandingOrder, Table, Tenure
from tables.services import queue
from tables.services.archive import rating
from tables.services.changes import record_change
from tables.services.clubs import members
from tables.services.lobby import practice, tables
from tables.services.locking import guarded, lock
from tables.services.play import ending, holding
from tables.services.play.locked_table import open_game

Status = Table.Status


def on_deletion_requested(user: User, now: datetime, **_more: Any) -> None:
    """Receives ``account_deletion_requested``."""
    practice.delete_tables(user)
    members.leave_all(user=user, now=now)
    leave_tables(user=user, now=now)


def on_deletion(user: User, now: datetime, **_more: Any) -> None:
    """Receives ``account_deletion``. A table that they have sat down at in the meantime is left like the others."""
    members.leave_all(user=user, now=now)
    leave_tables(user=user, now=now)
    forget_person(user=user)


def leave_tables(*, user: User, now: datetime) -> None:
    """Give back the places at tables that wait, and leave the games that run as by resigning: nobody takes them up again."""
    for table_id in _unfinished(user):
        try:
            _leave(table_id, user, now)
        except Quarantined:
            _leave(table_id, user, now)


def forget_person(*, user: User) -> None:
    """Take what was theirs alone out of their seats, and put a new pseudonym wherever they played.

    Call it in the transaction that deletes the account.
    """
    _lock_tables(user)
    pseudonym = _unused()
    ended = Table.objects.finished().filter(seats__user=user)
    for table_id in ended.values_list("pk", flat=True):
        queue.later("archive_game", table_id)
    for rows in (Draft, FiledAnswer, StandingOrder):
        rows.objects.filter(seat__user=user).delete()
    _name_events(user, pseudonym)
    rating.keep_under_pseudonym(user_id=user.pk, pseudonym=pseudonym)
    Tenure.objects.filter(user=user).update(user=None, pseudonym=pseudonym)
    Seat.objects.filter(user=user).update(user=None, pseudonym=pseudonym, notes="", passes_plans=False)


def _lock_tables(user: User) -> None:
    """Before their seats, as whoever plays there does: or a substitute would hold the table and wait for the seat, and this
    would wait for the table, which forgets its host.
    """
    theirs = Q(host=user) | Q(pk__in=Seat.objects.filter(user=user).values("table"))
    list(Table.objects.select_for_update(no_key=True).filter(theirs).order_by("pk").values_list("pk", flat=True))


def _unfinished(user: User) -> list[int]:
    mine = Seat.objects.filter(user=user, resigned_at=None, table__status__in=(Status.WAITING, Status.RUNNING))
    return sorted(mine.values_list("table_id", flat=True))


def _leave(table_id: int, user: User, now: datetime) -> None:
    with guarded(table_id, now):
        table = lock(table_id)
        seat = table.seats.filter(user=user).first()
        if table.status == Status.WAITING and seat is not None:
            tables.leave_table(table_id=table_id, user=user, now=now)
        elif table.status == Status.RUNNING and seat is not None:
            _leave_game(table, seat, user, now)
        # Nobody is left to be told.
        Notification.objects.filter(recipient=user, table=table_id).delete()


def _leave_game(table: Table, seat: Seat, user: User, now: datetime) -> None:
    if table.quarantined_at:
        holding.vacate(table, seat, now)
        record_change(table)
    elif seat.resigned_at is None:
        ending.leave(open_game(table, now), user)
    holding.forget_plans(seat)


def _unused() -> str:
    pseudonym = pseudonyms.new()
    while Seat.objects.filter(pseudonym=pseudonym).exists() or Tenure.objects.filter(pseudonym=pseudonym).exists():
        pseudonym = pseudonyms.new()
    return pseudonym


def _name_events(user: User, pseudonym: str) -> None:
    """What the log says of them beside the moves goes on with a name: somebody else may sit there now."""
    events = list(SiteEvent.objects.filter(user=user))
    for event in events:
        event.facts = json.dumps({**json.loads(event.facts), SiteEvent.PSEUDONYM: pseudonym}, sort_keys=True)
    SiteEvent.objects.bulk_update(events, ["facts"], batch_size=500)
