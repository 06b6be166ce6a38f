"""Your time: quiet hours, absences, and the rest of the year's budget."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from tables.clock import HOUR, Calendar
from tables.errors import Code, Refusal
from tables.forms.calendar import NIGHT, AwayForm, QuietForm
from tables.models import Absence
from tables.present import refusals
from tables.present.lobby.cards import TableCard
from tables.selectors.time import calendars
from tables.services.time import calendars as services
from tables.views.http import PlayerRequest, member_required


@dataclass(frozen=True)
class Away:
    """Announced absence; ``last`` is its last second."""

    absence: Absence
    is_now: bool
    last: datetime

    @property
    def until(self) -> int:
        """End in seconds since 1970. It identifies the absence in addresses, because row numbers count over the whole site."""
        return int(self.absence.ends_at.timestamp())


@dataclass(frozen=True)
class Budget:
    """Rest of one year's budget: whole days, and further hours."""

    year: int
    days: int
    hours: int


@require_safe
@member_required
def time_page(request: PlayerRequest) -> HttpResponse:
    """Show the times at which the user's clocks stand still."""
    return _page(request)


@require_POST
@member_required
def quiet(request: PlayerRequest) -> HttpResponse:
    """Set or remove the quiet hours."""
    if request.POST.get("do") == "none":
        services.set_quiet_hours(user=request.user, quiet=None, now=timezone.now())
        return _done(request, _("Your quiet hours have been removed."))
    form = QuietForm(request.POST)
    if not form.is_valid():
        return _page(request, quiet_form=form)
    try:
        services.set_quiet_hours(user=request.user, quiet=form.quiet(), now=timezone.now())
    except Refusal as refusal:
        form.add_error(None, refusals.words(refusal))
        return _page(request, quiet_form=form)
    return _done(request, _("Your quiet hours have been saved. They already apply to running clocks."))


@require_POST
@member_required
def away(request: PlayerRequest) -> HttpResponse:
    """Announce an absence."""
    form, now = AwayForm(request.POST), timezone.now()
    if not form.is_valid():
        return _page(request, away_form=form)
    try:
        starts_at, ends_at = form.span(request.user.tz, now)
        services.announce_absence(user=request.user, starts_at=starts_at, ends_at=ends_at, now=now)
    except OverflowError:
        form.add_error("last", _("This day is too far ahead. Choose an earlier day."))
    except Refusal as refusal:
        form.add_error(None, refusals.words(refusal))
    if form.errors:
        return _page(request, away_form=form)
    return _done(request, _("Your absence has been announced. Your clocks will stop while you are away."))


@require_POST
@member_required
def back(request: PlayerRequest, until: int) -> HttpResponse:
    """Cancel the absence with this end, or end it early."""
    try:
        services.end_absence(user=request.user, ends_at=_moment(until), now=timezone.now())
    except Refusal as refusal:
        # After a second click, the absence is over, as requested.
        messages.info(request, refusals.words(refusal))
        return redirect("tables:time")
    return _done(request, _("Your absence has ended. Your clocks are running again, and you have the unused days back."))


def _moment(seconds: int) -> datetime:
    """Return the moment ``seconds`` after the start of 1970. Raises Refusal: away_over, for one outside the calendar."""
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, ValueError, OSError):
        raise Refusal(Code.AWAY_OVER) from None


def _done(request: PlayerRequest, message: str) -> HttpResponse:
    messages.success(request, message)
    return redirect("tables:time")


def _page(request: PlayerRequest, **forms: Any) -> HttpResponse:
    now, user = timezone.now(), request.user
    calendar = calendars.own_calendar(user)
    start, until = (_time(minutes) for minutes in calendar.quiet) if calendar.quiet else NIGHT
    context = {
        "quiet_form": QuietForm(initial={"start": start, "until": until}),
        "away_form": AwayForm(),
        "quiet": calendar.quiet and (start, until),
        "aways": _aways(user, now),
        "budgets": _budgets(calendar, now),
        "event_budgets": [(event, math.floor(left / timedelta(days=1))) for event, left in calendars.event_budgets(user)],
        "forbidding": [TableCard(table, ()) for table in calendars.tables_without_absences(user)],
        "yearly": services.YEARLY.days,
        "longest": services.LONGEST.days,
        "today": now.astimezone(user.tz).date(),
    }
    return render(request, "tables/my_time.html", context | forms, status=422 if forms else 200)


def _aways(user: User, now: datetime) -> Sequence[Away]:
    """Return the announced absences that are not over yet."""
    not_over = [absence for absence in calendars.absences_of(user) if absence.ends_at > now]
    return [Away(absence, absence.starts_at <= now, absence.ends_at - timedelta(seconds=1)) for absence in not_over]


def _budgets(calendar: Calendar, now: datetime) -> Sequence[Budget]:
    """Return the budgets of this year and of later years with absences."""
    this_year = now.astimezone(calendar.zone).year
    years = {this_year} | {end.astimezone(calendar.zone).year for _start, end in calendar.absences if end > now}
    return [_budget(year, services.time_left(calendar.absences, calendar.zone, year)) for year in sorted(years)]


def _budget(year: int, left: timedelta) -> Budget:
    return Budget(year, left.days, left.seconds // 3600)


def _time(minutes: int) -> time:
    return time(*divmod(minutes, HOUR))
