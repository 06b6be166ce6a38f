"""The life of an event: start, draws, tables, results and the end, step by step.

Every step is one transaction and finds out from the rows what is to be done, so a step that was interrupted or repeated changes
nothing twice. Events go on when a table ends (``changes.wake_event``) and when the sweep finds their ``due_at``.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import DatabaseError, transaction

from engines import chance
from engines.events import formats
from engines.events.event import Round
from tables.errors import Refusal
from tables.models import Entry, Event, EventRound, EventTable, Rating
from tables.models.play import new_secret
from tables.selectors.events import entering, rows
from tables.selectors.events.rows import Division
from tables.services import queue
from tables.services.events import letters, opening, organising, playing_out, results, seasons
from tables.services.events.locking import lock
from tables.services.events.tables import open_tables

logger = logging.getLogger(__name__)

# Steps of one task. The next task continues.
MOST_STEPS = 40
AGAIN = timedelta(minutes=2)
# Pause before a game past the end of its round is looked at again.
SOON = timedelta(minutes=1)
Stage = Event.Stage


def queue_due(*, now: datetime, limit: int = 200) -> int:
    """Queue the events that have to go on. Return their number."""
    due = Event.objects.filter(due_at__lte=now)
    numbers = list(due.order_by("due_at").values_list("pk", flat=True)[:limit])
    for event_id in numbers:
        # This update is the claim: the sweep that moves the time first queues the task.
        if due.filter(pk=event_id).update(due_at=now + AGAIN):
            queue.later("advance_event", event_id)
    return len(numbers)


def advance(*, event_id: int, now: datetime) -> int:
    """Do everything in an event that is due. Return the number of steps."""
    steps = 0
    try:
        while steps < MOST_STEPS and _step(event_id, now):
            steps += 1
        if steps < MOST_STEPS:
            _schedule(event_id, now)
        else:
            queue.later("advance_event", event_id)
    except (DatabaseError, Refusal) as error:
        logger.warning("event %s: it goes on later: %s", event_id, type(error).__name__)
    return steps


def _step(event_id: int, now: datetime) -> bool:
    """Do one step. Return whether there was anything to do."""
    event = Event.objects.filter(pk=event_id).first()
    if event is None or event.stage in (Stage.OVER, Stage.CANCELLED):
        return False
    if event.stage == Stage.OPEN:
        return now >= event.closes_at and _start(event_id, now)
    return (
        results.record_results(event_id=event_id, now=now)
        or open_tables(event_id=event_id, now=now)
        or organising.seat_new_players(event_id=event_id, now=now)
        or playing_out.play_out(event_id=event_id, now=now)
        or results.end_rounds(event_id=event_id, now=now)
        or _draw(event, now)
        or letters.warn(event_id=event_id, now=now)
    )


def _start(event_id: int, now: datetime) -> bool:
    """Close signing up: number the players by strength and start, or cancel with too few."""
    with transaction.atomic():
        event = lock(event_id)
        if event.stage != Stage.OPEN:
            return False
        entries = list(event.entries.select_related("user").order_by("joined_at", "pk"))
        playing = [entry for entry in entries if entry.user is not None and entry.user.is_active]
        if len(playing) < event.least:
            opening.call_off(event, now=now)
            return True
        Entry.objects.filter(pk__in=[entry.pk for entry in entries if entry not in playing]).delete()
        _number(event, playing)
        event.stage, event.started_at, event.due_at = Stage.RUNNING, now, now
        event.save(update_fields=["stage", "started_at", "due_at"])
    return True


def _number(event: Event, entries: list[Entry]) -> None:
    """Number the players by rating, strongest first, and divide the players of a season."""
    ratings = dict(Rating.objects.filter(game=event.game, user__isnull=False).values_list("user", "ordinal"))
    for entry in entries:
        entry.strength = ratings.get(entry.user_id or 0, 0.0)
    entries.sort(key=lambda entry: (-entry.strength, entry.joined_at, entry.pk))
    for number, entry in enumerate(entries):
        entry.number, entry.division = number, 0
    if event.format == Event.Format.SEASON:
        for division, members in enumerate(seasons.divide(event, entries)):
            for number in members:
                entries[number].division = division
    Entry.objects.bulk_update(entries, ["number", "division", "strength"])


def _draw(event: Event, now: datetime) -> bool:
    """Draw the next round of a division that waits for one, or end the event. The draw itself needs no lock."""
    divisions = rows.divisions(event)
    waiting = [division for division in divisions if all(row.ended_at for row in division.rounds)]
    for division in waiting:
        costs = entering.blocked_pairs(division.entries)
        drawn = formats.next_round(division.competition, secret=division.secret, costs=rows.pairs_of(costs))
        if drawn is not None:
            _save_round(event, division, drawn, costs, now)
            return True
    return len(waiting) == len(divisions) and results.end_event(event_id=event.pk, now=now)


def _save_round(event: Event, division: Division, drawn: Round, costs: Sequence[tuple[int, int, int]], now: datetime) -> None:
    number = len(division.rounds)
    with transaction.atomic():
        event = lock(event.pk)
        left = sorted(division.competition.left)
        withdrawn = event.entries.filter(left_at__isnull=False, division=division.number).values_list("number", flat=True)
        if event.rounds.filter(division=division.number, number=number).exists() or set(withdrawn) != set(left):
            return
        begins_at = now + timedelta(hours=event.notice_hours)
        secrets = [new_secret() for _leg in range(division.setup.tables_each)] if shares_deal(event, drawn) else []
        saved = EventRound.objects.create(
            event=event,
            division=division.number,
            number=number,
            byes=list(drawn.byes),
            left=left,
            costs=[list(row) for row in costs],
            deals=[secret.hex() for secret in secrets],
            commitments=[chance.commitment(secret) for secret in secrets],
            drawn_at=now,
            begins_at=begins_at,
            ends_at=end_of_round(event, number, begins_at, prolonged_days=event.prolonged_days),
        )
        EventTable.objects.bulk_create(
            EventTable(round=saved, position=position, drawn=list(players), players=list(players))
            for position, players in enumerate(drawn.tables)
        )


def shares_deal(event: Event, drawn: Round) -> bool:
    """Return whether all tables of a round get the same deal.

    If a player sits at several tables at once, outside of pairs, each table has a secret of its own. Otherwise one table would
    tell the player the draws of the others.
    """
    seated = [player for players in drawn.tables for player in players]
    return event.same_deal and (event.seats == 2 or len(seated) == len(set(seated)))


def end_of_round(event: Event, number: int, begins_at: datetime, *, prolonged_days: int) -> datetime:
    """Return the end of a round: its full length, but not after the announced date."""
    length = timedelta(days=event.round_days)
    most = (length + timedelta(hours=event.notice_hours)) * (number + 1) + timedelta(days=prolonged_days)
    return max(min((event.started_at or begins_at) + most, begins_at + length), begins_at + timedelta(days=1))


def _schedule(event_id: int, now: datetime) -> None:
    """Set the next time at which the event has to go on."""
    with transaction.atomic():
        event = lock(event_id)
        if event.stage == Stage.OPEN:
            due = max(event.closes_at, now)
        elif event.stage == Stage.RUNNING:
            moments = [each for row in event.rounds.filter(ended_at=None) for each in _moments(row, now)]
            due = min(moments, default=now + AGAIN)
        else:
            return
        event.due_at = due
        event.save(update_fields=["due_at"])


def _moments(row: EventRound, now: datetime) -> list[datetime]:
    """Return the next times at which a round needs attention."""
    if now >= row.ends_at:
        return [now + SOON]
    times = [row.ends_at, row.begins_at, *(row.ends_at - before for before in letters.WARNINGS)]
    return [each for each in times if each > now]
