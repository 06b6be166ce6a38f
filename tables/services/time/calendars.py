"""When somebody plays: quiet hours, announced absences, the time zone. Each change is followed by all rows that depend on it:
clocks that run, letters that wait for their hour.

What ran before a change did so on the calendar of then; only what is still to come is counted otherwise. Whatever is edited, a
clock stands still for ``clock.LONGEST_REST`` at most in all of one decision.
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
from tables.services.changes import record_change
from tables.services.locking import lock
from tables.services.mail import choices
from tables.services.time import clocks

# So many days of a calendar year, so many at a time, announced at most so long ahead.
YEARLY = timedelta(days=42)
LONGEST = timedelta(days=28)
AHEAD = timedelta(days=366)


def set_quiet_hours(*, user: User, quiet: tuple[int, int] | None, now: datetime) -> None:
    """Let clocks stand still between two minutes of the local day, or at no hour. Raises Refusal: bad_quiet_hours."""
    if quiet is not None and not clock.are_quiet_hours(*quiet):
        raise Refusal(Code.BAD_QUIET_HOURS)
    start, until = quiet or (None, None)
    with transaction.atomic():
        before = calendars.own_calendar(_locked(user))
        rhythm = Rhythm(user=user, quiet_from=start, quiet_until=until)
        quiet_columns = ["quiet_from", "quiet_until"]
        Rhythm.objects.bulk_create([rhythm], update_conflicts=True, unique_fields=["user"], update_fields=quiet_columns)
    _follow(user, before, now)


def announce_absence(*, user: User, starts_at: datetime, ends_at: datetime, now: datetime) -> Absence:
    """Let clocks stand still for a time that is still to come. Announced twice it is one absence.

    Raises a Refusal: away_past, away_order, away_far, away_long, away_overlap, or away_budget with the year and the days left.
    """
    _check_span(user, starts_at, ends_at, now)
    with transaction.atomic():
        before = calendars.own_calendar(_locked(user))
        if known := _announced(user, starts_at, ends_at):
            return known
        _check_free(before, starts_at, ends_at)
        absence = Absence.objects.create(user=user, starts_at=starts_at, ends_at=ends_at, announced_at=now)
    _follow(user, before, now)
    return absence


def end_absence(*, user: User, ends_at: datetime, now: datetime) -> None:
    """Call the absence off that ends then, or come back early: what is left of it counts as not taken.

    No two absences of a person end at one moment. Raises Refusal: away_over.
    """
    with transaction.atomic():
        before = calendars.own_calendar(_locked(user))
        absence = Absence.objects.filter(user=user, ends_at=ends_at).first()
        if absence is None or absence.ends_at <= now:
            raise Refusal(Code.AWAY_OVER)
        if absence.starts_at >= now:
            absence.delete()
        else:
            absence.ends_at = now
            absence.save(update_fields=["ends_at"])
    _follow(user, before, now)


def take_new_zone(sender: object, *, user: User, before: str, now: datetime, **_more: object) -> None:
    """Count on after somebody has moved from the zone called ``before`` to the one their account names now."""
    _follow(user, replace(calendars.own_calendar(user), zone=time_zones.zone(before)), now)


def time_left(absences: Sequence[tuple[datetime, datetime]], zone: tzinfo, year: int) -> timedelta:
    """How much of a year's budget these absences leave."""
    return max(YEARLY - calendars.time_away(absences, zone, year), clock.ZERO)


def _locked(user: User) -> User:
    """The person as stored now; two changes of one calendar come one after the other."""
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
    """Return the absence of these very days, if it was announced before.

    One that begins today begins at the moment of its sending, so the second begins a little later.
    """
    known = Absence.objects.filter(user=user, ends_at=ends_at, starts_at__lte=starts_at).first()
    is_same = known is not None and known.starts_at.astimezone(user.tz).date() == starts_at.astimezone(user.tz).date()
    return known if is_same else None


def _check_free(own: Calendar, starts_at: datetime, ends_at: datetime) -> None:
    if any(start < ends_at and starts_at < end for start, end in own.absences):
        raise Refusal(Code.AWAY_OVERLAP)
    new = (starts_at, ends_at)
    for year in range(starts_at.astimezone(own.zone).year, ends_at.astimezone(own.zone).year + 1):
        left = time_left(own.absences, own.zone, year)
        if calendars.time_away([new], own.zone, year) > left:
            raise Refusal(Code.AWAY_BUDGET, year=year, days=left.days)


def _follow(user: User, before: Calendar, now: datetime) -> None:
    """Bring everything in step that depends on somebody's calendar."""
    _count_anew(user, before, now)
    choices.take_new_calendar(user_id=user.pk, now=now)


def _count_anew(user: User, before: Calendar, now: datetime) -> None:
    """Table after table, each in a transaction of its own; a deadline looks at the calendar once more before it strikes."""
    running = Decision.objects.open().filter(holder=user, due_at__isnull=False)
    for table_id in sorted(set(running.values_list("table_id", flat=True))):
        with transaction.atomic():
            _count_anew_at(table_id, user, before, now)


def _count_anew_at(table_id: int, user: User, before: Calendar, now: datetime) -> None:
    table = lock(table_id)
    then, after = calendars.at_table(before, table), calendars.calendar(table, user.pk)
    # What was asked or counted after the change has been counted on the new calendar already.
    rows = table.decisions.open().filter(holder=user, due_at__isnull=False, counted_at__lte=now).select_related("seat")
    for row in rows:
        row.seat.table = table
        clocks.recount(row, row.seat, then, after, now=now)
        row.save(update_fields=clocks.MOMENTS)
    if rows:
        record_change(table)
