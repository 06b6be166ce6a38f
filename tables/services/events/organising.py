"""Actions of an event's organiser while it runs. Each has a reason and appears in the event's chronicle."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import F

from accounts import names
from accounts.models import User
from tables.errors import Code, NotRunning, Refusal
from tables.models import Entry, Event, EventNote, EventTable, Seat, Table, Tenure
from tables.selectors.events import entering as entries
from tables.services import suspensions, texts
from tables.services.changes import record_change, wake_event
from tables.services.events.locking import lock
from tables.services.events.opening import LONGEST_REASON, may_organise
from tables.services.locking import guarded
from tables.services.locking import lock as lock_table
from tables.services.once import create_once
from tables.services.play import holding
from tables.services.play.advance import finish
from tables.services.play.ending import end
from tables.services.play.locked_table import open_game

Kind = EventNote.Kind
# Days by which an organiser may prolong an event in all.
MOST_PROLONGED = 7


def prolong(*, event_id: int, by: User, reason: str, token: str = "", now: datetime) -> EventNote:
    """Move the end of all running rounds by a day. ``token``: as in ``create_once``.

    Raises a Refusal: not_organiser, event_over, prolonged_enough, no_reason, too_long, bad_character.
    """
    make = partial(_prolong, event_id, by, texts.reason(reason, LONGEST_REASON), now)
    return create_once(EventNote, user_id=by.pk, token=token, content=("prolong", event_id, reason), now=now, make=make)


def replace(*, event_id: int, by: User, entry: int, name: str, reason: str, token: str = "", now: datetime) -> EventNote:
    """Give an entry to the person with this name, who takes over the player's running tables. Results so far stay.

    ``token``: as in ``create_once``. Raises a Refusal: not_organiser, event_over, not_entered, unknown_person,
    already_entered, results_stand, suspended, no_reason, too_long, bad_character.
    """
    make = partial(_replace, event_id, by, entry, name, texts.reason(reason, LONGEST_REASON), now)
    note = create_once(EventNote, user_id=by.pk, token=token, content=("replace", entry, name, reason), now=now, make=make)
    row = Entry.objects.select_related("user").get(pk=entry)
    if row.user is not None:
        _take_seats(event_id, row, row.user, now)
    return note


def adjudicate(
    *, event_id: int, by: User, table: int, places: Sequence[int], reason: str, token: str = "", now: datetime
) -> EventNote:
    """End a running table with these places of its players, in their order. ``table`` is the id of its EventTable.

    ``token``: as in ``create_once``. Raises a Refusal: not_organiser, event_over, not_running, ended, plays_there, bad_places,
    no_reason, too_long, bad_character.
    """
    make = partial(_adjudicate, event_id, by, table, list(places), texts.reason(reason, LONGEST_REASON), now)
    content = ("adjudicate", table, list(places), reason)
    return create_once(EventNote, user_id=by.pk, token=token, content=content, now=now, make=make)


def _organised(event_id: int, by: User) -> Event:
    """Return the locked running event. Raises a Refusal: no_event, not_organiser, event_over."""
    event = lock(event_id)
    if not may_organise(event, by):
        raise Refusal(Code.NOT_ORGANISER)
    if event.stage != Event.Stage.RUNNING:
        raise Refusal(Code.EVENT_OVER)
    return event


def _prolong(event_id: int, by: User, reason: str, now: datetime) -> EventNote:
    with transaction.atomic():
        event = _organised(event_id, by)
        if event.prolonged_days >= MOST_PROLONGED:
            raise Refusal(Code.PROLONGED_ENOUGH, most=MOST_PROLONGED)
        event.prolonged_days += 1
        event.save(update_fields=["prolonged_days"])
        event.rounds.filter(ended_at=None).update(ends_at=F("ends_at") + timedelta(days=1))
        wake_event(event.pk, now)
        return EventNote.objects.create(event=event, kind=Kind.PROLONGED, by=by, reason=reason, at=now)


def _replace(event_id: int, by: User, entry_id: int, name: str, reason: str, now: datetime) -> EventNote:
    user = User.objects.filter(name_key=names.folded(name), is_active=True, guest_since=None).exclude(name_key="").first()
    if user is None:
        raise Refusal(Code.UNKNOWN_PERSON)
    with transaction.atomic():
        event = _organised(event_id, by)
        entry = event.entries.filter(pk=entry_id).first()
        if entry is None:
            raise Refusal(Code.NOT_ENTERED)
        suspensions.check(user, now)
        if entries.entry_of(event, user) is not None or _knows_deal(event, user):
            raise Refusal(Code.ALREADY_ENTERED)
        if any(entry.number in row.gone for row in EventTable.objects.filter(round__event=event).exclude(gone=[])):
            raise Refusal(Code.RESULTS_STAND)
        entry.user, entry.pseudonym, entry.left_at = user, "", None
        with suppress(IntegrityError):
            entry.save(update_fields=["user", "pseudonym", "left_at"])
        return EventNote.objects.create(event=event, kind=Kind.REPLACED, by=by, user=user, reason=reason, at=now)


def _knows_deal(event: Event, user: User) -> bool:
    """Return whether a person has played at a table whose deal other tables still play."""
    return Tenure.objects.filter(seat__table__event=event, seat__table__is_withheld=True, user=user).exists()


def _take_seats(event_id: int, entry: Entry, user: User, now: datetime) -> None:
    """Seat the new player at the running tables of an entry, each in its own transaction."""
    running = EventTable.objects.filter(round__event=event_id, places=[], table__status=Table.Status.RUNNING)
    for row in running.filter(table__quarantined_at=None).order_by("pk"):
        if row.table_id is None or entry.number not in row.players:
            continue
        with guarded(row.table_id, now):
            table = lock_table(row.table_id)
            seat = Seat.objects.select_related("user").get(table=table, index=row.players.index(entry.number))
            if table.status != Table.Status.RUNNING or seat.user_id == user.pk or seat.bot:
                continue
            locked = open_game(table, now)
            seat = locked.seat(seat.pk)
            if not seat.is_automatic:
                holding.give_to_steward(locked, seat, holding.Kind.LEFT)
            finish(locked, holding.seat_substitute(locked, seat, user))
            record_change(table)


def _adjudicate(event_id: int, by: User, row_id: int, places: Sequence[int], reason: str, now: datetime) -> EventNote:
    row = EventTable.objects.filter(pk=row_id, round__event=event_id).first()
    if row is None or row.table_id is None:
        raise NotRunning(Code.NOT_RUNNING)
    with transaction.atomic():
        table = lock_table(row.table_id)
        event = _organised(event_id, by)
        if table.status != Table.Status.RUNNING:
            raise NotRunning(Code.ENDED)
        seats = list(table.seats.order_by("index"))
        if any(seat.user_id == by.pk for seat in seats):
            raise Refusal(Code.PLAYS_THERE)
        if len(places) != len(row.players) or 1 not in places:
            raise Refusal(Code.BAD_PLACES)
        table.quarantined_at, table.quarantine_reason = None, ""
        table.save(update_fields=["quarantined_at", "quarantine_reason"])
        last = len(seats)
        by_seat = {index: places[index] if index < len(places) else last for index in range(last)}
        row.adjudicated = True
        row.save(update_fields=["adjudicated"])
        end(table, seats, ended_by=Table.EndedBy.AGREED, places=by_seat, now=now)
        return EventNote.objects.create(event=event, kind=Kind.ADJUDICATED, by=by, reason=reason, at=now)
