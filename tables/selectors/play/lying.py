"""Which kinds of rows lie around a table at all: a page finds none of most kinds, and one question tells which to ask for."""

from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from config.database import statements
from tables.models import ChatMessage, Consent, Decision, Draft, FiledAnswer, Seat, SiteEvent, StandingOrder, Table


class Lying(NamedTuple):
    """Whether any is there. Of ``drafts``, ``filed``, ``ordered`` and ``orders`` a viewer learns their own alone."""

    consents: bool
    events: bool
    lines: bool
    drafts: bool = False
    filed: bool = False
    ordered: bool = False
    orders: bool = False


def around(table: Table, seat: Seat | None) -> Lying:
    """What lies around a table, for the holder of ``seat`` or an onlooker; one query."""
    return Lying(*map(bool, _at_seat(seat.pk)[0] if seat else _at_table(table.pk)[0]))


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
    """What everybody at a table may know of."""
    return [Exists(model._default_manager.filter(table=OuterRef(table))) for model in (Consent, SiteEvent, ChatMessage)]
