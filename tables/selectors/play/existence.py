"""Kinds of rows that exist for a table. Most tables have none, so one query saves a query for each kind on every page."""

from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from config.database import statements
from tables.models import ChatMessage, Consent, Decision, Draft, FiledAnswer, Seat, SiteEvent, StandingOrder, Table


class Existing(NamedTuple):
    """Kinds of rows that exist. ``drafts``, ``filed``, ``ordered`` and ``orders`` are only the viewer's own."""

    consents: bool
    events: bool
    lines: bool
    drafts: bool = False
    filed: bool = False
    ordered: bool = False
    orders: bool = False


def rows_around(table: Table, seat: Seat | None) -> Existing:
    """Return the kinds of rows that exist for a table, as the player of ``seat`` or a spectator may know them; one query."""
    return Existing(*map(bool, _at_seat(seat.pk)[0] if seat else _at_table(table.pk)[0]))


@statements.read
def _at_table(table: int) -> QuerySet[Table, Any]:
    return Table.objects.filter(pk=table).values_list(*_open("pk"))


@statements.read
def _at_seat(seat: int) -> QuerySet[Seat, Any]:
    own = (
        Draft.objects.filter(seat=OuterRef("pk")),
        FiledAnswer.objects.filter(seat=OuterRef("pk")),
        Decision.objects.open().filter(seat=OuterRef("pk"), ordered_after__isnull=False),
        StandingOrder.objects.filter(seat=OuterRef("pk")),
    )
    return Seat.objects.filter(pk=seat).values_list(*_open("table_id"), *map(Exists, own))


def _open(table: str) -> list[Exists]:
    """Return conditions for the rows that everyone at a table may know of."""
    return [Exists(model._default_manager.filter(table=OuterRef(table))) for model in (Consent, SiteEvent, ChatMessage)]
