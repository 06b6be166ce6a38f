"""Link from a table to its event."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tables.models import Event, Table
from tables.present.events.words import round_label
from tables.selectors.events import rows


@dataclass(frozen=True)
class EventLink:
    """Address of an event, and its round in words."""

    address: str
    words: str


def event_link(table: Table) -> EventLink | None:
    """Return the link to the event of a table, None if it belongs to none."""
    drawn = rows.round_of(table) if table.event_id else None
    if drawn is None:
        return None
    label = "" if drawn.event.format == Event.Format.SEASON else round_label(drawn.event, drawn.number)
    words = _("Event, %(round)s") % {"round": label} if label else _("Event")
    return EventLink(drawn.event.get_absolute_url(), words)
