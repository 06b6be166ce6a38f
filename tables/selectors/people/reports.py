"""What can be reported, what was, and how it was settled. Whether somebody is suspended is looked up anew each time."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import CharField, Model, Q, QuerySet, Value

from accounts.models import User
from tables.models import ChatMessage, MoveComment, OnlookerLine, Report, Table
from tables.selectors.people import onlookers

Outcome = Report.Outcome
NEWEST, SHOWN, EARLIER, RECENT = 60, 50, 20, 5
KINDS: Mapping[str, type[Model]] = {"chat": ChatMessage, "onlooker": OnlookerLine, "comment": MoveComment}


@dataclass(frozen=True)
class Line:
    """Something that was said at a table: the ``kind`` of its row in ``KINDS`` and its ``number``."""

    kind: str
    number: int
    user: User
    at: datetime
    text: str

    @property
    def key(self) -> str:
        """What a form calls it."""
        return f"{self.kind}-{self.number}"

    @property
    def copy(self) -> dict[str, Any]:
        """What is kept of it with a report."""
        return {"kind": self.kind, "number": self.number, "at": self.at.isoformat(), "text": self.text}


def lines_at(table: Table, reader: User, page: str = "") -> tuple[Page[Any], Sequence[Line]]:
    """Return a page of what others said at a table, as far as this reader may read it, and its lines; the newest first."""
    said = [
        _said(kind, table, reader).order_by().values_list("at", "pk", Value(kind, output_field=CharField()))
        for kind in _kinds(table, reader)
    ]
    shown = Paginator(said[0].union(*said[1:], all=True).order_by("-at", "-pk"), NEWEST).get_page(page)
    return shown, _lines(table, reader, [(kind, number) for _at, number, kind in shown])


def chosen_lines(table: Table, reader: User, chosen: Collection[str]) -> Sequence[Line]:
    """Return what others said at a table under these keys (``Line.key``), as far as this reader may read it; newest first."""
    names = [key.partition("-") for key in chosen]
    numbers = [(kind, int(number)) for kind, _dash, number in names if number.isascii() and number.isdigit()]
    return _lines(table, reader, [(kind, number) for kind, number in numbers if number < 2**63])


def _lines(table: Table, reader: User, names: Sequence[tuple[str, int]]) -> Sequence[Line]:
    found = []
    for kind in _kinds(table, reader):
        numbers = [number for named, number in names if named == kind]
        for row in _said(kind, table, reader).filter(pk__in=numbers).select_related("user") if numbers else ():
            said: Any = row
            found.append(Line(kind, said.pk, said.user, said.at, said.text))
    return sorted(found, key=lambda line: (line.at, line.number), reverse=True)


def _kinds(table: Table, reader: User) -> Sequence[str]:
    """Return the kinds of what was said at a table that a reader may read."""
    onlooker = ["onlooker"] if onlookers.may_read(table, reader) else []
    return ["chat", *onlooker, *(["comment"] if table.status == Table.Status.ENDED else [])]


def _said(kind: str, table: Table, reader: User) -> QuerySet[Any]:
    return KINDS[kind]._default_manager.filter(table=table, user__isnull=False).exclude(user=reader)


def made_since(reporter: User, since: datetime) -> int:
    """How many reports somebody has made."""
    return Report.objects.filter(reporter=reporter, at__gt=since).count()


def suspended_until(user: User, now: datetime) -> datetime | None:
    """Until when somebody is suspended; None if they are not. Call it in the transaction of what they want to do."""
    return (
        Report.objects.filter(about=user, outcome=Outcome.SUSPENSION, until__gt=now)
        .order_by("-until")
        .values_list("until", flat=True)
        .first()
    )


def open_reports(operator: User) -> Sequence[Report]:
    """Those that wait for an operator and are not about this one, the oldest first."""
    waiting = Report.objects.filter(settled_at=None).exclude(about=operator)
    return list(waiting.select_related("reporter", "about", "table").order_by("at", "pk"))


def open_count(operator: User) -> int:
    """How many these are."""
    return Report.objects.filter(settled_at=None).exclude(about=operator).count()


def settled_reports(operator: User, page: str = "") -> Page[Report]:
    """Return a page of the settled reports that are not about this operator, the latest first; the nearest page there is."""
    settled = (
        Report.objects.filter(settled_at__isnull=False)
        .exclude(about=operator)
        .select_related("reporter", "about", "settled_by")
    )
    return Paginator(settled.order_by("-settled_at", "-pk"), SHOWN).get_page(page)


def report_called(number: int) -> Report | None:
    """One report with everybody it names."""
    return Report.objects.filter(pk=number).select_related("reporter", "about", "settled_by", "table").first()


def earlier_about(report: Report, page: str = "") -> Page[Report]:
    """Return a page of the other reports about the same person, the newest first; the nearest page there is."""
    others = Report.objects.filter(about=report.about_id).exclude(pk=report.pk).select_related("reporter")
    return Paginator(others.order_by("-at", "-pk"), EARLIER).get_page(page)


def earlier_by(report: Report, page: str = "") -> Page[Report]:
    """Return a page of the other reports by the same reporter, the newest first; the nearest page there is."""
    made = Report.objects.none() if report.reporter_id is None else Report.objects.filter(reporter=report.reporter_id)
    others = made.exclude(pk=report.pk).select_related("about")
    return Paginator(others.order_by("-at", "-pk"), EARLIER).get_page(page)


def of_reporter(user: User, page: str = "") -> Page[Report]:
    """Return a page of what somebody reported and was settled, the newest first; the nearest page there is."""
    settled = Report.objects.filter(reporter=user, settled_at__isnull=False).select_related("about")
    return Paginator(settled.order_by("-settled_at", "-pk"), RECENT).get_page(page)


def standing_about(user: User, now: datetime) -> Sequence[Report]:
    """The warnings and suspensions that still count, and the lines that were taken away lately."""
    return list(_tells_about(user).filter(until__gt=now).order_by("-settled_at"))


def untold(user: User) -> Sequence[Report]:
    """How reports by or about somebody were settled that they have not seen yet; who reported is for the operators alone."""
    mine = Q(reporter=user, settled_at__isnull=False, told_reporter_at=None)
    about = Q(pk__in=_tells_about(user).filter(told_about_at=None).values("pk"))
    return list(Report.objects.filter(mine | about).select_related("about").order_by("settled_at"))


def _tells_about(user: User) -> Any:
    """Whoever was reported for nothing is told nothing."""
    told = Q(outcome__in=(Outcome.WARNING, Outcome.SUSPENSION)) | Q(lines_taken=True)
    return Report.objects.filter(told, about=user, settled_at__isnull=False)
