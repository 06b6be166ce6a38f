"""Public calendar of one event: the end of signing up, and the latest end of each round."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from tables.mail import deadlines
from tables.models import Event, EventNote
from tables.present.events.words import round_end


@dataclass(frozen=True)
class _Dated:
    """Entry of the calendar. ``at`` and ``sequence`` are its revision; it ends at ``end``."""

    key: str
    summary: str
    end: datetime
    at: datetime
    sequence: int = 0


def written(event: Event, authority: str) -> bytes:
    """Return the calendar in the active language. ``authority`` is part of the UIDs of its entries.

    A round that is over ends when it ended. The calendar of a cancelled event is empty.
    """
    address = settings.SITE_URL + event.get_absolute_url()
    dated = {f"event-{event.code}-{each.key}@{authority}": each for each in _dated(event)}
    entries = [
        deadlines.entry_of(uid=uid, stamp=each.at, end=each.end, summary=each.summary, description=address, address=address)
        for uid, each in dated.items()
    ]
    name = _("Staffetta: %(event)s") % {"event": event.shown_name}
    found = deadlines.Deadlines(name, f"event-{event.code}", entries)
    revisions: Mapping[str, deadlines.Revision] = dated
    return found.written(translation.get_language() or settings.LANGUAGE_CODE, authority, revisions)


def _dated(event: Event) -> list[_Dated]:
    if event.stage == Event.Stage.CANCELLED:
        return []
    found = [_Dated("start", _("%(event)s: end of sign-up") % {"event": event.shown_name}, event.closes_at, event.created_at)]
    prolonged = list(event.notes.filter(kind=EventNote.Kind.PROLONGED).order_by("at").values_list("at", flat=True))
    for drawn in event.rounds.defer("costs", "deals").order_by("division", "number"):
        # Each change of the round's end gives its entry a new revision.
        changes = [at for at in prolonged if drawn.drawn_at <= at and (drawn.ended_at is None or at <= drawn.ended_at)]
        changes += [drawn.ended_at] if drawn.ended_at else []
        end, at = drawn.ended_at or drawn.ends_at, max(changes, default=drawn.drawn_at)
        found.append(_Dated(f"{drawn.division}-{drawn.number}", round_end(event, drawn), end, at, len(changes)))
    return found
