"""Reports: reportable lines and texts, open and settled reports, and suspensions, which are never cached."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import CharField, Model, Q, QuerySet, Value

from accounts.models import User
from tables.models import ChatMessage, Event, MoveComment, OnlookerLine, Report, ShownPlan, Table
from tables.selectors.people import onlookers

Outcome = Report.Outcome
NEWEST, SHOWN, EARLIER, RECENT = 60, 50, 20, 5
KINDS: Mapping[str, type[Model]] = {
    "chat": ChatMessage,
    "onlooker": OnlookerLine,
    "comment": MoveComment,
    "variation": ShownPlan,
}
ARCHIVED = ("comment", "variation")
# Kinds of texts of an event: its name and description, and the organisers' reasons in its chronicle.
NAME, TEXT, NOTE = "name", "text", "note"


@dataclass(frozen=True)
class ReportedLine:
    """Line written at a table, or text of an event: its ``kind``, and the ``number`` of its row."""

    kind: str
    number: int
    user: User
    at: datetime
    text: str

    @property
    def is_in_archive(self) -> bool:
        """True if the line is part of the archive, where people can hide their name."""
        return self.kind in ARCHIVED

    @property
    def key(self) -> str:
        """Name of the line in forms."""
        return f"{self.kind}-{self.number}"

    @property
    def copy(self) -> dict[str, Any]:
        """Copy of the line that is stored with a report."""
        return {"kind": self.kind, "number": self.number, "at": self.at.isoformat(), "text": self.text}


def lines_at(table: Table, reader: User, page: str = "") -> tuple[Page[Any], Sequence[ReportedLine]]:
    """Return a page of the lines by others at a table, as far as this reader may read them, the newest first."""
    querysets = [
        _lines_of_kind(kind, table, reader).order_by().values_list("at", "pk", Value(kind, output_field=CharField()))
        for kind in _kinds(table, reader)
    ]
    shown = Paginator(querysets[0].union(*querysets[1:], all=True).order_by("-at", "-pk"), NEWEST).get_page(page)
    return shown, _lines(table, reader, [(kind, number) for _at, number, kind in shown])


def chosen_lines(table: Table, reader: User, chosen: Collection[str]) -> Sequence[ReportedLine]:
    """Return the lines by others with these keys (``ReportedLine.key``), as far as this reader may read them; newest first."""
    parts = [key.partition("-") for key in chosen]
    numbers = [(kind, int(number)) for kind, _dash, number in parts if number.isascii() and number.isdigit()]
    return _lines(table, reader, [(kind, number) for kind, number in numbers if number < 2**63])


def texts_of(event: Event, reader: User) -> Sequence[ReportedLine]:
    """Return the texts of an event by others: its name and description by its host, then the reasons in its chronicle."""
    own = [(NAME, event.name), (TEXT, event.text)]
    lines = [ReportedLine(kind, event.pk, event.host, event.created_at, text) for kind, text in own if event.host and text]
    for note in event.notes.exclude(reason="").filter(by__isnull=False).select_related("by").order_by("at", "pk"):
        assert note.by is not None, "the query asks for a user"
        lines.append(ReportedLine(NOTE, note.pk, note.by, note.at, note.reason))
    return [line for line in lines if line.user != reader]


def _lines(table: Table, reader: User, keys: Sequence[tuple[str, int]]) -> Sequence[ReportedLine]:
    reported = []
    for kind in _kinds(table, reader):
        numbers = [number for line_kind, number in keys if line_kind == kind]
        for row in _lines_of_kind(kind, table, reader).filter(pk__in=numbers).select_related("user") if numbers else ():
            message: Any = row
            reported.append(ReportedLine(kind, message.pk, message.user, message.at, message.text))
    return sorted(reported, key=lambda line: (line.at, line.number), reverse=True)


def _kinds(table: Table, reader: User) -> Sequence[str]:
    """Return the kinds of lines at a table that a reader may read."""
    onlooker = ["onlooker"] if onlookers.may_read(table, reader) else []
    return ["chat", *onlooker, *(ARCHIVED if table.is_disclosed else [])]


def _lines_of_kind(kind: str, table: Table, reader: User) -> QuerySet[Any]:
    lines = KINDS[kind]._default_manager.filter(table=table, user__isnull=False).exclude(user=reader)
    return lines.exclude(notes=[]) if kind == "variation" else lines


def made_since(reporter: User, since: datetime) -> int:
    """Return the number of reports a user has made after ``since``."""
    return Report.objects.filter(reporter=reporter, at__gt=since).count()


def suspended_until(user: User, now: datetime) -> datetime | None:
    """Return the end of a user's suspension, or None. Call it in the transaction of the action it may forbid."""
    return (
        Report.objects.filter(about=user, outcome=Outcome.SUSPENSION, until__gt=now)
        .order_by("-until")
        .values_list("until", flat=True)
        .first()
    )


def open_reports(operator: User) -> Sequence[Report]:
    """Return the open reports that this moderator may read, the oldest first."""
    reports = _shown_to(operator).filter(settled_at=None)
    return list(reports.select_related("reporter", "about", "table").order_by("at", "pk"))


def open_count(operator: User) -> int:
    """Return the number of ``open_reports``."""
    return _shown_to(operator).filter(settled_at=None).count()


def settled_reports(operator: User, page: str = "") -> Page[Report]:
    """Return a page of the settled reports that this moderator may read, the latest first.

    An invalid number leads to the nearest page.
    """
    settled = _shown_to(operator).filter(settled_at__isnull=False).select_related("reporter", "about", "settled_by")
    return Paginator(settled.order_by("-settled_at", "-pk"), SHOWN).get_page(page)


def report_called(operator: User, number: int) -> Report | None:
    """Return one report that this moderator may read, with all people it names."""
    return _shown_to(operator).filter(pk=number).select_related("reporter", "about", "settled_by", "table", "event").first()


def _shown_to(operator: User) -> QuerySet[Report]:
    """Return the reports that are neither about this moderator nor about lines at a table that is withheld from them."""
    return Report.objects.exclude(about=operator).exclude(table__in=Table.objects.withheld_from(operator))


def earlier_about(report: Report, page: str = "") -> Page[Report]:
    """Return a page of the other reports about the same person, the newest first.

    An invalid number leads to the nearest page.
    """
    others = Report.objects.filter(about=report.about_id).exclude(pk=report.pk).select_related("reporter")
    return Paginator(others.order_by("-at", "-pk"), EARLIER).get_page(page)


def earlier_by(report: Report, page: str = "") -> Page[Report]:
    """Return a page of the other reports by the same reporter, the newest first.

    An invalid number leads to the nearest page.
    """
    reports = Report.objects.none() if report.reporter_id is None else Report.objects.filter(reporter=report.reporter_id)
    others = reports.exclude(pk=report.pk).select_related("about")
    return Paginator(others.order_by("-at", "-pk"), EARLIER).get_page(page)


def own_settled_reports(user: User, page: str = "") -> Page[Report]:
    """Return a page of a user's settled reports, the newest first.

    An invalid number leads to the nearest page.
    """
    settled = Report.objects.filter(reporter=user, settled_at__isnull=False).select_related("about")
    return Paginator(settled.order_by("-settled_at", "-pk"), RECENT).get_page(page)


def standing_about(user: User, now: datetime) -> Sequence[Report]:
    """Return the reports about a user with consequences that are still in force, the latest first."""
    return list(_tells_about(user).filter(until__gt=now).order_by("-settled_at"))


def unseen_outcomes(user: User) -> Sequence[Report]:
    """Return the settled reports by a user, and those with consequences for them, that they have not seen yet."""
    mine = Q(reporter=user, settled_at__isnull=False, told_reporter_at=None)
    about = Q(pk__in=_tells_about(user).filter(told_about_at=None).values("pk"))
    return list(Report.objects.filter(mine | about).select_related("about").order_by("settled_at"))


def _tells_about(user: User) -> Any:
    """Return the settled reports with consequences, which the reported person may see."""
    consequence = Q(outcome__in=(Outcome.WARNING, Outcome.SUSPENSION)) | Q(lines_taken=True)
    return Report.objects.filter(consequence, about=user, settled_at__isnull=False)
