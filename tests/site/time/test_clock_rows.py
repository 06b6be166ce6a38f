"""Clock of a decision: edits of the calendar, pauses of the table, and outages."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from tables.clock import ALWAYS, DAY, HOUR, LONGEST_REST, Calendar
from tables.models import Decision, Seat, Table
from tables.services.time import clocks

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
SECOND, HOURS = timedelta(seconds=1), timedelta(hours=1)
ROME = ZoneInfo("Europe/Rome")
NIGHTS = Calendar(ROME, (22 * HOUR, 8 * HOUR))
CALENDARS = [
    ALWAYS,
    NIGHTS,
    Calendar(ROME, (10 * HOUR, 22 * HOUR)),
    Calendar(ZoneInfo("Pacific/Apia"), (22 * HOUR, 8 * HOUR), weekends_off=True),
    Calendar(UTC, None, ((NOW + timedelta(days=2), NOW + timedelta(days=30)),)),
    Calendar(UTC, None, ((NOW + timedelta(days=31), NOW + timedelta(days=59)),), weekends_off=True),
]
calendars = st.sampled_from(CALENDARS)
lengths = st.integers(0, 12 * 24 * 3600).map(lambda seconds: timedelta(seconds=seconds))


def started(calendar, *, decision=3 * DAY, grace=0, bank=0, now=NOW):
    """Return a new decision with a running clock, and its seat. Nothing is stored."""
    table = Table(decision_minutes=decision, reply_minutes=decision, grace_minutes=grace, bank_cap_minutes=10 * DAY)
    seat = Seat(table=table, bank_seconds=bank * 60)
    row = Decision(table=table, seat=seat, asked_at=now)
    clocks.start(row, seat, calendar, now=now)
    return row, seat


@given(calendars, st.lists(st.tuples(lengths, calendars), max_size=12))
def test_whatever_is_edited_nobody_loses_time_and_no_clock_rests_for_ever(first, edits):
    row, seat = started(first, bank=2 * DAY)
    total, now, current = clocks.allowance_of(row, seat).total, NOW, first
    for passed, edited in edits:
        now += passed
        if now >= row.due_at:
            break
        clocks.recount(row, seat, current, edited, now=now)
        current = edited
    rounding = SECOND * (len(edits) + 1)
    assert NOW + total - rounding <= row.due_at <= NOW + total + LONGEST_REST + rounding


@given(calendars, st.lists(lengths, max_size=12))
def test_counting_anew_on_the_same_calendar_changes_nothing(calendar, passed):
    row, seat = started(calendar, grace=8 * HOUR, bank=2 * DAY)
    before, now = (row.over_at, row.bank_at, row.due_at), NOW
    for length in passed:
        now += length
        if now < row.over_at:
            clocks.recount(row, seat, calendar, calendar, now=now)
    after = (row.over_at, row.bank_at, row.due_at)
    assert all(abs(one - other) <= SECOND * len(passed) for one, other in zip(before, after, strict=True))


@given(calendars, lengths, lengths)
def test_a_pause_is_no_rest_and_costs_nobody_anything(calendar, before, paused):
    row, seat = started(calendar)
    clocks.stop(row, calendar, now=NOW + before)
    spent, rested = row.spent_seconds, row.rested_seconds
    assert (row.counted_at, row.remind_at, row.over_at, row.bank_at, row.due_at) == (None,) * 5
    assert abs(timedelta(seconds=spent + rested) - before) <= SECOND
    clocks.resume(row, seat, calendar, now=NOW + before + paused)
    assert (row.spent_seconds, row.rested_seconds) == (spent, rested)
    # A pause may shift the remaining time into other nights, but never shortens it.
    left = max(timedelta(days=3) - timedelta(seconds=spent), timedelta(0))
    assert row.due_at >= NOW + before + paused + left
    assert row.due_at <= NOW + before + paused + left + LONGEST_REST


def test_an_absence_announced_while_the_clock_runs_stops_it_from_then_on():
    row, seat = started(ALWAYS)
    away = Calendar(UTC, None, ((NOW + 20 * HOURS, NOW + 44 * HOURS),))
    clocks.recount(row, seat, ALWAYS, away, now=NOW + 10 * HOURS)
    assert row.due_at == NOW + timedelta(days=4)
    back = Calendar(UTC, None, ((NOW + 20 * HOURS, NOW + 30 * HOURS),))
    clocks.recount(row, seat, away, back, now=NOW + 30 * HOURS)
    assert row.due_at == NOW + timedelta(days=3) + 10 * HOURS
    assert (row.spent_seconds, row.rested_seconds) == (20 * 3600, 10 * 3600)


def test_hours_in_which_the_site_was_down_are_neither_spent_nor_rest():
    row, seat = started(ALWAYS)
    clocks.recount(row, seat, ALWAYS, ALWAYS, now=NOW + 10 * HOURS, until=NOW + 4 * HOURS)
    assert (row.spent_seconds, row.rested_seconds) == (4 * 3600, 0)
    assert row.due_at == NOW + timedelta(days=3) + 6 * HOURS


def test_an_edit_reminds_nobody_twice():
    row, seat = started(ALWAYS)
    row.remind_at = None
    clocks.recount(row, seat, ALWAYS, NIGHTS, now=NOW + 60 * HOURS)
    assert row.remind_at is None
    clocks.stop(row, NIGHTS, now=NOW + 61 * HOURS)
    clocks.resume(row, seat, NIGHTS, now=NOW + 90 * HOURS)
    assert row.remind_at is None


def test_an_extension_adds_to_the_decisions_own_time_before_grace_and_bank():
    row, seat = started(ALWAYS, grace=8 * HOUR, bank=DAY)
    clocks.extend(row, seat, ALWAYS, by=timedelta(days=3))
    six = NOW + timedelta(days=6)
    assert (row.over_at, row.bank_at, row.due_at) == (six, six + 8 * HOURS, six + 32 * HOURS)


def test_an_answer_is_charged_for_what_ran_alone():
    row, seat = started(NIGHTS, decision=10 * HOUR, bank=10 * HOUR)
    # The player's own ten hours last from 13:00 to 22:00, and one more hour after the night.
    clocks.settle(row, seat, NIGHTS, answered_at=NOW + 19 * HOURS, by_deadline=False)
    assert (row.used_seconds, seat.bank_seconds) == (9 * 3600, 10 * 3600)
    clocks.settle(row, seat, NIGHTS, answered_at=NOW + 22 * HOURS, by_deadline=False)
    assert (row.used_seconds, seat.bank_seconds) == (12 * 3600, 8 * 3600)
