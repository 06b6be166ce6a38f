"""Reports to the admins, and settling them."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F

from accounts.models import User
from tables.errors import Code, Refusal
from tables.models import Event, EventNote, Report, Table
from tables.selectors.people import reports
from tables.selectors.people.reports import ReportedLine
from tables.services import texts
from tables.services.changes import record_change
from tables.services.locking import lock
from tables.services.once import create_once

LENGTH = 1000
MOST_A_DAY, MOST_LINES = 8, 20
DAYS = (1, 3, 7, 14, 30, 90, 365)
WARNED_FOR = timedelta(days=180)
Outcome = Report.Outcome


def report_person(*, reporter: User, number: int, reason: str, token: str = "", now: datetime) -> Report:
    """Report a person to the admins. ``token``: as in ``create_once``.

    Raises a Refusal: unknown_person, oneself, blank, too_long, bad_character, reported_enough.
    """
    checked_reason = texts.required_text(reason, LENGTH)
    make = partial(_report_person, reporter, number, checked_reason, now)
    return create_once(Report, user_id=reporter.pk, token=token, content=(number, checked_reason), now=now, make=make)


def _report_person(reporter: User, number: int, reason: str, now: datetime) -> Report:
    if number == reporter.pk:
        raise Refusal(Code.ONESELF)
    about = User.objects.filter(pk=number, is_active=True, guest_since=None).first()
    if about is None:
        raise Refusal(Code.UNKNOWN_PERSON)
    with transaction.atomic():
        _check_measure(reporter, 1, now)
        return Report.objects.create(reporter=reporter, about=about, reason=reason, at=now)


def report_lines(
    *, reporter: User, table_id: int, chosen: Sequence[str], reason: str, token: str = "", now: datetime
) -> Report:
    """Report lines at a table to the admins, in one report per author. Return the first.

    ``chosen``: the keys of lines (``ReportedLine.key``). ``token``: as in ``create_once``. Raises a Refusal:
    no_lines, blank, too_long, bad_character, reported_enough.
    """
    checked_reason = texts.required_text(reason, LENGTH)
    make = partial(_report_lines, reporter, table_id, frozenset(chosen), checked_reason, now)
    return create_once(
        Report, user_id=reporter.pk, token=token, content=(table_id, sorted(chosen), checked_reason), now=now, make=make
    )


def _report_lines(reporter: User, table_id: int, chosen: frozenset[str], reason: str, now: datetime) -> Report:
    table = Table.objects.readable().get(pk=table_id)
    lines = reports.chosen_lines(table, reporter, chosen)[:MOST_LINES]
    return _report_each(reporter, lines[::-1], {"table": table, "reason": reason, "at": now})


def report_event(
    *, reporter: User, event_id: int, chosen: Sequence[str], reason: str, token: str = "", now: datetime
) -> Report:
    """Report texts of an event to the admins, in one report per author. Return the first.

    ``chosen``, ``token`` and the Refusals: as in :func:`report_lines`.
    """
    checked_reason = texts.required_text(reason, LENGTH)
    make = partial(_report_event, reporter, event_id, frozenset(chosen), checked_reason, now)
    content = ("event", event_id, sorted(chosen), checked_reason)
    return create_once(Report, user_id=reporter.pk, token=token, content=content, now=now, make=make)


def _report_event(reporter: User, event_id: int, chosen: frozenset[str], reason: str, now: datetime) -> Report:
    event = Event.objects.readable().select_related("host").get(pk=event_id)
    lines = [line for line in reports.texts_of(event, reporter) if line.key in chosen][:MOST_LINES]
    return _report_each(reporter, lines, {"event": event, "reason": reason, "at": now})


def _report_each(reporter: User, lines: Sequence[ReportedLine], columns: Mapping[str, Any]) -> Report:
    """Create a report for each author of these lines, the first line first. Return the first report."""
    by_person: dict[int, list[Mapping[str, Any]]] = {}
    for line in lines:
        by_person.setdefault(line.user.pk, []).append(line.copy)
    if not by_person:
        raise Refusal(Code.NO_LINES)
    with transaction.atomic():
        _check_measure(reporter, len(by_person), columns["at"])
        created = [
            Report.objects.create(reporter=reporter, about_id=person_id, lines=copies, **columns)
            for person_id, copies in by_person.items()
        ]
    return created[0]


def _check_measure(reporter: User, added: int, now: datetime) -> None:
    list(User.objects.select_for_update(no_key=True).filter(pk=reporter.pk))  # one request at a time
    if reports.made_since(reporter, now - timedelta(days=1)) + added > MOST_A_DAY:
        raise Refusal(Code.REPORTED_ENOUGH, most=MOST_A_DAY)


def settle(*, report_id: int, operator: User, outcome: str, days: int, takes_lines: bool, answer: str, now: datetime) -> Report:
    """Settle a report; both users see ``answer`` as the reason. A suspension lasts ``days`` from now and ends automatically.

    ``takes_lines``: True if the reported lines are deleted. Raises a Refusal: settled_before, bad_days, blank, too_long,
    bad_character.
    """
    checked_answer = texts.required_text(answer, LENGTH)
    if days not in DAYS:
        raise Refusal(Code.BAD_DAYS)
    with transaction.atomic():
        report = Report.objects.select_for_update(of=("self",)).get(pk=report_id)
        if report.settled_at is not None:
            raise Refusal(Code.SETTLED_BEFORE)
        report.outcome, report.answer = Outcome(outcome), checked_answer
        report.until = _until(report, days, now)
        report.settled_at, report.settled_by = now, operator
        report.lines_taken = takes_lines and bool(report.lines)
        if report.lines_taken:
            _take_lines(report)
        report.save()
    return report


def end_now(*, report_id: int, now: datetime) -> None:
    """End a warning or suspension now."""
    Report.objects.filter(pk=report_id, until__gt=now).update(until=now)


def mark_told(*, user: User, now: datetime) -> None:
    """Mark all settled reports by and about the user as seen."""
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
    """Delete the reported lines of this person at this table, and record the change for its viewers."""
    for kind, model in reports.KINDS.items():
        numbers = [line["number"] for line in report.lines if line["kind"] == kind]
        model._default_manager.filter(pk__in=numbers, user=report.about_id, table=report.table_id).delete()
    if report.table_id:
        record_change(lock(report.table_id))
    if report.event_id:
        _take_texts(report, report.event_id)


def _take_texts(report: Report, event_id: int) -> None:
    """Remove the reported texts of this person from this event, unless they have changed. Its code becomes the name."""
    for line in report.lines:
        mine = Event.objects.filter(pk=event_id, host=report.about_id)
        match line["kind"]:
            case reports.NAME:
                mine.filter(name=line["text"]).update(name=F("code"))
                Table.objects.filter(event=event_id, name=line["text"]).update(name="")
            case reports.TEXT:
                mine.filter(text=line["text"]).update(text="")
            case reports.NOTE:
                EventNote.objects.filter(pk=line["number"], event=event_id, by=report.about_id).update(reason="")
