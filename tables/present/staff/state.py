"""How the site is, in a word, and what to do where something is wrong; and its last day as charts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tables.present import charts
from tables.present.charts import Chart, Place, Series
from tables.selectors.staff import health
from tables.selectors.staff.day import ByHour, Day
from tables.selectors.staff.figures import Figure
from tables.selectors.staff.trouble import MailTrouble, Problem, Trouble

# From when on somebody should look: seconds that messages wait, and tasks in one queue.
LONG_WAIT, LONG_QUEUE = 3600, 500

_PARTS: Mapping[str, tuple[Promise, Promise]] = {
    "database": (gettext_lazy("The database does not answer."), gettext_lazy("Look at its log and its disk.")),
    "migrations": (
        gettext_lazy("The database is older than the site."),
        gettext_lazy("Run manage.py migrate with the version that is running."),
    ),
    "broker": (
        gettext_lazy("The broker does not answer."),
        gettext_lazy("Start Redis or Valkey again; nothing is lost by it."),
    ),
    "sweep": (
        gettext_lazy("Nobody sweeps: no deadline strikes."),
        gettext_lazy("Is there exactly one beat, and does a play worker run?"),
    ),
}


@dataclass(frozen=True)
class Finding:
    """Something that is wrong: since when, if anybody knows, and what to do."""

    words: str
    todo: str
    since: datetime | None = None


@dataclass(frozen=True)
class Known:
    """What has been looked up already."""

    ready: Mapping[str, str]
    last_sweep: datetime | None
    figures: Sequence[Figure]
    troubled: Sequence[Trouble]
    mails: MailTrouble
    open_reports: int
    now: datetime


def findings(known: Known) -> list[Finding]:
    """What is wrong, the worst first; nothing if all is well."""
    return [*_parts(known), *_tables(known), *_messages(known), *_queues(known), *_reports(known)]


def _parts(known: Known) -> Iterator[Finding]:
    for part, word in known.ready.items():
        if word != health.OK:
            words, todo = _PARTS[part]
            yield Finding(str(words), str(todo), known.last_sweep if part == "sweep" else None)


def _tables(known: Known) -> Iterator[Finding]:
    by_problem: dict[Problem, list[datetime]] = {}
    for trouble in known.troubled:
        for problem, since in trouble.problems.items():
            by_problem.setdefault(problem, []).append(since)
    aside, late = by_problem.get(Problem.QUARANTINED, []), by_problem.get(Problem.OVERDUE, [])
    if aside:
        words = ngettext("%(count)d table is set aside.", "%(count)d tables are set aside.", len(aside)) % {"count": len(aside)}
        yield Finding(words, _("The error and its place in the code stand below."), min(aside))
    if late:
        words = ngettext("%(count)d deadline was not handled.", "%(count)d deadlines were not handled.", len(late))
        yield Finding(words % {"count": len(late)}, _("Look at the log of play; the tables stand below."), min(late))


def _messages(known: Known) -> Iterator[Finding]:
    if known.mails.outage:
        yield Finding(_("The mail server is away."), known.mails.outage.error, known.mails.outage.since)
    waits = [figure.value for figure in known.figures if figure.name == "messages_waiting_age_seconds"]
    if waits and max(waits) > LONG_WAIT:
        since = known.now - timedelta(seconds=max(waits))
        yield Finding(_("Messages wait to be sent."), _("Do the workers for mail and ways run?"), since)
    if known.mails.failed:
        words = ngettext("%(count)d mail was given up.", "%(count)d mails were given up.", known.mails.failed)
        yield Finding(words % {"count": known.mails.failed}, "manage.py notifications list --status failed")


def _queues(known: Known) -> Iterator[Finding]:
    for figure in known.figures:
        if figure.name == "queue_length" and figure.value > LONG_QUEUE:
            words = _("%(count)d tasks wait in the queue %(queue)s.") % {"count": figure.value, **figure.labels}
            yield Finding(words, _("Start one more worker for it."))


def _reports(known: Known) -> Iterator[Finding]:
    if known.open_reports:
        words = ngettext("%(count)d report is open.", "%(count)d reports are open.", known.open_reports)
        yield Finding(words % {"count": known.open_reports}, _("Read it and settle it under “Reports”."))


def of_the_day(day: Day) -> list[Chart]:
    """Moves and messages by the hour."""
    moves = (("people", _("people")), ("others", _("bots and the clock")))
    messages = (("mails", _("mails")), ("others", _("other ways")))
    return [_hours(_("Moves"), day, day.moves, moves), _hours(_("Messages"), day, day.messages, messages)]


def _hours(title: str, day: Day, counted: ByHour, kinds: Sequence[tuple[str, str]]) -> Chart:
    places = [Place(words=date_format(timezone.localtime(hour), "TIME_FORMAT")) for hour in day.hours]
    series = [Series(words, [counted.get(hour, {}).get(name, 0) for hour in day.hours]) for name, words in kinds]
    return charts.bar_chart(title, places, series)
