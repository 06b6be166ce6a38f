"""Running games in a list for those who look on."""

from collections.abc import Sequence
from dataclasses import dataclass

from tables.games.registry import presenter
from tables.models import Table
from tables.present.lobby.cards import TableCard
from tables.present.lobby.standings import Standing, standings
from tables.present.seats.seating import seat_name


@dataclass(frozen=True)
class WatchedLine:
    """One game: where it is, and the points of each."""

    card: TableCard
    round_words: str
    points: str
    has_board: bool


def watched(tables: Sequence[Table]) -> Sequence[WatchedLine]:
    """A line for each table, its seats fetched."""
    told = standings(tables)
    return [_line(table, told.get(table.pk)) for table in tables]


def _line(table: Table, standing: Standing | None) -> WatchedLine:
    draws = presenter(table.game).draws
    if standing is None:
        return WatchedLine(TableCard(table), "", "", has_board=draws)
    seats = sorted((seat for seat in table.seats.all() if seat.index is not None), key=lambda seat: seat.index or 0)
    points = ", ".join(f"{seat_name(seat)} {standing.points[seat.index or 0]}" for seat in seats)
    return WatchedLine(TableCard(table), standing.round_words, points, has_board=draws)
