"""Telling the operators of somebody, and settling it."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction

from accounts.models import User
from tables.errors import Code, Refusal
from tables.models import Report, Table
from tables.selectors.people import reports
from tables.services import texts
from tables.services.changes import record_change
from tables.services.locking import lock
from tables.services.once import once

LENGTH = 1000
MOST_A_DAY, MOST_LINES = 8, 20
DAYS = (1, 3, 7, 14, 30, 90, 365)
WARNED_FOR = timedelta(days=180)
Outcome = Report.Outcome


def report_person(*, reporter: User, number: int, reason: str, token: str = "", now: datetime) -> Report:
    """Tell the operators of one person. ``token``: as in ``once``.

    Raises a Refusal: unknown_person, oneself, blank, too_long, bad_character, reported_enough.
    """
    said = texts.said(reason, LENGTH)
    make = partial(_report_person, reporter, number, said, now)
    return once(Report, user_id=reporter.pk, token=token, said=(number, said), now=now, make=make)


def _report_person(reporter: User, number: int, said: str, now: datetime) -> Report:
    if number == reporter.pk:
        raise Refusal(Code.ONESELF)
    about = User.objects.filter(pk=number, is_active=True, guest_since=None).first()
    if about is None:
        raise Refusal(Code.UNKNOWN_PERSON)
    with transaction.atomic():
        _check_measure(reporter, 1, now)
        return Report.objects.create(reporter=reporter, about=about, reason=said, at=now)


def report_lines(
    *, reporter: User, table_id: int, chosen: Sequence[str], reason: str, token: str = "", now: datetime
) -> Report:
    """Tell the operators of lines that were said at a table; one report for each person who said some. Returns the first.

    ``chosen``: the keys of lines (``selectors.people.reports.Line``). ``token``: as in ``once``.
    Raises a Refusal: no_lines, blank, too_long, bad_character, reported_enough.
    """
    said = texts.said(reason, LENGTH)
    make = partial(_report_lines, reporter, table_id, frozenset(chosen), said, now)
    return once(Report, user_id=reporter.pk, token=token, said=(table_id, sorted(chosen), said), now=now, make=make)


def _report_lines(reporter: User, table_id: int, chosen: frozenset[str], said: str, now: datetime) -> Report:
    table = Table.objects.readable().get(pk=table_id)
    lines = reports.chosen_lines(table, reporter, chosen)[:MOST_LINES]
    by_person: dict[int, list[Mapping[str, Any]]] = {}
    for line in reversed(lines):
        by_person.setdefault(line.user.pk, []).append(line.copy)
    if not by_person:
        raise Refusal(Code.NO_LINES)
    with transaction.atomic():
        _check_measure(reporter, len(by_person), now)
        made = [
            Report.objects.create(reporter=reporter, about_id=number, table=table, lines=copies, reason=said, at=now)
            for number, copies in by_person.items()
        ]
    return made[0]


def _check_measure(reporter: User, more: int, now: datetime) -> None:
    list(User.objects.select_for_update(no_key=True).filter(pk=reporter.pk))  # one after the other
    if reports.made_since(reporter, now - timedelta(days=1)) + more > MOST_A_DAY:
        raise Refusal(Code.REPORTED_ENOUGH, most=MOST_A_DAY)


def settle(*, report_id: int, operator: User, outcome: str, days: int, takes_lines: bool, answer: str, now: datetime) -> Report:
    """Settle a report; ``answer`` is the reason that both read. A suspension lasts ``days`` from now and ends by itself.

    ``takes_lines``: the lines that were reported go away. Raises a Refusal: settled_before, bad_days, blank, too_long,
    bad_character.
    """
    said = texts.said(answer, LENGTH)
    if days not in DAYS:
        raise Refusal(Code.BAD_DAYS)
    with transaction.atomic():
        report = Report.objects.select_for_update(of=("self",)).get(pk=report_id)
        if report.settled_at is not None:
            raise Refusal(Code.SETTLED_BEFORE)
        report.outcome, report.answer = Outcome(outcome), said
        report.until = _until(report, days, now)
        report.settled_at, report.settled_by = now, operator
        report.lines_taken = takes_lines and bool(report.lines)
        if report.lines_taken:
            _take_lines(report)
        report.save()
    return report


def end_now(*, report_id: int, now: datetime) -> None:
    """A warning or suspension counts no longer."""
    Report.objects.filter(pk=report_id, until__gt=now).update(until=now)


def mark_told(*, user: User, now: datetime) -> None:
    """Somebody has seen how all reports by and about them were settled."""
    settled = Report.objects.filter(settled_at__lte=now)
    settled.filter(reporter=user, told_reporter_at=None).update(told_reporter_at=now)
    settled.filter(about=user, told_about_at=None).update(told_about_at=now)


def _until(report: Report, days: int, now: datetime) -> datetime | None:
    match report.outcome:
        case Outcome.SUSPENSION:
            return now + timedelta(days=days)
        case Outcome.WARNING:
            return now + WARNED_FOR
        case _:
            return None


def _take_lines(report: Report) -> None:
    """Only what this person said at this table; whoever looks at it is told that something changed."""
    for kind, model in reports.KINDS.items():
        numbers = [line["number"] for line in report.lines if line["kind"] == kind]
        model._default_manager.filter(pk__in=numbers, user=report.about_id, table=report.table_id).delete()
    if report.table_id:
        record_change(lock(report.table_id))
