"""The tables of a club that wait or run, a line for each."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.games.registry import presenter
from tables.models import Table
from tables.present.lobby.cards import SET_ASIDE, TableCard
from tables.present.seats.seating import seat_name
from tables.selectors.play.waiting import Wait
from tables.selectors.time.clocks import Clock


@dataclass(frozen=True)
class TableLine:
    """One table: what it is about now, and the clock with the first deadline. ``is_open``: it waits for players."""

    card: TableCard
    words: str | Promise
    clock: Clock | None
    is_open: bool

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
    if table.quarantined_at:
        return TableLine(card, SET_ASIDE, None, is_open=False)
    seats = {seat.pk: seat for seat in table.seats.all()}
    names = list(dict.fromkeys(seat_name(seats[wait.seat_id]) for wait in waits if wait.seat_id in seats))
    said = (
        _("waiting for %(names)s") % {"names": get_text_list(names, _("and"))} if names else _("the couriers are on their way")
    )
    return TableLine(card, said, next((wait.clock for wait in waits if wait.clock.due_at), None), is_open=False)
