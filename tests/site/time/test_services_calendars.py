"""Quiet hours, announced absences and moves to another time zone: running clocks follow, and absences have a budget."""

from datetime import UTC, datetime, timedelta

import pytest

from accounts import signals
from accounts.models import User
from engines.specimen.actions import SealRoad
from tables import clock
from tables.clock import HOUR
from tables.errors import Refusal
from tables.models import Absence, Notification, Rhythm
from tables.selectors.play.pulse import pulse
from tables.services.play import moves
from tables.services.time import calendars
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
HOURS, DAY = timedelta(hours=1), timedelta(days=1)
NIGHT = (22 * HOUR, 8 * HOUR)
PLAIN_DUE = NOW + DAY


@pytest.fixture
def anna():
    return factories.person("Anna")


@pytest.fixture
def mine(anna):
    """Return Anna's seat at a table where her decision opened at noon with one day of time."""
    return factories.seat_of(factories.running_table(anna, factories.person("Ben")), anna)


def due(seat):
    return factories.decision(seat).due_at


def announce(user, start, end, now=NOW):
    return calendars.announce_absence(user=user, starts_at=start, ends_at=end, now=now)


def refused(user, start, end, now=NOW):
    with pytest.raises(Refusal) as refusal:
        announce(user, start, end, now)
    assert not Absence.objects.filter(user=user, starts_at=start).exists()
    return refusal.value


def test_quiet_hours_move_the_deadlines_that_run(anna, mine):
    calendars.set_quiet_hours(user=anna, quiet=NIGHT, now=NOW + HOURS)
    assert due(mine) == PLAIN_DUE + 10 * HOURS
    calendars.set_quiet_hours(user=anna, quiet=None, now=NOW + 11 * HOURS)
    assert due(mine) == PLAIN_DUE + HOURS


def test_quiet_hours_move_nobody_elses_deadline(anna, mine):
    other = mine.table.seats.exclude(pk=mine.pk).get()
    calendars.set_quiet_hours(user=anna, quiet=NIGHT, now=NOW)
    assert due(other) == PLAIN_DUE


def test_what_is_asked_later_knows_the_quiet_hours(anna):
    calendars.set_quiet_hours(user=anna, quiet=NIGHT, now=NOW)
    mine = factories.seat_of(factories.running_table(anna, factories.person()), anna)
    assert due(mine) == PLAIN_DUE + 10 * HOURS


def test_quiet_hours_leave_what_else_is_known_of_somebodys_rhythm(anna):
    Rhythm.objects.create(user=anna, digest_hour=19)
    calendars.set_quiet_hours(user=anna, quiet=NIGHT, now=NOW)
    assert Rhythm.objects.values_list("digest_hour", "quiet_from", "quiet_until").get() == (19, *NIGHT)


@pytest.mark.parametrize("quiet", [(60, 60), (0, 12 * HOUR + 1), (-5, 60), (60, 2000)])
def test_quiet_hours_that_make_no_sense_are_refused(anna, quiet):
    with pytest.raises(Refusal, match="bad_quiet_hours"):
        calendars.set_quiet_hours(user=anna, quiet=quiet, now=NOW)
    assert not Rhythm.objects.exists()


def test_an_absence_stops_the_clock_from_its_first_moment_to_its_last(anna, mine):
    announce(anna, NOW + 6 * HOURS, NOW + 9 * DAY, now=NOW + 2 * HOURS)
    assert due(mine) == NOW + 9 * DAY + 18 * HOURS


def test_an_absence_can_begin_on_the_spot(anna, mine):
    announce(anna, NOW + 20 * HOURS, NOW + 10 * DAY, now=NOW + 20 * HOURS)
    assert due(mine) == NOW + 10 * DAY + 4 * HOURS


def test_a_table_may_forbid_absences(anna, mine):
    type(mine.table).objects.filter(pk=mine.table_id).update(absences=False)
    announce(anna, NOW, NOW + 9 * DAY)
    calendars.set_quiet_hours(user=anna, quiet=NIGHT, now=NOW + HOURS)
    assert due(mine) == PLAIN_DUE + 10 * HOURS


def test_a_player_back_early_plays_on_and_gets_the_rest_of_the_days_back(anna, mine):
    absence = announce(anna, NOW + 6 * HOURS, NOW + 20 * DAY)
    calendars.end_absence(user=anna, ends_at=absence.ends_at, now=NOW + 2 * DAY)
    assert due(mine) == NOW + 2 * DAY + 18 * HOURS
    announce(anna, NOW + 3 * DAY, NOW + 31 * DAY, now=NOW + 2 * DAY)


def test_an_absence_called_off_before_it_began_never_was(anna, mine):
    absence = announce(anna, NOW + 6 * HOURS, NOW + 20 * DAY)
    calendars.end_absence(user=anna, ends_at=absence.ends_at, now=NOW + HOURS)
    assert due(mine) == PLAIN_DUE
    assert not Absence.objects.exists()


def test_nobody_ends_an_absence_that_is_over_or_somebody_elses(anna):
    absence = announce(anna, NOW, NOW + DAY)
    for user, now in ((factories.person(), NOW + HOURS), (anna, NOW + 2 * DAY), (anna, NOW + DAY)):
        with pytest.raises(Refusal, match="away_over"):
            calendars.end_absence(user=user, ends_at=absence.ends_at, now=now)
    assert Absence.objects.get().ends_at == NOW + DAY


@pytest.mark.parametrize(
    ("start", "end", "code"),
    [
        (-HOURS, DAY, "away_past"),
        (DAY, DAY, "away_order"),
        (2 * DAY, DAY, "away_order"),
        (DAY, 29 * DAY + HOURS, "away_long"),
        (360 * DAY, 367 * DAY, "away_far"),
    ],
)
def test_absences_lie_in_the_future_and_have_a_length(anna, start, end, code):
    assert refused(anna, NOW + start, NOW + end).code == code


def test_absences_do_not_overlap_but_may_touch(anna):
    announce(anna, NOW + 5 * DAY, NOW + 10 * DAY)
    for start, end in ((4, 6), (9, 12), (6, 7), (4, 12), (5, 10)):
        assert refused(anna, NOW + start * DAY - HOURS, NOW + end * DAY + HOURS).code == "away_overlap"
    announce(anna, NOW + 10 * DAY, NOW + 12 * DAY)
    announce(factories.person(), NOW + 5 * DAY, NOW + 10 * DAY)


def test_a_year_has_forty_two_days_of_absence(anna):
    announce(anna, NOW, NOW + 28 * DAY)
    found = refused(anna, NOW + 40 * DAY, NOW + 55 * DAY)
    assert (found.code, found.params) == ("away_budget", {"year": 2026, "days": 14})
    announce(anna, NOW + 40 * DAY, NOW + 54 * DAY)
    assert refused(anna, NOW + 60 * DAY, NOW + 60 * DAY + HOURS).params["days"] == 0


def test_the_year_is_that_of_the_persons_own_zone():
    """The yearly budget of absences uses the user's own time zone.

    Apia is fourteen hours ahead of UTC. The absence takes 20 days from the old year and 8 days from the new year.
    """
    tala = User.objects.create_user("tala@example.org", display_name="Tala", time_zone="Pacific/Apia")
    new_year = datetime(2026, 12, 31, 11, tzinfo=UTC)
    now = new_year - 30 * DAY
    announce(tala, now, now + 2 * DAY, now=now)
    announce(tala, new_year - 20 * DAY, new_year + 8 * DAY, now=now)
    spans = list(Absence.objects.values_list("starts_at", "ends_at"))
    left = [calendars.time_left(spans, tala.tz, year) for year in (2025, 2026, 2027)]
    assert left == [42 * DAY, 20 * DAY, 34 * DAY]


def test_a_day_of_absence_is_a_day_however_long_summer_time_makes_it():
    rosa = User.objects.create_user("rosa@example.org", display_name="Rosa", time_zone="Europe/Rome")
    start, end = (datetime(2026, month, day, tzinfo=rosa.tz) for month, day in ((10, 10), (11, 7)))
    announce(rosa, start, end)
    assert calendars.time_left([(start, end)], rosa.tz, 2026) == 14 * DAY


def test_who_moves_to_another_zone_takes_the_running_clocks_along(anna, mine):
    calendars.set_quiet_hours(user=anna, quiet=NIGHT, now=NOW)
    anna.time_zone = "America/New_York"
    anna.save(update_fields=["time_zone"])
    now = NOW + 11 * HOURS
    signals.time_zone_changed.send(User, user=anna, before="UTC", now=now)
    # One hour of the UTC night has passed. After ten hours on the clock, it is 18:00 in New York, four hours before night.
    row = factories.decision(mine)
    assert (row.spent_seconds, row.rested_seconds) == (10 * 3600, 3600)
    assert row.due_at == now + 4 * HOURS + 10 * HOURS + 10 * HOURS


def test_an_edit_tells_nobody_twice_that_it_is_their_turn(anna, mine):
    before = Notification.objects.count()
    calendars.set_quiet_hours(user=anna, quiet=NIGHT, now=NOW + HOURS)
    announce(anna, NOW + 2 * HOURS, NOW + 9 * DAY, now=NOW + 2 * HOURS)
    assert Notification.objects.count() == before


def test_everybody_at_the_table_sees_the_new_deadline(anna, mine, django_capture_on_commit_callbacks):
    before = factories.fresh(mine.table).changes
    with django_capture_on_commit_callbacks(execute=True):
        calendars.set_quiet_hours(user=anna, quiet=NIGHT, now=NOW + HOURS)
    assert factories.fresh(mine.table).changes == pulse(mine.table.pulse).changes == before + 1


def test_a_deadline_that_was_not_counted_anew_looks_at_the_calendar_before_it_strikes(anna, mine):
    """A deadline that was not recalculated checks the calendar before it expires.

    The test sets the state after a process has died between the announcement and the recalculation.
    """
    Absence.objects.create(user=anna, starts_at=NOW + HOURS, ends_at=NOW + 5 * DAY, announced_at=NOW)
    row = factories.decision(mine)
    assert not moves.time_out(decision_id=row.pk, now=PLAIN_DUE)
    assert due(mine) == NOW + 5 * DAY + 23 * HOURS
    assert factories.fresh(mine.table).seq == 0


def test_whatever_is_edited_a_clock_rests_for_so_long_and_no_longer(anna, mine):
    """Edits cannot stop a clock for longer than the maximum.

    The test moves the quiet hours twice a day, so that they are always in force.
    """
    now = NOW
    while now < due(mine):
        start = now.hour * 60
        calendars.set_quiet_hours(user=anna, quiet=(start, (start + 12 * HOUR) % clock.DAY), now=now)
        now += 12 * HOURS
    assert due(mine) == PLAIN_DUE + clock.LONGEST_REST


def test_a_calendar_that_is_changed_too_late_saves_nobody(anna, mine):
    """A calendar that is changed after the deadline does not extend the deadline.

    The sweep is a minute late. Quiet hours set in that minute for the past night do not restore any time.
    """
    row = factories.decision(mine)
    calendars.set_quiet_hours(user=anna, quiet=NIGHT, now=PLAIN_DUE + timedelta(seconds=30))
    assert moves.time_out(decision_id=row.pk, now=PLAIN_DUE + timedelta(minutes=1))


def test_an_answered_decision_is_left_alone(anna, mine):
    factories.send(mine, SealRoad("valley"))
    calendars.set_quiet_hours(user=anna, quiet=NIGHT, now=NOW + HOURS)
    row = factories.decision(mine)
    assert (row.due_at, row.answered_at) == (None, NOW)


def test_an_edit_asks_as_much_for_one_table_as_for_each_other(anna, django_assert_max_num_queries):
    for _each in range(3):
        factories.running_table(anna, factories.person())
    with django_assert_max_num_queries(9 + 3 * 9):
        calendars.set_quiet_hours(user=anna, quiet=NIGHT, now=NOW + HOURS)
