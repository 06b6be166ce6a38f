"""Paces: the allowed values, and the expected length of a game at each pace."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import translation

from tables import clock, paces
from tables.clock import DAY, HOUR, PACES, Pace
from tables.models import Table
from tables.present.time import paces as words

OWN = Pace(paces.CUSTOM, 2 * DAY, DAY, bank=DAY, increment=HOUR, cap=2 * DAY, grace=HOUR)


@pytest.mark.parametrize("pace", [*PACES.values(), clock.DEMO, OWN, Pace("least", 60, 60), Pace("most", 30 * DAY, 30 * DAY)])
def test_every_offered_pace_is_one(pace):
    assert not list(paces.faults(pace))


@pytest.mark.parametrize(
    ("part", "minutes", "faulty"),
    [
        ("decision", 59, ["decision", "reply"]),
        ("decision", 30 * DAY + 1, ["decision"]),
        ("reply", 59, ["reply"]),
        ("reply", 2 * DAY + 1, ["reply"]),
        ("grace", -1, ["grace"]),
        ("grace", 2 * DAY + 1, ["grace"]),
        ("bank", -1, ["bank"]),
        ("bank", 2 * DAY + 1, ["bank"]),
        ("increment", 7 * DAY + 1, ["increment"]),
        ("cap", 60 * DAY + 1, ["cap"]),
        ("cap", DAY - 1, ["bank"]),
    ],
)
def test_a_pace_outside_its_limits_is_none_and_says_which_part(part, minutes, faulty):
    assert [fault.part for fault in paces.faults(replace(OWN, **{part: minutes}))] == faulty


def test_presets_have_a_grace_and_count_weekends():
    assert all(8 * HOUR <= pace.grace <= 12 * HOUR and pace.weekends for pace in PACES.values())


def test_a_game_takes_a_third_of_the_time_for_each_wait():
    assert paces.estimate(PACES["three"], 42) == timedelta(days=42)
    assert paces.estimate(replace(PACES["three"], weekends=False), 50) == timedelta(days=70)


@pytest.mark.parametrize(
    ("days", "said"),
    [(0.1, "1 day"), (2.6, "3 days"), (10, "10 days"), (11, "2 weeks"), (42, "6 weeks"), (69, "10 weeks"), (98, "3 months")],
)
def test_a_guess_is_told_in_the_unit_people_think_in(days, said):
    with translation.override("en"):
        assert words.rough(timedelta(days=days)) == said


def test_a_table_for_four_at_three_days_takes_about_six_weeks():
    table = Table(game="gonzaga", options="{}", seat_count=4, pace="three", decision_minutes=3 * DAY, reply_minutes=DAY)
    with translation.override("en"):
        assert words.length_words(table) == "about 6 weeks"


def test_a_table_says_in_words_what_its_clocks_do():
    table = Table(
        decision_minutes=3 * DAY,
        reply_minutes=DAY,
        grace_minutes=12 * HOUR,
        bank_minutes=5 * DAY,
        increment_minutes=12 * HOUR,
        bank_cap_minutes=7 * DAY,
        weekends=False,
        absences=False,
        excused=0,
    )
    with translation.override("en"):
        assert words.terms(table) == [
            "Everyone has 3 days for a decision and 1 day for a reaction.",
            "After that, there is a grace period of 12 hours, and then the time bank is used.",
            "The time bank starts at 5 days and grows by 12 hours with each deadline met, up to 7 days.",
            "The clocks are stopped on Saturdays and Sundays.",
            "Announced absences don’t stop the clocks here.",
            "After one missed deadline, the steward plays the seat.",
        ]


def test_a_plain_table_has_little_to_say():
    table = Table(decision_minutes=DAY, reply_minutes=DAY, grace_minutes=HOUR, excused=2)
    with translation.override("en"):
        assert words.terms(table) == [
            "Everyone has 1 day for a decision and 1 day for a reaction.",
            "After that, there is a grace period of 1 hour.",
            "2 missed deadlines in a row are excused. After the next one, the steward plays the seat.",
        ]
        assert words.pace_words(table) == "1 day per decision"
