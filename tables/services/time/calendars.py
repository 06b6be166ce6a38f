"""Times of play of a person: quiet hours, absences, time zone. Each change updates running clocks and waiting emails.

Time before a change was counted on the old calendar; only the future is recounted. Even after changes, a clock stands still for
at most ``clock.LONGEST_REST`` per decision.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo

from django.db import transaction

from accounts import time_zones
from accounts.models import User
from tables import clock
from tables.clock import Calendar
from tables.errors import Code, Refusal
from tables.models import Absence, Decision, Rhythm
from tables.selectors.time import calendars
from tables.services.changes import record_change, refresh_messages
from tables.services.locking import lock
from tables.services.mail import choices
from tables.services.time import clocks

# Maximum length of all absences in a calendar year, of one absence, and of the time from now to the end of an absence.
YEARLY = timedelta(days=42)
LONGEST = timedelta(days=28)
AHEAD = timedelta(days=366)


def set_quiet_hours(*, user: User, quiet: tuple[int, int] | None, now: datetime) -> None:
    """Set the quiet hours between two minutes of the local day, or none. Raises Refusal: bad_quiet_hours."""
    if quiet is not None and not clock.are_quiet_hours(*quiet):
        raise Refusal(Code.BAD_QUIET_HOURS)
    start, until = quiet or (None, None)
    with transaction.atomic():
        old_calendar = calendars.own_calendar(_locked(user))
        rhythm = Rhythm(user=user, quiet_from=start, quiet_until=until)
        quiet_columns = ["quiet_from", "quiet_until"]
        Rhythm.objects.bulk_create([rhythm], update_conflicts=True, unique_fields=["user"], update_fields=quiet_columns)
    _follow(user, old_calendar, now)


def announce_absence(*, user: User, starts_at: datetime, ends_at: datetime, now: datetime) -> Absence:
    """Announce an absence in the future, during which clocks stand still. A repeated one is the same absence.

    Raises a Refusal: away_past, away_order, away_far, away_long, away_overlap, or away_budget with the year and the days left.
    """
    _check_span(user, starts_at, ends_at, now)
    with transaction.atomic():
        old_calendar = calendars.own_calendar(_locked(user))
        if existing := _announced(user, starts_at, ends_at):
            return existing
        _check_free(old_calendar, starts_at, ends_at)
        absence = Absence.objects.create(user=user, starts_at=starts_at, ends_at=ends_at, announced_at=now)
    _follow(user, old_calendar, now)
    return absence


def end_absence(*, user: User, ends_at: datetime, now: datetime) -> None:
    """Cancel the absence with this end, or end it early; the rest counts as unused.

    No two absences of a person end at the same moment. Raises Refusal: away_over.
    """
    with transaction.atomic():
        old_calendar = calendars.own_calendar(_locked(user))
        absence = Absence.objects.filter(user=user, ends_at=ends_at).first()
        if absence is None or absence.ends_at <= now:
            raise Refusal(Code.AWAY_OVER)
        if absence.starts_at >= now:
            absence.delete()
        else:
            absence.ends_at = now
            absence.save(update_fields=["ends_at"])
    _follow(user, old_calendar, now)


def take_new_zone(sender: object, *, user: User, before: str, now: datetime, **_more: object) -> None:
    """Recount the user's clocks after a change of their time zone; ``before`` names the old one."""
    _follow(user, replace(calendars.own_calendar(user), zone=time_zones.zone(before)), now)


def time_left(absences: Sequence[tuple[datetime, datetime]], zone: tzinfo, year: int) -> timedelta:
    """Return the rest of a year's budget after these absences."""
    return max(YEARLY - calendars.time_away(absences, zone, year), clock.ZERO)


def _locked(user: User) -> User:
    """Lock the stored user, so that two changes of one calendar run one after another. Return the user."""
    return User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _check_span(user: User, starts_at: datetime, ends_at: datetime, now: datetime) -> None:
    if starts_at < now:
        raise Refusal(Code.AWAY_PAST)
    if ends_at <= starts_at:
        raise Refusal(Code.AWAY_ORDER)
    if ends_at > now + AHEAD:
        raise Refusal(Code.AWAY_FAR)
    if calendars.on_wall(ends_at, user.tz) - calendars.on_wall(starts_at, user.tz) > LONGEST:
        raise Refusal(Code.AWAY_LONG, days=LONGEST.days)


def _announced(user: User, starts_at: datetime, ends_at: datetime) -> Absence | None:
    """Return the absence of exactly these days, if it was announced before.

    An absence from today begins when its form is sent, so a repeated one begins a little later.
    """
    absence = Absence.objects.filter(user=user, ends_at=ends_at, starts_at__lte=starts_at).first()
    is_same = absence is not None and absence.starts_at.astimezone(user.tz).date() == starts_at.astimezone(user.tz).date()
    return absence if is_same else None


def _check_free(calendar: Calendar, starts_at: datetime, ends_at: datetime) -> None:
    if any(start < ends_at and starts_at < end for start, end in calendar.absences):
        raise Refusal(Code.AWAY_OVERLAP)
    span = (starts_at, ends_at)
    for year in range(starts_at.astimezone(calendar.zone).year, ends_at.astimezone(calendar.zone).year + 1):
        remaining = time_left(calendar.absences, calendar.zone, year)
        if calendars.time_away([span], calendar.zone, year) > remaining:
            raise Refusal(Code.AWAY_BUDGET, year=year, days=remaining.days)


def _follow(user: User, old_calendar: Calendar, now: datetime) -> None:
    """Update the running clocks and waiting emails that depend on a user's calendar."""
    _count_anew(user, old_calendar, now)
    choices.take_new_calendar(user_id=user.pk, now=now)


def _count_anew(user: User, old_calendar: Calendar, now: datetime) -> None:
    """Recount the user's clocks, each table in its own transaction; a deadline checks the calendar again anyway."""
    running = Decision.objects.open().filter(holder=user, due_at__isnull=False)
    for table_id in sorted(set(running.values_list("table_id", flat=True))):
        with transaction.atomic():
            _count_anew_at(table_id, user, old_calendar, now)


def _count_anew_at(table_id: int, user: User, old_calendar: Calendar, now: datetime) -> None:
    table = lock(table_id)
    old_at_table, new_at_table = calendars.at_table(old_calendar, table), calendars.calendar(table, user.pk)
    # Decisions opened or recounted after the change already use the new calendar.
    rows = table.decisions.open().filter(holder=user, due_at__isnull=False, counted_at__lte=now).select_related("seat")
    for row in rows:
        row.seat.table = table
        clocks.recount(row, row.seat, old_at_table, new_at_table, now=now)
        row.save(update_fields=clocks.MOMENTS)
    if rows:
        refresh_messages(table)
        record_change(table)
