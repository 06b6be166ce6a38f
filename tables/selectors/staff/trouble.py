"""Tables that need an admin, and the data of a table that admins may see: rows of the site, never of the game.

No state, hand, action, draft, queued turn or event is read here, so admins who look after a table learn nothing about a game
they play in.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet
from django.db.models.functions import Greatest

from accounts import names
from accounts.models import User
from engines.contract import When
from tables.models import Decision, Delivery, MailOutage, Move, Rhythm, Seat, SiteEvent, Table
from tables.models.mail import EMAIL
from tables.selectors.play.log import shown_via

LATE = timedelta(minutes=10)
LONG_PAUSE = timedelta(days=14)
FOUND_AT_MOST = 50
MOVES_SHOWN = 12
EVENTS_SHOWN = 30


class Problem(StrEnum):
    """Problem of a table that needs attention, the worst first."""

    QUARANTINED = "quarantined"
    OVERDUE = "overdue"
    SILENT = "silent"
    STUCK = "stuck"
    PAUSED = "paused"
    DESERTED = "deserted"


class Trouble(NamedTuple):
    """Table with its problems and their start."""

    table: Table
    problems: Mapping[Problem, datetime]


class MailTrouble(NamedTuple):
    """Number of failed emails, of emails that may have been sent twice, and of people with paused emails.

    ``outage`` is the mail server's outage, if there is one.
    """

    failed: int
    uncertain: int
    paused: int
    outage: MailOutage | None


class MoveRow(NamedTuple):
    """Move without its action."""

    seq: int
    at: datetime
    seat: int | None
    via: Move.Via
    kind: str


@dataclass(frozen=True)
class TableOverview:
    """State of one table for admins."""

    table: Table
    seats: Sequence[Seat]
    decisions: Sequence[Decision]
    moves: Page[MoveRow]
    events: Page[SiteEvent]
    operators: Mapping[int, User | None]


def troubled_tables(now: datetime, reader: User | None = None) -> list[Trouble]:
    """Return all running tables with problems, the worst kind first; within a kind, the problem that has lasted longest
    first.

    Tables that are withheld from the ``reader``, an admin who plays in their event, are left out here and in other searches.
    """
    by_table: dict[int, dict[Problem, datetime]] = {}
    for problem, since in _by_problem(now).items():
        for table_id, at in since.items():
            by_table.setdefault(table_id, {})[problem] = at
    tables = _shown_to(reader).in_bulk(by_table)
    rank = {problem: place for place, problem in enumerate(Problem)}
    order = sorted(tables, key=lambda table_id: min((rank[problem], at) for problem, at in by_table[table_id].items()))
    return [Trouble(tables[table_id], by_table[table_id]) for table_id in order]


def problems_of(table: Table, now: datetime) -> Mapping[Problem, datetime]:
    """Return the problems of one table."""
    return {problem: since[table.pk] for problem, since in _by_problem(now).items() if table.pk in since}


def mail_trouble() -> MailTrouble:
    """Return the figures that `manage.py notifications` would list."""
    return MailTrouble(
        failed=Delivery.objects.filter(channel=EMAIL, status=Delivery.Status.FAILED).count(),
        uncertain=Delivery.objects.filter(channel=EMAIL, uncertain=True).count(),
        paused=Rhythm.objects.exclude(mail_pause="").count(),
        outage=MailOutage.objects.first(),
    )


def tables_called(query: str, reader: User | None = None) -> list[Table]:
    """Return the tables with this code, or with this text in their name; the newest first."""
    condition = Q(code=query.strip().lower()) | Q(name__icontains=names.searched(query))
    return list(_shown_to(reader).filter(condition).order_by("-created_at", "-pk")[:FOUND_AT_MOST])


def table_called(code: str, reader: User | None = None) -> Table | None:
    """Return the table with this code, regardless of its visibility."""
    return _shown_to(reader).filter(code=code).first()


def _shown_to(reader: User | None) -> QuerySet[Table]:
    tables = Table.objects.for_operators()
    return tables if reader is None else tables.exclude(pk__in=Table.objects.withheld_from(reader))


def has_clock(row: Decision) -> bool:
    """Return whether a player's clock runs for an open decision, or is paused with the table.

    A queued turn is private, so it changes nothing here.
    """
    return row.holder_id is not None and row.when != When.MAY and (row.due_at is not None or row.counted_at is None)


def table_overview(table: Table, *, moves: str = "", events: str = "") -> TableOverview:
    """Return the state of a table with a page each of its moves and other events; invalid numbers give the nearest page."""
    site_events = table.site_events.select_related("user", "seat__user").order_by("-pk")
    event_page = Paginator(site_events, EVENTS_SHOWN).get_page(events)
    return TableOverview(
        table=table,
        seats=list(table.seats.listed().order_by(F("index").asc(nulls_last=True), "position")),
        decisions=_open_decisions(table),
        moves=_moves(table, moves),
        events=event_page,
        operators=_operators(event_page),
    )


def _by_problem(now: datetime) -> dict[Problem, dict[int, datetime]]:
    at_play = Table.objects.at_play()
    decisions = Decision.objects.open().filter(table__in=at_play)
    late = now - LATE
    silent = decisions.filter(think_at__isnull=False, table__paused_at=None).annotate(
        since=Greatest("asked_at", "table__moved_at")
    )
    playing = Seat.objects.played_by_person().filter(table=OuterRef("pk"))
    return {
        Problem.QUARANTINED: _dates(Table.objects.running(), "quarantined_at"),
        Problem.OVERDUE: _first(decisions.filter(due_at__lt=late), "due_at"),
        Problem.SILENT: _first(silent.filter(since__lt=late), "since"),
        Problem.STUCK: _dates(at_play.filter(advance_at__isnull=False, moved_at__lt=late), "moved_at"),
        Problem.PAUSED: _dates(at_play.filter(paused_at__lt=now - LONG_PAUSE), "paused_at"),
        Problem.DESERTED: _dates(at_play.filter(~Exists(playing)), "moved_at"),
    }


def _first(rows: QuerySet[Decision], moment: str) -> dict[int, datetime]:
    return dict(rows.order_by().values("table").annotate(first=Min(moment)).values_list("table_id", "first"))


def _dates(rows: QuerySet[Table], moment: str) -> dict[int, datetime]:
    return dict(rows.filter(**{f"{moment}__isnull": False}).values_list("pk", moment))


def _open_decisions(table: Table) -> list[Decision]:
    decisions = table.decisions.open().select_related("seat__user", "holder").defer("seat__notes")
    return list(decisions.order_by("seat__index", "when", "key"))


def _moves(table: Table, page: str) -> Page[Any]:
    columns = ("seq", "at", "seat__index", "via", "kind")
    shown = Paginator(table.moves.order_by("-seq").values_list(*columns), MOVES_SHOWN).get_page(page)
    shown.object_list = [MoveRow(seq, at, seat, shown_via(Move.Via(via)), kind) for seq, at, seat, via, kind in shown]
    return shown


def _operators(events: Iterable[SiteEvent]) -> Mapping[int, User | None]:
    """Return the admin who caused each event, by its id; None on the command line, or if the account is gone."""
    operator_ids = {event.pk: json.loads(event.facts).get("operator", 0) for event in events if event.by_operator}
    users = User.objects.in_bulk(set(operator_ids.values()))
    return {event_id: users.get(operator_id) for event_id, operator_id in operator_ids.items()}
