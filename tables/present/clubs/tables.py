"""The tables of a club that wait or run, a line for each."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.games.registry import presenter
from tables.models import Table
from tables.present.lobby.cards import TableCard
from tables.present.seats.seating import seat_name
from tables.selectors.play.waiting import Wait


@dataclass(frozen=True)
class TableLine:
    """One table: what it is about now, the first deadline and since when it runs. ``is_open``: it waits for players."""

    card: TableCard
    words: str
    due_at: datetime | None
    is_open: bool
    asked_at: datetime | None = None

    @property
    def has_board(self) -> bool:
        """Whether there is a board to be drawn."""
        return not self.is_open and presenter(self.card.table.game).draws


def table_lines(tables: Iterable[Table], waits: Mapping[int, Sequence[Wait]]) -> list[TableLine]:
    """In the same order; their seats must be fetched."""
    return [_line(table, waits.get(table.pk, ())) for table in tables]


def _line(table: Table, waits: Sequence[Wait]) -> TableLine:
    card = TableCard(table)
    if table.status == Table.Status.WAITING:
        said = ngettext("%(free)d seat is free", "%(free)d seats are free", card.free_seats) % {"free": card.free_seats}
        return TableLine(card, said, None, is_open=True)
    seats = {seat.pk: seat for seat in table.seats.all()}
    names = list(dict.fromkeys(seat_name(seats[wait.seat_id]) for wait in waits if wait.seat_id in seats))
    said = (
        _("waiting for %(names)s") % {"names": get_text_list(names, _("and"))} if names else _("the couriers are on their way")
    )
    first = next((wait.clock for wait in waits if wait.clock.due_at), None)
    return TableLine(card, said, first.due_at if first else None, is_open=False, asked_at=first.asked_at if first else None)
