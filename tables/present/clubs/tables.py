"""Waiting and running tables of a club, a line for each."""

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
    """Line for a table: its state in words, and the clock with the first deadline. ``is_open``: it waits for players."""

    card: TableCard
    words: str | Promise
    clock: Clock | None
    is_open: bool

    @property
    def has_board(self) -> bool:
        """True if there is a board to draw."""
        return not self.is_open and presenter(self.card.table.game).draws


def table_lines(tables: Iterable[Table], waits: Mapping[int, Sequence[Wait]]) -> list[TableLine]:
    """Return a line for each table, in the same order. The seats of the tables must be loaded."""
    return [_line(table, waits.get(table.pk, ())) for table in tables]


def _line(table: Table, waits: Sequence[Wait]) -> TableLine:
    card = TableCard(table)
    if table.status == Table.Status.WAITING:
        status_words = ngettext("%(free)d seat is free", "%(free)d seats are free", card.free_seats) % {"free": card.free_seats}
        return TableLine(card, status_words, None, is_open=True)
    if table.quarantined_at:
        return TableLine(card, SET_ASIDE, None, is_open=False)
    seats = {seat.pk: seat for seat in table.seats.all()}
    names = list(dict.fromkeys(seat_name(seats[wait.seat_id]) for wait in waits if wait.seat_id in seats))
    status_words = (
        _("waiting for %(names)s") % {"names": get_text_list(names, _("and"))} if names else _("not waiting for anyone")
    )
    return TableLine(card, status_words, next((wait.clock for wait in waits if wait.clock.due_at), None), is_open=False)
