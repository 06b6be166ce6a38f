"""What happened at a table beside its moves, in sentences."""

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


def sentence(event: SiteEvent, *, called: Callable[[User], str] = str) -> str:
    """One or two sentences of the log; ``event`` with its user and its seat's user fetched, ``called`` names people."""
    reason = json.loads(event.facts).get("reason", "") if event.by_operator else ""
    said = _what(event, {"name": _name(event, called)})
    return f"{said} {_('Their reason: %(reason)s') % {'reason': reason}}" if reason else said


def _what(event: SiteEvent, words: Mapping[str, str]) -> str:
    match Kind(event.kind):
        case Kind.STEWARD if event.by_operator:
            return _("The operators have put the steward on the seat of %(name)s.") % words
        case Kind.STEWARD:
            return _("%(name)s has not answered for a while.") % words
        case Kind.RETURNED if event.by_operator:
            return _("The operators have given %(name)s their seat back.") % words
        case Kind.RETURNED:
            return _("%(name)s is back and plays again.") % words
        case Kind.OPENED if event.by_operator:
            return _("The operators have opened the seat of %(name)s to a substitute.") % words
        case Kind.OPENED:
            return _("The steward plays the seat of %(name)s now, until they come back or a substitute sits down.") % words
        case Kind.SUBSTITUTE if event.by_operator:
            return _("The operators have given a seat of the steward to %(name)s, who plays on.") % words
        case Kind.SUBSTITUTE:
            return _("%(name)s sits down for the steward and plays on.") % words
        case Kind.LEFT:
            return _("%(name)s has left the table.") % words
        case _of_the_table:
            return _about_table(event, words)


def _about_table(event: SiteEvent, words: Mapping[str, str]) -> str:
    facts: Mapping[str, Any] = json.loads(event.facts)
    match Kind(event.kind):
        case Kind.EXTENDED:
            return _extended(event, words, int(facts.get("hours", 0)))
        case Kind.PAUSED | Kind.RESUMED:
            return _pausing(event)
        case Kind.OUTAGE:
            lost = _round(int(facts.get("minutes", 0)))
            return _("The site was down for %(time)s; all clocks were moved on by as much.") % {"time": span(lost)}
        case Kind.PACE:
            return _pace_changed(facts)
        case Kind.QUARANTINED:
            return _("Something went wrong in the game; the operators look after it, and nothing can be played until then.")
        case Kind.RELEASED:
            return _("The operators have given the game back; everybody has their full time again.")
        case Kind.CANCELLED:
            return _("The operators have called the game off.")
        case _unknown:
            return str(event.get_kind_display())


def _pausing(event: SiteEvent) -> str:
    match Kind(event.kind):
        case Kind.PAUSED if event.by_operator:
            return _("The operators have paused the game; all clocks stand still.")
        case Kind.PAUSED:
            return _("The game is paused by agreement; all clocks stand still.")
        case _resumed if event.by_operator:
            return _("The operators let the game go on; the clocks run again.")
        case _resumed:
            return _("The game goes on; the clocks run again.")


def _pace_changed(facts: Mapping[str, Any]) -> str:
    pace = words_of(paces.from_text(str(facts["pace"])))
    return _("By agreement of all the pace is now: %(pace)s. What was open has its full time again.") % {"pace": pace}


def _extended(event: SiteEvent, words: Mapping[str, str], hours: int) -> str:
    said = {**words, "count": hours}
    if event.by_operator:
        return (
            ngettext(
                "The operators have given %(name)s %(count)d more hour.",
                "The operators have given %(name)s %(count)d more hours.",
                hours,
            )
            % said
        )
    return (
        ngettext("All agreed to give %(name)s %(count)d more hour.", "All agreed to give %(name)s %(count)d more hours.", hours)
        % said
    )


def _name(event: SiteEvent, called: Callable[[User], str]) -> str:
    if pseudonym := str(json.loads(event.facts).get(SiteEvent.PSEUDONYM, "")):
        return pseudonym_words(pseudonym)
    person = event.user or (event.seat.user if event.seat is not None else None)
    if person is not None:
        return called(person)
    return seat_name(event.seat) if event.seat is not None else _("somebody who left")


def _round(minutes: int) -> int:
    """A long time to the hour, since nobody wants to read 1441 minutes."""
    if minutes < 2 * _MINUTES_OF_AN_HOUR:
        return minutes
    return round(minutes / _MINUTES_OF_AN_HOUR) * _MINUTES_OF_AN_HOUR
