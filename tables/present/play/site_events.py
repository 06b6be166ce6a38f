"""Events at a table besides its moves, in sentences."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from tables import paces
from tables.models import SiteEvent
from tables.present.seats.seating import pseudonym_words, seat_name
from tables.present.time.paces import span, words_of

Kind = SiteEvent.Kind
_MINUTES_OF_AN_HOUR = 60


def sentence(event: SiteEvent, *, name_of: Callable[[User], str] = str) -> str:
    """Return one or two sentences of the log; ``event`` has its users loaded, ``name_of`` names people."""
    reason = json.loads(event.facts).get("reason", "") if event.by_operator else ""
    is_in_event = not event.by_operator and SiteEvent.IN_EVENT in json.loads(event.facts)
    text = (_in_event if is_in_event else _what)(event, {"name": _name(event, name_of)})
    return f"{text} {_('Reason: %(reason)s') % {'reason': reason}}" if reason else text


def _what(event: SiteEvent, words: Mapping[str, str]) -> str:
    match Kind(event.kind):
        case Kind.STEWARD if event.by_operator:
            return _("The admins have given %(name)s’s seat to the steward.") % words
        case Kind.STEWARD:
            return _("%(name)s has not moved for a while.") % words
        case Kind.RETURNED if event.by_operator:
            return _("The admins have given %(name)s their seat back.") % words
        case Kind.RETURNED:
            return _("%(name)s is back and is playing again.") % words
        case Kind.OPENED if event.by_operator:
            return _("The admins have opened %(name)s’s seat to a substitute.") % words
        case Kind.OPENED:
            return _("The steward now plays %(name)s’s seat until they return or a substitute takes it.") % words
        case Kind.SUBSTITUTE if event.by_operator:
            return _("The admins have given one of the steward’s seats to %(name)s.") % words
        case Kind.SUBSTITUTE:
            return _("%(name)s has taken over the seat from the steward and is now playing it.") % words
        case Kind.LEFT:
            return _("%(name)s has left the table.") % words
        case _of_the_table:
            return _about_table(event, words)


def _in_event(event: SiteEvent, words: Mapping[str, str]) -> str:
    """Return the sentence about a seat that the steward plays without an offer to substitutes."""
    match Kind(event.kind):
        case Kind.STEWARD:
            return _("%(name)s has not moved for a while, so the steward plays this seat until they return.") % words
        case Kind.LEFT:
            return _("%(name)s has withdrawn from the event, so the steward plays this seat.") % words
        case _round_over:
            return _("The round is over, so the steward plays %(name)s’s seat to the end.") % words


def _about_table(event: SiteEvent, words: Mapping[str, str]) -> str:
    facts: Mapping[str, Any] = json.loads(event.facts)
    match Kind(event.kind):
        case Kind.EXTENDED:
            return _extended(event, words, int(facts.get("hours", 0)))
        case Kind.PAUSED | Kind.RESUMED:
            return _pausing(event)
        case Kind.OUTAGE:
            lost = _round(int(facts.get("minutes", 0)))
            return _("The site was down for %(time)s. All deadlines were extended by the same amount of time.") % {
                "time": span(lost)
            }
        case Kind.PACE:
            return _pace_changed(facts)
        case Kind.QUARANTINED:
            return _("Something went wrong in this game. It is on hold until the admins have looked into it.")
        case Kind.RELEASED:
            return _("The admins have resumed the game. Everyone has their full time again.")
        case Kind.ROUND_OVER:
            return _in_event(event, words)
        case Kind.CANCELLED:
            return _("The admins have cancelled the game.")
        case Kind.HURRIED:
            return _("%(name)s had too little time and decided early.") % words
        case _unknown:
            return str(event.get_kind_display())


def _pausing(event: SiteEvent) -> str:
    match Kind(event.kind):
        case Kind.PAUSED if event.by_operator:
            return _("The admins have paused the game. All clocks are stopped.")
        case Kind.PAUSED:
            return _("The players agreed to pause the game. All clocks are stopped.")
        case _resumed if event.by_operator:
            return _("The admins have resumed the game. The clocks are running again.")
        case _resumed:
            return _("The game has been resumed. The clocks are running again.")


def _pace_changed(facts: Mapping[str, Any]) -> str:
    pace = words_of(paces.from_text(str(facts["pace"])))
    return _("Everyone agreed to a new pace: %(pace)s. Open decisions have their full time again.") % {"pace": pace}


def _extended(event: SiteEvent, words: Mapping[str, str], hours: int) -> str:
    params = {**words, "count": hours}
    if event.by_operator:
        return (
            ngettext(
                "The admins have given %(name)s %(count)d more hour.",
                "The admins have given %(name)s %(count)d more hours.",
                hours,
            )
            % params
        )
    return (
        ngettext(
            "Everyone agreed to give %(name)s %(count)d more hour.",
            "Everyone agreed to give %(name)s %(count)d more hours.",
            hours,
        )
        % params
    )


def _name(event: SiteEvent, name_of: Callable[[User], str]) -> str:
    if pseudonym := str(json.loads(event.facts).get(SiteEvent.PSEUDONYM, "")):
        return pseudonym_words(pseudonym)
    person = event.user or (event.seat.user if event.seat is not None else None)
    if person is not None:
        return name_of(person)
    return seat_name(event.seat) if event.seat is not None else _("a former player")


def _round(minutes: int) -> int:
    """Return a long time rounded to the hour, since nobody wants to read 1441 minutes."""
    if minutes < 2 * _MINUTES_OF_AN_HOUR:
        return minutes
    return round(minutes / _MINUTES_OF_AN_HOUR) * _MINUTES_OF_AN_HOUR
