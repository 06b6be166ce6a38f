"""Events of a user on *My games*: those to come, running ones, and those that ended recently."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from accounts.models import User
from tables.models import Entry, Event
from tables.present.events.words import round_label, title
from tables.selectors.events import listing

# Time for which an event stays in the list after its end.
RECENT = timedelta(days=30)
Stage = Event.Stage


@dataclass(frozen=True)
class EventLine:
    """Event with its game and state in words. ``until`` is the end of signing up or of the round."""

    event: Event
    title: str
    words: str
    until: datetime | None = None


def my_events(user: User, now: datetime) -> Sequence[EventLine]:
    """Return the events of a user, those that are not over first."""
    return [_line(event, entry) for event, entry in listing.entered_by(user, since=now - RECENT)]


def _line(event: Event, entry: Entry) -> EventLine:
    if event.stage == Stage.OPEN:
        return EventLine(event, title(event), _("You have signed up."), event.closes_at)
    if event.stage == Stage.CANCELLED:
        return EventLine(event, title(event), _("This event was cancelled."))
    if event.stage == Stage.OVER:
        return EventLine(event, title(event), _("your rank: %(rank)d") % {"rank": entry.rank} if entry.rank else _("over"))
    played = [row for row in event.rounds.all() if row.division == (entry.division or 0)]
    if not played:
        return EventLine(event, title(event), _("The next round is being drawn."))
    last = max(played, key=lambda row: row.number)
    return EventLine(event, title(event), round_label(event, last.number), last.ends_at)
