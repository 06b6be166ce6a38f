"""State of the site in words, with advice for each problem, and charts of its last day."""

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

# Thresholds above which there is a problem: waiting time of messages in seconds, and number of tasks in one queue.
LONG_WAIT, LONG_QUEUE = 3600, 500

_PARTS: Mapping[str, tuple[Promise, Promise]] = {
    "database": (gettext_lazy("The database is not responding."), gettext_lazy("Check its log and its disk.")),
    "migrations": (
        gettext_lazy("The database is older than the site."),
        gettext_lazy("Run manage.py migrate with the version that is running."),
    ),
    "broker": (
        gettext_lazy("The broker is not responding."),
        gettext_lazy("Restart Redis or Valkey. Nothing is lost."),
    ),
    "sweep": (
        gettext_lazy("No sweep is running, so no deadline is enforced."),
        gettext_lazy("Check that exactly one beat and a play worker are running."),
    ),
}


@dataclass(frozen=True)
class Finding:
    """Problem of the site: its start, if known, and what to do."""

    words: str
    todo: str
    since: datetime | None = None


@dataclass(frozen=True)
class SiteFacts:
    """Facts about the site, queried by the caller."""

    ready: Mapping[str, str]
    last_sweep: datetime | None
    figures: Sequence[Figure]
    troubled: Sequence[Trouble]
    mails: MailTrouble
    open_reports: int
    now: datetime


def findings(facts: SiteFacts) -> list[Finding]:
    """Return the problems, those of whole parts of the site first; empty if all is well."""
    return [*_parts(facts), *_tables(facts), *_messages(facts), *_queues(facts), *_reports(facts)]


def _parts(facts: SiteFacts) -> Iterator[Finding]:
    for part, status in facts.ready.items():
        if status != health.OK:
            words, todo = _PARTS[part]
            yield Finding(str(words), str(todo), facts.last_sweep if part == "sweep" else None)


def _tables(facts: SiteFacts) -> Iterator[Finding]:
    by_problem: dict[Problem, list[datetime]] = {}
    for trouble in facts.troubled:
        for problem, since in trouble.problems.items():
            by_problem.setdefault(problem, []).append(since)
    on_hold, late = by_problem.get(Problem.QUARANTINED, []), by_problem.get(Problem.OVERDUE, [])
    if on_hold:
        words = ngettext("%(count)d table is on hold.", "%(count)d tables are on hold.", len(on_hold)) % {"count": len(on_hold)}
        yield Finding(words, _("The error and its place in the code are shown below."), min(on_hold))
    if late:
        words = ngettext("%(count)d deadline was not processed.", "%(count)d deadlines were not processed.", len(late))
        yield Finding(words % {"count": len(late)}, _("Check the log of play. The tables are listed below."), min(late))


def _messages(facts: SiteFacts) -> Iterator[Finding]:
    if facts.mails.outage:
        yield Finding(_("The email server can’t be reached."), facts.mails.outage.error, facts.mails.outage.since)
    waiting_ages = [figure.value for figure in facts.figures if figure.name == "messages_waiting_age_seconds"]
    if waiting_ages and max(waiting_ages) > LONG_WAIT:
        since = facts.now - timedelta(seconds=max(waiting_ages))
        yield Finding(_("Messages are waiting to be sent."), _("Check that the mail and ways workers are running."), since)
    if facts.mails.failed:
        words = ngettext("%(count)d email could not be sent.", "%(count)d emails could not be sent.", facts.mails.failed)
        yield Finding(words % {"count": facts.mails.failed}, "manage.py notifications list --status failed")


def _queues(facts: SiteFacts) -> Iterator[Finding]:
    for figure in facts.figures:
        if figure.name == "queue_length" and figure.value > LONG_QUEUE:
            words = _("%(count)d tasks are waiting in the queue %(queue)s.") % {"count": figure.value, **figure.labels}
            yield Finding(words, _("Start another worker for it."))


def _reports(facts: SiteFacts) -> Iterator[Finding]:
    if facts.open_reports:
        words = ngettext("%(count)d report is open.", "%(count)d reports are open.", facts.open_reports)
        yield Finding(words % {"count": facts.open_reports}, _("Settle open reports under “Reports”."))


def day_charts(day: Day) -> list[Chart]:
    """Return charts of moves and messages by the hour."""
    moves = (("people", _("people")), ("others", _("bots and the clock")))
    messages = (("mails", _("emails")), ("others", _("other channels")))
    return [_hours(_("Moves"), day, day.moves, moves), _hours(_("Messages"), day, day.messages, messages)]


def _hours(title: str, day: Day, counts: ByHour, kinds: Sequence[tuple[str, str]]) -> Chart:
    places = [Place(words=date_format(timezone.localtime(hour), "TIME_FORMAT")) for hour in day.hours]
    series = [Series(words, [counts.get(hour, {}).get(name, 0) for hour in day.hours]) for name, words in kinds]
    return charts.bar_chart(title, places, series)
