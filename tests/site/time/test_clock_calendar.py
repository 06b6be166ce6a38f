"""Properties of clocks across daylight saving, time zones, quiet hours, weekends and absences."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables import clock
from tables.clock import ALWAYS, DAY, HOUR, LONGEST_REST, Calendar, Why, moment_after, rest_at, running_time

ZERO, MINUTE = timedelta(0), timedelta(minutes=1)
# These zones change clocks at night, at midnight, on a Saturday, by half an hour, in the south, or never. One zone skipped
# 30 December 2011.
ZONES = [
    "UTC",
    "Europe/Rome",
    "America/New_York",
    "America/Santiago",
    "Asia/Beirut",
    "Asia/Gaza",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Pacific/Chatham",
]
zones = st.sampled_from([ZoneInfo(name) for name in ZONES])
# Hypothesis requires bounds without a time zone.
instants = st.datetimes(datetime(2011, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC)).map(  # noqa: DTZ001
    lambda found: found.replace(microsecond=0)
)
spans = st.timedeltas(ZERO, timedelta(days=40)).map(lambda found: timedelta(seconds=found // timedelta(seconds=1)))
minutes = st.integers(0, DAY - 1)
quiets = st.none() | st.builds(lambda start, long: (start, (start + long) % DAY), minutes, st.integers(1, 12 * HOUR))


@st.composite
def absences(draw, around):
    """Draw up to three successive absences. The first may have begun before ``around``."""
    at = around + draw(st.timedeltas(timedelta(days=-30), timedelta(days=30)))
    found = []
    for _each in range(draw(st.integers(0, 3))):
        start = at + draw(st.timedeltas(ZERO, timedelta(days=20)))
        at = start + draw(st.timedeltas(ZERO, timedelta(days=28)))
        found.append((start, at))
    return tuple(found)


@st.composite
def calendars_and_moments(draw):
    since = draw(instants)
    return Calendar(draw(zones), draw(quiets), draw(absences(since)), draw(st.booleans())), since


cases = calendars_and_moments()


def stands(calendar, at):
    """True if a clock is stopped at this time. This is computed from local time, without ``tables.clock``."""
    local = at.astimezone(calendar.zone)
    minute = local.hour * 60 + local.minute
    if any(start <= at < end for start, end in calendar.absences):
        return True
    if calendar.weekends_off and local.weekday() >= 5:
        return True
    if calendar.quiet is None:
        return False
    start, until = calendar.quiet
    return start <= minute < until if start < until else minute >= start or minute < until


@given(cases, spans)
def test_running_time_undoes_moment_after(case, running):
    calendar, since = case
    assert running_time(calendar, since, moment_after(calendar, since, running)) == running


@given(cases, spans, spans)
def test_more_running_time_is_never_over_earlier(case, one, other):
    calendar, since = case
    shorter, longer = sorted((one, other))
    gap = moment_after(calendar, since, longer) - moment_after(calendar, since, shorter)
    assert gap >= longer - shorter


@given(cases, spans)
def test_no_rest_shortens_a_deadline_and_all_rests_together_are_bounded(case, running):
    calendar, since = case
    rested = moment_after(calendar, since, running) - since - running
    assert ZERO <= rested <= LONGEST_REST


@given(cases, spans, st.timedeltas(ZERO, LONGEST_REST * 2))
def test_what_has_rested_before_counts_towards_the_bound(case, running, rested):
    calendar, since = case
    more = moment_after(calendar, since, running, rested=rested) - since - running
    assert ZERO <= more <= max(LONGEST_REST - rested, ZERO)


@given(cases, spans, spans)
def test_time_runs_the_same_counted_in_one_piece_or_in_two(case, first, second):
    calendar, since = case
    middle = since + first
    ran = running_time(calendar, since, middle)
    end = middle + second
    assert ran + running_time(calendar, middle, end, rested=first - ran) == running_time(calendar, since, end)


@given(cases, spans, spans)
def test_a_deadline_counted_anew_on_the_way_is_the_same(case, running, passed):
    calendar, since = case
    due = moment_after(calendar, since, running)
    at = min(since + passed, due)
    ran = running_time(calendar, since, at)
    again = moment_after(calendar, at, running - ran, rested=at - since - ran)
    # If the calendar has stopped the clock since its last running second, no time is left to run.
    assert again == (at if ran == running else due)


@given(cases, spans)
def test_a_calendar_with_another_rest_is_never_over_earlier(case, running):
    calendar, since = case
    plain = Calendar(calendar.zone, calendar.quiet, (), calendar.weekends_off)
    assert moment_after(calendar, since, running) >= moment_after(plain, since, running) >= since + running


@given(cases, st.timedeltas(ZERO, timedelta(days=20)))
def test_a_clock_stands_still_exactly_when_the_calendar_on_the_wall_says_so(case, after):
    calendar, since = case
    at = (since + after).replace(second=0)
    # Local time is ambiguous near a clock change, so those times are left out.
    local = at.astimezone(calendar.zone)
    offsets = {(local + timedelta(hours=hours)).astimezone(UTC).astimezone(calendar.zone).utcoffset() for hours in (-26, 26)}
    if len(offsets) == 1:
        assert (rest_at(calendar, at) is not None) == stands(calendar, at)


@given(cases)
def test_a_rest_says_when_it_ends_and_the_clock_runs_then(case):
    calendar, since = case
    if (rest := rest_at(calendar, since)) is not None:
        assert rest.start == since < rest.end <= since + LONGEST_REST
        assert running_time(calendar, since, rest.end) == ZERO
        assert moment_after(calendar, since, MINUTE) >= rest.end + MINUTE


@given(cases, spans)
def test_a_clock_that_has_rested_enough_rests_no_more(case, running):
    calendar, since = case
    assert rest_at(calendar, since, rested=LONGEST_REST) is None
    assert moment_after(calendar, since, running, rested=LONGEST_REST) == since + running


@given(instants, spans)
def test_without_a_calendar_time_simply_runs(since, running):
    assert moment_after(ALWAYS, since, running) == since + running
    assert running_time(ALWAYS, since, since + running) == running
    assert running_time(ALWAYS, since + running + MINUTE, since) == ZERO


def test_absences_before_a_weekend_are_all_kept():
    """Several absences before a weekend off all count. The test has one on a Tuesday and one on a Thursday."""
    monday = datetime(2026, 3, 2, 0, 0, tzinfo=UTC)
    away = tuple((monday + timedelta(days=day), monday + timedelta(days=day + 1)) for day in (1, 3))
    calendar = Calendar(UTC, None, away, weekends_off=True)
    assert moment_after(calendar, monday, timedelta(days=4)) == monday + timedelta(days=8)
    assert rest_at(calendar, monday + timedelta(days=3)).why is Why.ABSENCE


@pytest.mark.parametrize(
    ("zone", "since", "hours", "until"),
    [
        # Quiet hours last from 22:00 to 8:00. The clock runs for one hour before them and one hour after them. The night has
        # nine hours in spring, eleven in autumn.
        ("Europe/Rome", "2026-03-28T20:00+00:00", 2, "2026-03-29T07:00+00:00"),
        ("Europe/Rome", "2026-10-24T19:00+00:00", 2, "2026-10-25T08:00+00:00"),
        ("America/New_York", "2026-03-08T02:00+00:00", 2, "2026-03-08T13:00+00:00"),
        # Daylight saving is half an hour in this zone.
        ("Australia/Lord_Howe", "2026-10-03T10:30+00:00", 2, "2026-10-03T22:00+00:00"),
        # This zone skipped 30 December 2011, so one night lasted from the 29th to the 31st.
        ("Pacific/Apia", "2011-12-30T07:00+00:00", 2, "2011-12-30T19:00+00:00"),
    ],
)
def test_a_night_of_summer_time_is_as_long_as_it_is(zone, since, hours, until):
    calendar = Calendar(ZoneInfo(zone), (22 * HOUR, 8 * HOUR))
    found = moment_after(calendar, datetime.fromisoformat(since), timedelta(hours=hours))
    assert found == datetime.fromisoformat(until)


def test_quiet_hours_that_begin_in_the_hour_left_out_by_summer_time():
    """Quiet hours are dropped on a day that skips them: 2:30 to 3:15 in Rome on 29 March 2026.

    On that day 2:30 becomes 3:30, after the end of the quiet hours.
    """
    calendar = Calendar(ZoneInfo("Europe/Rome"), (2 * HOUR + 30, 3 * HOUR + 15))
    night = datetime(2026, 3, 29, 0, 0, tzinfo=UTC)
    assert moment_after(calendar, night, timedelta(hours=5)) == night + timedelta(hours=5)


@pytest.mark.parametrize("quiet", [(60, 60), (0, 12 * HOUR + 1), (-1, 60), (60, DAY), (8 * HOUR, 7 * HOUR)])
def test_quiet_hours_are_some_and_at_most_half_a_day(quiet):
    with pytest.raises(ValueError, match="quiet"):
        Calendar(UTC, quiet)


@pytest.mark.parametrize(
    ("calendar", "why", "until"),
    [
        (Calendar(UTC, (22 * HOUR, 8 * HOUR)), Why.QUIET, datetime(2026, 3, 7, 8, tzinfo=UTC)),
        (Calendar(UTC, None, (), weekends_off=True), Why.WEEKEND, datetime(2026, 3, 9, tzinfo=UTC)),
        # The night and the weekend adjoin and form one break. Its reason is that of the longer part.
        (Calendar(UTC, (22 * HOUR, 8 * HOUR), (), weekends_off=True), Why.WEEKEND, datetime(2026, 3, 9, 8, tzinfo=UTC)),
        (
            Calendar(UTC, (22 * HOUR, 8 * HOUR), ((datetime(2026, 3, 7, tzinfo=UTC), datetime(2026, 3, 20, 3, tzinfo=UTC)),)),
            Why.ABSENCE,
            datetime(2026, 3, 20, 8, tzinfo=UTC),
        ),
    ],
)
def test_a_rest_says_why(calendar, why, until):
    rest = rest_at(calendar, datetime(2026, 3, 7, 1, tzinfo=UTC))
    assert (rest.why, rest.end) == (why, until)


@given(cases, st.integers(1, 30 * DAY), st.integers(0, 60 * DAY), st.integers(0, 48 * HOUR), st.booleans(), spans, spans)
def test_the_moments_of_a_decision_come_in_order(case, decision, bank, grace, is_reply, extension, spent):
    calendar, since = case
    pace = clock.Pace("any", decision, (decision + 1) // 2, bank=bank, grace=grace)
    given_ = clock.allowance(pace, bank=timedelta(minutes=bank), is_reply=is_reply, extension=extension)
    due = clock.deadline(given_, calendar, since=since, spent=spent)
    assert since <= due.remind_at <= due.over_at <= due.bank_at <= due.due_at
    assert running_time(calendar, since, due.due_at) == max(given_.total - spent, ZERO)


@given(
    st.builds(
        clock.Pace,
        st.just("any"),
        st.integers(1, 30 * DAY),
        st.integers(1, 30 * DAY),
        increment=st.integers(0, 7 * DAY),
        cap=st.integers(0, 60 * DAY),
        grace=st.integers(0, 48 * HOUR),
    ),
    st.integers(0, 60 * DAY),
    st.integers(0, 200 * DAY),
)
def test_a_bank_is_never_negative_never_rises_above_its_cap_and_is_touched_after_the_grace_only(pace, bank, used):
    given_ = clock.allowance(pace, bank=timedelta(minutes=bank), is_reply=False)
    left = clock.charge(pace, given_, used=timedelta(minutes=used))
    assert ZERO <= left <= max(given_.bank, timedelta(minutes=pace.cap))
    assert (left < given_.bank) == (bank > 0 and used > pace.decision + pace.grace)
    if used > pace.decision + pace.grace + bank:
        assert left == ZERO
