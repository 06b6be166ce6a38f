"""Paces in words, and the resulting length of a game."""

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
from tables.games.kit.spoken import cached_by_language
from tables.models import Table
from tables.selectors import coding

DAYS_OF_A_WEEK, DAYS_OF_A_MONTH = 7, 30.4
# Limits in days: lengths below the first are in days, below the second in weeks.
IN_DAYS, IN_WEEKS = 11, 70


@dataclass(frozen=True)
class Estimate:
    """Time per decision, and the length of a game for each number of seats."""

    decision: str
    lengths: Sequence[str]


@cached_by_language
def span(minutes: int) -> str:
    """Return a length of time in its largest whole unit: "3 days", "36 hours", "10 minutes"."""
    if minutes and minutes % DAY == 0:
        return ngettext("%(count)d day", "%(count)d days", minutes // DAY) % {"count": minutes // DAY}
    if minutes and minutes % HOUR == 0:
        return ngettext("%(count)d hour", "%(count)d hours", minutes // HOUR) % {"count": minutes // HOUR}
    return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}


def rough(length: timedelta) -> str:
    """Return a rough length of time: "6 weeks"."""
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
    """Return a table's pace in one phrase, with a warning if absences don't stop clocks."""
    if table.practice:
        return _("no clocks")
    phrase = words_of(_pace_of(table))
    return phrase if table.absences else _("%(pace)s, absences don’t stop clocks") % {"pace": phrase}


def pace_choices() -> list[tuple[str, str]]:
    """Return the slug and the words of each pace offered for a new table."""
    return [(pace.slug, words_of(pace)) for pace in PACES.values()]


def estimates(engine: Engine, custom: Pace | None = None) -> Sequence[Estimate]:
    """Return the length of a game at each offered pace and at a custom one, for each number of seats."""
    waits = [engine.waits(engine.Options(), seats) for seats in engine.seat_range]
    offered = [*PACES.values(), *([custom] if custom else [])]
    return [Estimate(span(pace.decision), [rough(paces.estimate(pace, count)) for count in waits]) for pace in offered]


def length_words(table: Table) -> str:
    """Return the length of a game at this table: "about 6 weeks"; empty for practice games, which have no clocks."""
    if table.practice:
        return ""
    options: Any = coding.options(table.game, table.options)
    waits = registry.engine(table.game).waits(options, table.seat_count)
    return _("about %(time)s") % {"time": rough(paces.estimate(_pace_of(table), waits))}


def soon_words(table: Table, waits: int) -> str:
    """Return the usual time for ``waits`` decisions one after another: "about 16 hours"."""
    if table.practice:
        return _("less than an hour")
    length = paces.estimate(_pace_of(table), waits)
    if length < timedelta(hours=1):
        return _("less than an hour")
    hours = round(length / timedelta(hours=1))
    return _("about %(time)s") % {"time": rough(length) if hours >= DAY // HOUR else span(hours * HOUR)}


class _Terms(NamedTuple):
    """Fields of a table on which its terms depend."""

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
    """Return the rules of a table's clocks, in sentences."""
    return _terms(_Terms(*(getattr(table, name) for name in _Terms._fields)))


@cached_by_language
def _terms(table: _Terms) -> Sequence[str]:
    if table.practice:
        return [_("Practice: clocks don’t run, and nothing is emailed or rated.")]
    sentences = [_time_words(table)]
    if table.grace_minutes and table.bank_minutes:
        grace = _("After that, there is a grace period of %(grace)s, and then the time bank is used.")
        sentences.append(grace % {"grace": span(table.grace_minutes)})
    elif table.grace_minutes:
        sentences.append(_("After that, there is a grace period of %(grace)s.") % {"grace": span(table.grace_minutes)})
    if table.bank_cap_minutes:
        sentences.append(_bank_words(table))
    if not table.weekends:
        sentences.append(_("The clocks are stopped on Saturdays and Sundays."))
    if not table.absences:
        sentences.append(_("Announced absences don’t stop the clocks here."))
    sentences.append(_excused_words(table.excused))
    return sentences


def _time_words(table: _Terms) -> str:
    spans = {"decision": span(table.decision_minutes), "reply": span(table.reply_minutes)}
    return _("Everyone has %(decision)s for a decision and %(reply)s for a reaction.") % spans


def _bank_words(table: _Terms) -> str:
    minutes = (table.bank_minutes, table.increment_minutes, table.bank_cap_minutes)
    spans = dict(zip(("bank", "increment", "cap"), map(span, minutes), strict=True))
    return _("The time bank starts at %(bank)s and grows by %(increment)s with each deadline met, up to %(cap)s.") % spans


def _excused_words(count: int) -> str:
    if not count:
        return _("After one missed deadline, the steward plays the seat.")
    text = ngettext(
        "%(count)d missed deadline is excused. After the next one, the steward plays the seat.",
        "%(count)d missed deadlines in a row are excused. After the next one, the steward plays the seat.",
        count,
    )
    return text % {"count": count}


def _pace_of(table: Table) -> Pace:
    return _pace(table.pace, table.decision_minutes, table.reply_minutes, table.bank_minutes, table.weekends)


@lru_cache
def _pace(slug: str, decision: int, reply: int, bank: int, weekends: bool) -> Pace:
    return Pace(slug, decision, reply, bank=bank, weekends=weekends)


@cached_by_language
def words_of(pace: Pace) -> str:
    """Return a pace in one phrase."""
    spans = {"decision": span(pace.decision), "reply": span(pace.reply), "bank": span(pace.bank)}
    if not pace.bank:
        phrase = _("%(decision)s per decision") % spans
    elif pace.reply == pace.decision:
        phrase = _("%(decision)s per decision, time bank of %(bank)s") % spans
    else:
        phrase = _("%(decision)s per decision, %(reply)s per reaction, time bank of %(bank)s") % spans
    return phrase if pace.weekends else _("%(pace)s, weekends off") % {"pace": phrase}
