"""Arithmetic of paces and time banks."""

from datetime import UTC, datetime, timedelta

import pytest

from tables import clock

ASKED = datetime(2026, 3, 28, 12, 0, tzinfo=UTC)
PACE = clock.Pace("test", decision=600, reply=60, bank=120, increment=30, cap=150)
HOUR = timedelta(hours=1)


def _due(*, bank=timedelta(0), is_reply=False):
    return clock.deadline(clock.allowance(PACE, bank=bank, is_reply=is_reply), clock.ALWAYS, since=ASKED)


def test_a_decision_has_its_own_time_and_then_the_bank():
    due = _due(bank=2 * HOUR)
    assert (due.remind_at, due.bank_at, due.due_at) == (ASKED + 8 * HOUR, ASKED + 10 * HOUR, ASKED + 12 * HOUR)


def test_a_reply_has_less_time():
    due = _due(is_reply=True)
    assert due.bank_at == due.due_at == ASKED + HOUR


def test_the_reminder_comes_before_the_bank_is_touched():
    due = _due(bank=20 * HOUR)
    assert due.remind_at < due.bank_at


@pytest.mark.parametrize(
    ("bank", "late", "left"),
    [
        (60, -1, 90),  # an answer in time adds the increment
        (60, 0, 90),  # an answer exactly at the deadline is in time
        (140, -1, 150),  # the increment stops at the cap
        (200, -1, 200),  # time above the cap is kept
        (60, 10, 50),  # a late answer costs the time it was late
        (60, 60, 0),
        (60, 90, 0),  # the bank is never below zero
    ],
)
def test_an_answer_is_charged_to_the_bank(bank, late, left):
    given = clock.allowance(PACE, bank=timedelta(minutes=bank), is_reply=False)
    found = clock.charge(PACE, given, used=given.own + timedelta(minutes=late))
    assert found == timedelta(minutes=left)


def test_every_offered_pace_gives_a_bank_and_replies_less_time():
    assert list(clock.PACES) == ["day", "three", "week"]
    assert all(pace.reply < pace.decision and 0 < pace.bank <= pace.cap for pace in clock.PACES.values())


def test_the_pace_of_the_demo_is_never_offered():
    assert clock.DEMO.slug not in clock.PACES
