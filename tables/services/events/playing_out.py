"""Tables without their players: those who withdrew leave them, and stewards play overdue rounds to their end."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from engines.contract import When
from tables.errors import Quarantined
from tables.models import Decision, Entry, EventTable, SiteEvent, Table
from tables.services.changes import record_change
from tables.services.events import results
from tables.services.events.entering import leave_tables
from tables.services.events.locking import lock
from tables.services.locking import guarded
from tables.services.locking import lock as lock_table
from tables.services.play import bots, decisions, holding
from tables.services.play.locked_table import open_game


def play_out(*, event_id: int, now: datetime) -> bool:
    """Have the steward play for those whom a table waits for after the end of its round. Return whether anything changed.

    A table that is put on hold by then gets a shared result.
    """
    changed = _leave_for_withdrawn(event_id, now)
    overdue = EventTable.objects.filter(round__event=event_id, round__ends_at__lte=now, round__ended_at=None, places=[])
    for row in overdue.filter(table__status=Table.Status.RUNNING).select_related("table").order_by("pk"):
        assert row.table is not None, "the query joins the table"
        if row.table.quarantined_at:
            changed |= _share(event_id, row.pk)
            continue
        try:
            changed |= _play_on(row.table.pk, now)
        except Quarantined:
            changed = True
    return changed


def _play_on(table_id: int, now: datetime) -> bool:
    """Hand over seats and have the stewards move, until the table ends. Return whether anything was handed over.

    Otherwise each player would be asked for a moment, and would get a letter.
    """
    is_changed = False
    while _hand_over(table_id, now):
        is_changed = True
        while waiting := _automatic(table_id):
            if not sum(bots.think(table_id=table_id, seat_id=row.seat_id, key=row.key, now=now) for row in waiting):
                break
    return is_changed


def _automatic(table_id: int) -> Sequence[Decision]:
    """Return the open decisions of bots and stewards."""
    waiting = (
        Decision.objects.open().unanswered().filter(table=table_id, when=When.NOW.value, table__status=Table.Status.RUNNING)
    )
    rows = waiting.filter(table__quarantined_at=None).select_related("seat").order_by("pk")
    return [row for row in rows if row.seat.is_automatic]


def _hand_over(table_id: int, now: datetime) -> bool:
    """Give the seats that a table waits for to the steward. Return whether there were any."""
    waiting = Decision.objects.open().unanswered().filter(table=table_id, when=When.NOW.value)
    persons = waiting.filter(seat__steward_since=None, seat__resigned_at=None, seat__bot="")
    if not persons.exists():
        return False
    with guarded(table_id, now):
        table = lock_table(table_id)
        if table.status != Table.Status.RUNNING or table.quarantined_at:
            return False
        locked = open_game(table, now)
        asked = {pending.seat for pending in locked.pending() if pending.when is When.NOW}
        seats = [seat for index, seat in locked.seats.items() if index in asked and not seat.is_automatic]
        restarted = [row for seat in seats for row in holding.give_to_steward(locked, seat, SiteEvent.Kind.ROUND_OVER)]
        decisions.wake(locked, restarted)
        record_change(table)
    return bool(seats)


def _share(event_id: int, row_id: int) -> bool:
    with transaction.atomic():
        lock(event_id)
        row = EventTable.objects.get(pk=row_id)
        if row.places:
            return False
        row.places, row.points = results.shared(len(row.players))
        row.adjudicated = True
        row.save(update_fields=["places", "points", "adjudicated"])
    return True


def _leave_for_withdrawn(event_id: int, now: datetime) -> bool:
    """Leave the tables of players who have withdrawn, if that was interrupted or their table was opened since."""
    left = Entry.objects.filter(event=event_id, left_at__isnull=False, user__isnull=False)
    running = Table.objects.at_play().filter(event=event_id, seats__resigned_at=None)
    people = left.filter(user__in=running.values("seats__user")).select_related("user")
    for entry in people:
        assert entry.user is not None, "the query asks for a user"
        leave_tables(event_id=event_id, user=entry.user, now=now)
    return bool(people)
