"""Deletion of accounts: the user leaves all tables, and has one pseudonym in all finished games.

After the request, each table is left in its own transaction under its lock. The transaction that deletes the account leaves
the tables joined since then, and puts the pseudonym in place of the user.
"""

import json
from datetime import datetime
from typing import Any

from django.db.models import Q

from accounts.models import User
from tables import pseudonyms
from tables.errors import Quarantined
from tables.models import Draft, Entry, FiledAnswer, Notification, Seat, SiteEvent, StandingOrder, Table, Tenure, Webhook
from tables.services import queue
from tables.services.archive import rating
from tables.services.changes import record_change
from tables.services.clubs import members
from tables.services.events import entering
from tables.services.lobby import practice, tables
from tables.services.locking import guarded, lock
from tables.services.play import ending, holding
from tables.services.play.locked_table import open_game

Status = Table.Status


def on_deletion_requested(user: User, now: datetime, **_more: Any) -> None:
    """Handle ``account_deletion_requested``: delete practice tables, and leave clubs and tables."""
    practice.delete_tables(user)
    members.leave_all(user=user, now=now)
    entering.withdraw_everywhere(user=user, now=now)
    leave_tables(user=user, now=now)


def on_deletion(user: User, now: datetime, **_more: Any) -> None:
    """Handle ``account_deletion``: leave clubs and tables joined since the request, and forget the user."""
    members.leave_all(user=user, now=now)
    entering.withdraw_everywhere(user=user, now=now)
    leave_tables(user=user, now=now)
    forget_person(user=user)


def leave_tables(*, user: User, now: datetime) -> None:
    """Give back seats at waiting tables, and resign from running games, without a way back."""
    for table_id in _unfinished(user):
        try:
            _leave(table_id, user, now)
        except Quarantined:
            _leave(table_id, user, now)


def forget_person(*, user: User) -> None:
    """Delete the user's private data from their seats, and replace the user with a new pseudonym in all games.

    Call it in the transaction that deletes the account.
    """
    _lock_tables(user)
    pseudonym = _unused()
    ended = Table.objects.finished().filter(seats__user=user)
    for table_id in ended.values_list("pk", flat=True):
        queue.later("archive_game", table_id)
    for rows in (Draft, FiledAnswer, StandingOrder):
        rows.objects.filter(seat__user=user).delete()
    Webhook.objects.filter(table__isnull=False, made_by=user).delete()
    _name_events(user, pseudonym)
    rating.keep_under_pseudonym(user_id=user.pk, pseudonym=pseudonym)
    Tenure.objects.filter(user=user).update(user=None, pseudonym=pseudonym)
    Entry.objects.filter(user=user).update(user=None, pseudonym=pseudonym)
    Seat.objects.filter(user=user).update(user=None, pseudonym=pseudonym, notes="", passes_plans=False)


def _lock_tables(user: User) -> None:
    """Lock the tables before their seats, as players do.

    Otherwise a deadlock is possible: a substitute holds the table and waits for the seat. The deletion holds the seat and waits
    for the table, to clear its host.
    """
    own_tables = Q(host=user) | Q(pk__in=Seat.objects.filter(user=user).values("table"))
    list(Table.objects.select_for_update(no_key=True).filter(own_tables).order_by("pk").values_list("pk", flat=True))


def _unfinished(user: User) -> list[int]:
    seats = Seat.objects.filter(user=user, resigned_at=None, table__status__in=(Status.WAITING, Status.RUNNING))
    return sorted(seats.values_list("table_id", flat=True))


def _leave(table_id: int, user: User, now: datetime) -> None:
    with guarded(table_id, now):
        table = lock(table_id)
        seat = table.seats.filter(user=user).first()
        if table.status == Status.WAITING and seat is not None:
            tables.leave_table(table_id=table_id, user=user, now=now)
        elif table.status == Status.RUNNING and seat is not None:
            _leave_game(table, seat, user, now)
        # The account is leaving, so nobody is left to notify.
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
    """Keep the user's pseudonym in log events, because somebody else may have the seat now."""
    events = list(SiteEvent.objects.filter(user=user))
    for event in events:
        event.facts = json.dumps({**json.loads(event.facts), SiteEvent.PSEUDONYM: pseudonym}, sort_keys=True)
    SiteEvent.objects.bulk_update(events, ["facts"], batch_size=500)
