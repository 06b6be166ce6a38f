"""Running games in a list for spectators."""

from collections.abc import Sequence
from dataclasses import dataclass

from tables.games.registry import presenter
from tables.models import Table
from tables.present.lobby.cards import TableCard
from tables.present.lobby.standings import Progress, standings
from tables.present.seats.seating import seat_name


@dataclass(frozen=True)
class WatchedLine:
    """Game in the list: its round and all scores."""

    card: TableCard
    round_words: str
    points: str
    has_board: bool


def watched(tables: Sequence[Table]) -> Sequence[WatchedLine]:
    """Return a line for each table; its seats must be loaded."""
    by_table = standings(tables)
    return [_line(table, by_table.get(table.pk)) for table in tables]


def _line(table: Table, standing: Progress | None) -> WatchedLine:
    draws = presenter(table.game).draws
    if standing is None:
        return WatchedLine(TableCard(table), "", "", has_board=draws)
    seats = sorted((seat for seat in table.seats.all() if seat.index is not None), key=lambda seat: seat.index or 0)
    points = ", ".join(f"{seat_name(seat)} {standing.points[seat.index or 0]}" for seat in seats)
    return WatchedLine(TableCard(table), standing.round_words, points, has_board=draws)
