"""Your time: quiet hours, absences, and what is left of the year's budget."""

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
    """One announced absence; ``last`` is a moment of its last day."""

    absence: Absence
    is_now: bool
    last: datetime

    @property
    def until(self) -> int:
        """When it ends, in seconds since 1970: its name in addresses, since rows are counted over the whole site."""
        return int(self.absence.ends_at.timestamp())


@dataclass(frozen=True)
class Budget:
    """What is left of one year: whole days, and hours beyond them."""

    year: int
    days: int
    hours: int


@require_safe
@member_required
def time_page(request: PlayerRequest) -> HttpResponse:
    """When my clocks stand still."""
    return _page(request)


@require_POST
@member_required
def quiet(request: PlayerRequest) -> HttpResponse:
    """Set the quiet hours, or have none."""
    if request.POST.get("do") == "none":
        services.set_quiet_hours(user=request.user, quiet=None, now=timezone.now())
        return _done(request, _("You have no quiet hours any more."))
    form = QuietForm(request.POST)
    if not form.is_valid():
        return _page(request, quiet_form=form)
    try:
        services.set_quiet_hours(user=request.user, quiet=form.quiet(), now=timezone.now())
    except Refusal as refusal:
        form.add_error(None, refusals.words(refusal))
        return _page(request, quiet_form=form)
    return _done(request, _("Your quiet hours are saved. Clocks that run now are counted with them."))


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
        form.add_error("last", _("This day is too far away."))
    except Refusal as refusal:
        form.add_error(None, refusals.words(refusal))
    if form.errors:
        return _page(request, away_form=form)
    return _done(request, _("Your absence is announced. Your clocks stand still while you are away."))


@require_POST
@member_required
def back(request: PlayerRequest, until: int) -> HttpResponse:
    """Call the absence off that ends then, or come back early."""
    try:
        services.end_absence(user=request.user, ends_at=_moment(until), now=timezone.now())
    except Refusal as refusal:
        messages.error(request, refusals.words(refusal))
        return redirect("tables:time")
    return _done(request, _("Your clocks run again as if this absence ended now. The days you did not take are yours again."))


def _moment(seconds: int) -> datetime:
    """Raises Refusal: away_over, for a moment that no calendar has."""
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, ValueError, OSError):
        raise Refusal(Code.AWAY_OVER) from None


def _done(request: PlayerRequest, said: str) -> HttpResponse:
    messages.success(request, said)
    return redirect("tables:time")


def _page(request: PlayerRequest, **forms: Any) -> HttpResponse:
    now, user = timezone.now(), request.user
    own = calendars.own_calendar(user)
    start, until = (_time(minutes) for minutes in own.quiet) if own.quiet else NIGHT
    context = {
        "quiet_form": QuietForm(initial={"start": start, "until": until}),
        "away_form": AwayForm(),
        "quiet": own.quiet and (start, until),
        "aways": _aways(user, now),
        "budgets": _budgets(own, now),
        "forbidding": [TableCard(table, ()) for table in calendars.tables_without_absences(user)],
        "yearly": services.YEARLY.days,
        "longest": services.LONGEST.days,
        "today": now.astimezone(user.tz).date(),
    }
    return render(request, "tables/my_time.html", context | forms, status=422 if forms else 200)


def _aways(user: User, now: datetime) -> Sequence[Away]:
    """What is announced and not over yet."""
    coming = [absence for absence in calendars.absences_of(user) if absence.ends_at > now]
    return [Away(absence, absence.starts_at <= now, absence.ends_at - timedelta(seconds=1)) for absence in coming]


def _budgets(own: Calendar, now: datetime) -> Sequence[Budget]:
    """This year, and every later one that an absence takes days of."""
    this_year = now.astimezone(own.zone).year
    years = {this_year} | {end.astimezone(own.zone).year for _start, end in own.absences if end > now}
    return [_budget(year, services.time_left(own.absences, own.zone, year)) for year in sorted(years)]


def _budget(year: int, left: timedelta) -> Budget:
    return Budget(year, left.days, left.seconds // 3600)


def _time(minutes: int) -> time:
    return time(*divmod(minutes, HOUR))
