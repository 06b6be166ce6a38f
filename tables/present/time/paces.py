"""Paces in words, and how long a game takes at them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines import registry
from engines.contract import Engine
from tables import paces
from tables.clock import DAY, HOUR, PACES, Pace
from tables.games.kit.spoken import spoken
from tables.models import Table
from tables.selectors import coding

DAYS_OF_A_WEEK, DAYS_OF_A_MONTH = 7, 30.4
# Below these numbers of days a length is told in days, then in weeks.
IN_DAYS, IN_WEEKS = 11, 70


@dataclass(frozen=True)
class Estimate:
    """The time of a decision, and how long a game then takes for each number of seats."""

    decision: str
    lengths: Sequence[str]


@spoken
def span(minutes: int) -> str:
    """A length of time in its largest whole unit: "3 days", "36 hours", "10 minutes"."""
    if minutes and minutes % DAY == 0:
        return ngettext("%(count)d day", "%(count)d days", minutes // DAY) % {"count": minutes // DAY}
    if minutes and minutes % HOUR == 0:
        return ngettext("%(count)d hour", "%(count)d hours", minutes // HOUR) % {"count": minutes // HOUR}
    return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}


def rough(length: timedelta) -> str:
    """A length of time as one guesses it: "6 weeks"."""
    days = length / timedelta(days=1)
    if days < IN_DAYS:
        count = max(round(days), 1)
        return ngettext("%(count)d day", "%(count)d days", count) % {"count": count}
    if days < IN_WEEKS:
        count = round(days / DAYS_OF_A_WEEK)
        return ngettext("%(count)d week", "%(count)d weeks", count) % {"count": count}
    count = round(days / DAYS_OF_A_MONTH)
    return ngettext("%(count)d month", "%(count)d months", count) % {"count": count}


def pace_words(table: Table) -> str:
    """A table's pace in one phrase, with what nobody may overlook before they sit down."""
    if table.practice:
        return _("no clocks")
    said = words_of(_pace_of(table))
    return said if table.absences else _("%(pace)s, absences stop no clock") % {"pace": said}


def pace_choices() -> list[tuple[str, str]]:
    """The paces a table can be opened with."""
    return [(pace.slug, words_of(pace)) for pace in PACES.values()]


def estimates(engine: Engine, custom: Pace | None = None) -> Sequence[Estimate]:
    """How long a game takes at each offered pace, and at one of one's own, for each number of seats."""
    waits = [engine.waits(engine.Options(), seats) for seats in engine.seat_range]
    offered = [*PACES.values(), *([custom] if custom else [])]
    return [Estimate(span(pace.decision), [rough(paces.estimate(pace, count)) for count in waits]) for pace in offered]


def length_words(table: Table) -> str:
    """How long a game at this table takes: "about 6 weeks"; empty for practice, which takes as long as one likes."""
    if table.practice:
        return ""
    options: Any = coding.options(table.game, table.options)
    waits = registry.engine(table.game).waits(options, table.seat_count)
    return _("about %(time)s") % {"time": rough(paces.estimate(_pace_of(table), waits))}


def soon_words(table: Table, waits: int) -> str:
    """How long it takes until so many have answered one after the other, as they mostly do: "about 16 hours"."""
    if table.practice:
        return _("less than an hour")
    length = paces.estimate(_pace_of(table), waits)
    if length < timedelta(hours=1):
        return _("less than an hour")
    hours = round(length / timedelta(hours=1))
    return _("about %(time)s") % {"time": rough(length) if hours >= DAY // HOUR else span(hours * HOUR)}


class _Terms(NamedTuple):
    """What of a table its terms follow from."""

    practice: bool
    decision_minutes: int
    reply_minutes: int
    bank_minutes: int
    increment_minutes: int
    bank_cap_minutes: int
    grace_minutes: int
    excused: int
    weekends: bool
    absences: bool


def terms(table: Table) -> Sequence[str]:
    """What a table's clocks do, in sentences."""
    return _terms(_Terms(*(getattr(table, name) for name in _Terms._fields)))


@spoken
def _terms(table: _Terms) -> Sequence[str]:
    if table.practice:
        return [_("Practice: no clock runs, and nothing of it is mailed or rated.")]
    said = [_time_words(table)]
    if table.grace_minutes and table.bank_minutes:
        grace = _("After that follows a grace of %(grace)s, then the time bank is used.")
        said.append(grace % {"grace": span(table.grace_minutes)})
    elif table.grace_minutes:
        said.append(_("After that follows a grace of %(grace)s.") % {"grace": span(table.grace_minutes)})
    if table.bank_cap_minutes:
        said.append(_bank_words(table))
    if not table.weekends:
        said.append(_("On Saturdays and Sundays the clocks stand still."))
    if not table.absences:
        said.append(_("Announced absences stop no clock here."))
    said.append(_excused_words(table.excused))
    return said


def _time_words(table: _Terms) -> str:
    spans = {"decision": span(table.decision_minutes), "reply": span(table.reply_minutes)}
    return _("Everybody has %(decision)s for a decision and %(reply)s for a reply.") % spans


def _bank_words(table: _Terms) -> str:
    minutes = (table.bank_minutes, table.increment_minutes, table.bank_cap_minutes)
    spans = dict(zip(("bank", "increment", "cap"), map(span, minutes), strict=True))
    return _("The time bank is %(bank)s at the start, grows by %(increment)s with each answer in time, up to %(cap)s.") % spans


def _excused_words(count: int) -> str:
    if not count:
        return _("After one missed answer the steward plays the seat.")
    said = ngettext(
        "%(count)d missed answer in a row is excused; with the next one the steward plays the seat.",
        "%(count)d missed answers in a row are excused; with the next one the steward plays the seat.",
        count,
    )
    return said % {"count": count}


def _pace_of(table: Table) -> Pace:
    return _pace(table.pace, table.decision_minutes, table.reply_minutes, table.bank_minutes, table.weekends)


@lru_cache
def _pace(slug: str, decision: int, reply: int, bank: int, weekends: bool) -> Pace:
    return Pace(slug, decision, reply, bank=bank, weekends=weekends)


@spoken
def words_of(pace: Pace) -> str:
    """A pace in one phrase."""
    spans = {"decision": span(pace.decision), "reply": span(pace.reply), "bank": span(pace.bank)}
    if not pace.bank:
        said = _("%(decision)s for each decision") % spans
    elif pace.reply == pace.decision:
        said = _("%(decision)s for each decision, time bank of %(bank)s") % spans
    else:
        said = _("%(decision)s for each decision, %(reply)s for replies, time bank of %(bank)s") % spans
    return said if pace.weekends else _("%(pace)s, weekends off") % {"pace": said}
