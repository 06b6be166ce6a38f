"""Check of the times and notes of an event: stage, ends of rounds, and what players and organisers did."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from tables.models import Entry, Event, EventNote, EventRound
from tables.services.events.running import end_of_round

Kind = EventNote.Kind


def of_event(event: Event, notes: Sequence[EventNote], rounds: Sequence[EventRound]) -> Iterator[str]:
    """Yield a sentence for each time of an event that does not fit its stage, its rounds or its notes."""
    is_over = event.stage == Event.Stage.OVER
    if event.stage not in (Event.Stage.RUNNING, Event.Stage.OVER):
        yield f"it has rounds, but its stage is {event.stage}"
    if event.started_at is None or not event.created_at <= event.closes_at <= event.started_at:
        yield "it did not start after the end of signing up"
    if is_over != (event.ended_at is not None) or is_over != (event.due_at is None):
        yield "the time of the end, or the time at which it goes on, does not fit its stage"
    ends = [row.ended_at for row in rounds]
    if is_over and event.ended_at and any(ended is None or ended > event.ended_at for ended in ends):
        yield "it ended before its last round"
    if event.prolonged_days != sum(note.kind == Kind.PROLONGED for note in notes):
        yield "it was prolonged by other days than its notes say"


def of_round(event: Event, row: EventRound, previous: EventRound | None, notes: Sequence[EventNote]) -> Iterator[str]:
    """Yield a sentence for each time of a round that does not follow from its draw, the event and the notes."""
    earliest = previous.ended_at if previous else event.started_at
    if earliest is None or row.drawn_at < earliest:
        yield "it was drawn before the last round had ended"
    if row.begins_at != row.drawn_at + timedelta(hours=event.notice_hours):
        yield "it does not begin after the notice"
    prolonged = sorted(note.at for note in notes if note.kind == Kind.PROLONGED)
    if row.ends_at not in {_end(event, row, prolonged, drawn_first=first) for first in (True, False)}:
        yield "its end does not follow from its begin and the notes"
    if row.ended_at and row.ended_at < row.begins_at:
        yield "it ended before its begin"


def of_withdrawals(entries: Sequence[Entry], notes: Sequence[EventNote]) -> Iterator[str]:
    """Yield a sentence for each player whose withdrawal has no note, or whose note has no withdrawal."""
    withdrew = [note for note in notes if note.kind == Kind.WITHDREW]
    # A replaced player may have withdrawn before, and a deleted account is gone from the note.
    times = {(note.user_id, note.at) for note in withdrew}
    by_user = {entry.user_id: entry for entry in entries if entry.user_id}
    for entry in entries:
        if entry.left_at and not {(entry.user_id, entry.left_at), (None, entry.left_at)} & times:
            yield f"player {entry.number} has withdrawn without a note"
    for note in withdrew:
        if note.user_id in by_user and not by_user[note.user_id].left_at:
            yield f"player {by_user[note.user_id].number} has a note of withdrawing, but has not withdrawn"


def _end(event: Event, row: EventRound, prolonged: Sequence[datetime], *, drawn_first: bool) -> datetime:
    """Return the end of a round after the notes. ``drawn_first``: True if a note of the same time came after the draw."""
    later = [at for at in prolonged if at > row.drawn_at or (drawn_first and at == row.drawn_at)]
    ends_at = end_of_round(event, row.number, row.begins_at, prolonged_days=len(prolonged) - len(later))
    for at in later:
        if at < ends_at and (row.ended_at is None or at <= row.ended_at):
            ends_at += timedelta(days=1)
    return ends_at
