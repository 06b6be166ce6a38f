"""Entering an event, leaving it before the start, and withdrawing from it during the rounds."""

from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.models import User
from tables.errors import Code, NotRunning, Refusal
from tables.models import Entry, Event, EventNote, Table
from tables.selectors.clubs import clubs
from tables.selectors.events import entering
from tables.services import suspensions
from tables.services.changes import wake_event
from tables.services.events import results
from tables.services.events.locking import lock
from tables.services.lobby import admission
from tables.services.locking import guarded
from tables.services.locking import lock as lock_table
from tables.services.play import ending, holding
from tables.services.play.locked_table import open_game


def enter(*, event_id: int, user: User, now: datetime) -> Entry:
    """Sign up for an event, or return the entry that exists.

    Raises a Refusal: no_event, event_closed, event_full, suspended, members_only, rated_paused, on_probation, or those of
    ``admission.check``.
    """
    try:
        with transaction.atomic():
            event = lock(event_id)
            entry = entering.entry_of(event, user)
            if entry is not None:
                return entry
            check(event, user, now)
            return Entry.objects.create(event=event, user=user, joined_at=now)
    except IntegrityError:
        return Entry.objects.get(event=event_id, user=user)


def check(event: Event, user: User, now: datetime) -> None:
    """Raise the Refusal with which ``enter`` would answer this person."""
    if event.stage != Event.Stage.OPEN or now >= event.closes_at:
        raise Refusal(Code.EVENT_CLOSED)
    if event.entries.count() >= event.most:
        raise Refusal(Code.EVENT_FULL, most=event.most)
    check_person(event, user, now)


def check_person(event: Event, user: User, now: datetime) -> None:
    """Raise the Refusal of a person who does not meet the conditions of an event, whatever its stage.

    Codes: suspended, members_only, rated_paused, on_probation, or those of ``admission.check``.
    """
    suspensions.check(user, now)
    if event.club is not None and not clubs.is_member(event.club_id, user.pk):
        raise Refusal(Code.MEMBERS_ONLY)
    admission.check_manners(user, now, rated=True)
    if entering.is_on_probation(user) and entering.has_unfinished(user, besides=event):
        raise Refusal(Code.ON_PROBATION, most=entering.TAKEOVERS)
    admission.check(_as_table(event), user, now)


def leave(*, event_id: int, user: User, now: datetime) -> None:
    """Take back an entry before the start. Without an entry nothing happens. Raises a Refusal: no_event, event_started."""
    with transaction.atomic():
        event = lock(event_id)
        if event.stage != Event.Stage.OPEN:
            raise Refusal(Code.EVENT_STARTED)
        event.entries.filter(user=user).delete()


def withdraw(*, event_id: int, user: User, now: datetime) -> None:
    """Withdraw from a running event. A second time nothing happens.

    Games for two end as conceded; at other tables the steward plays on. The player gets nothing there. Finished results stand,
    and later rounds are drawn without the player. Raises a Refusal: no_event, not_entered, event_over.
    """
    with transaction.atomic():
        # A player who has withdrawn gets nothing at tables without a result, so those that have ended get theirs first.
        results.record_results(event_id=event_id, now=now)
        event = lock(event_id)
        entry = entering.entry_of(event, user)
        if entry is None:
            raise Refusal(Code.NOT_ENTERED)
        if event.stage != Event.Stage.RUNNING:
            raise Refusal(Code.EVENT_OVER)
        if entry.left_at is None:
            entry.left_at = now
            entry.save(update_fields=["left_at"])
            EventNote.objects.create(event=event, kind=EventNote.Kind.WITHDREW, user=user, at=now)
    leave_tables(event_id=event_id, user=user, now=now)
    with transaction.atomic():
        wake_event(event_id, now)


def leave_tables(*, event_id: int, user: User, now: datetime) -> None:
    """Leave all running tables of an event, each in its own transaction. What failed is repeated by ``running.advance``."""
    mine = Table.objects.running().filter(event=event_id, seats__user=user, seats__resigned_at=None)
    for table_id in list(mine.order_by("pk").values_list("pk", flat=True)):
        with guarded(table_id, now):
            table = lock_table(table_id)
            seat = table.seats.filter(user=user).first()
            if table.status != Table.Status.RUNNING or seat is None or seat.resigned_at:
                continue
            # The organiser may have given the entry to another player since; who gives it now waits for this.
            event = lock(event_id)
            if not event.entries.filter(user=user, left_at__isnull=False).exists():
                continue
            if table.quarantined_at:
                holding.vacate(table, seat, now)
            else:
                ending.leave(open_game(table, now), user)


def withdraw_everywhere(*, user: User, now: datetime) -> None:
    """Withdraw a person from all running events and take back their other entries, because their account is deleted."""
    Entry.objects.filter(user=user, event__stage=Event.Stage.OPEN).delete()
    running = Entry.objects.filter(user=user, left_at=None, event__stage=Event.Stage.RUNNING)
    for event_id in list(running.values_list("event_id", flat=True)):
        try:
            withdraw(event_id=event_id, user=user, now=now)
        except NotRunning:
            continue


def _as_table(event: Event) -> Table:
    """Return an unsaved table with the conditions of the event."""
    names = ("min_reliability", "min_rating", "max_rating", "language")
    return Table(game=event.game, **{name: getattr(event, name) for name in names})
