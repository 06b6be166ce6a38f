"""Page of an event for one viewer: rounds with their tables, standings, and what is still possible."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils.translation import gettext as _

from accounts.models import User
from engines.events import fields, formats, knockout
from engines.events.standings import Result, Row, table_points
from tables.models import Entry, Event, EventRound, EventTable, Seat, Table
from tables.present.clubs.tables import TableLine, table_lines
from tables.present.events.words import player_name
from tables.selectors.events import entering, rows
from tables.selectors.events.deals import Deal, deals_of
from tables.selectors.events.rows import Division
from tables.selectors.play import tables, waiting

# Largest number of players for whom the page has a cross table.
MOST_CROSSED = 24


@dataclass(frozen=True)
class Standing:
    """Line of the standings. ``possible`` are the final ranks that can still be reached, best and worst."""

    entry: Entry
    row: Row
    possible: tuple[int, int]
    zone: str = ""

    @property
    def name(self) -> str:
        """Name of the player."""
        return player_name(self.entry)

    @property
    def numbers(self) -> Sequence[float]:
        """Wins, direct encounters, shares and strength of the opponents, in the order in which they decide."""
        return [float(value) for value in (self.row.wins, self.row.direct, self.row.shares, self.row.opponents)]

    @property
    def points(self) -> float:
        """Points, which decide first."""
        return float(self.row.points)

    @property
    def is_settled(self) -> bool:
        """True if the rank can no longer change."""
        return self.possible[0] == self.possible[1]


@dataclass(frozen=True)
class Seated:
    """Player at a table of a round with the points of the table, None while it is played."""

    name: str
    points: float | None
    user_id: int | None


@dataclass(frozen=True)
class RoundTable:
    """Table of a round. ``line`` is set while it is played and the viewer may see it, ``table`` if they may open it."""

    row: EventTable
    players: Sequence[Seated]
    table: Table | None
    line: TableLine | None

    @property
    def status(self) -> str:
        """State of the table in a word."""
        if self.row.table is None and not self.row.places:
            return _("not opened yet")
        is_over = self.row.table is None or self.row.table.status == Table.Status.ENDED
        return _("over") if is_over else _("running")


@dataclass(frozen=True)
class RoundView:
    """Round with its tables and the names of the players with a bye."""

    row: EventRound
    tables: Sequence[RoundTable]
    byes: Sequence[str]
    deals: Sequence[Deal]

    @property
    def number(self) -> int:
        """Number of the round, counted from 1."""
        return self.row.number + 1


@dataclass(frozen=True)
class Cross:
    """Line of the cross table: a player, and the points against each player, None where the two have not met."""

    rank: int
    name: str
    cells: Sequence[float | None]


class DivisionView:
    """Rounds and standings of a division, or of the whole event."""

    def __init__(self, division: Division, of: int, lines: Mapping[int, TableLine], mine: frozenset[int]) -> None:
        self.division = division
        self.count = of
        self._lines = lines
        self._mine = mine

    @property
    def number(self) -> int:
        """Number of the division, counted from 1."""
        return self.division.number + 1

    @cached_property
    def rounds(self) -> Sequence[RoundView]:
        """Rounds, the latest first."""
        return [self._round(row) for row in reversed(self.division.rounds)]

    @cached_property
    def standings(self) -> Sequence[Standing]:
        """Lines of the standings, best first."""
        possible = formats.ranks_still_possible(self.division.competition)
        return [
            Standing(self.division.entry(row.player), row, possible[row.player], self._zone(row.rank))
            for row in formats.ranking(self.division.competition)
        ]

    @property
    def can_win(self) -> Sequence[str]:
        """Names of the players who can still come first."""
        return [line.name for line in self.standings if line.possible[0] == 1]

    @cached_property
    def cross(self) -> Sequence[Cross]:
        """Lines of the cross table in the order of the standings; empty for a larger field."""
        if len(self.standings) > MOST_CROSSED:
            return []
        earned = _encounters(self.division.competition.results)
        numbers = [line.row.player for line in self.standings]
        return [
            Cross(line.row.rank, line.name, [earned.get((line.row.player, other)) for other in numbers])
            for line in self.standings
        ]

    @cached_property
    def stages(self) -> Sequence[Sequence[tuple[str, str, str]]]:
        """Pairings of a knock-out by stage: both names, and the name of the winner; empty names where nobody is known yet."""
        if self.division.event.format != Event.Format.KNOCKOUT:
            return []
        return [
            [tuple(map(self._name_or_blank, pair)) for pair in stage]  # type: ignore[misc]  # three of each
            for stage in knockout.stages(self.division.competition)
        ]

    def _name_or_blank(self, number: int | None) -> str:
        return "" if number is None else player_name(self.division.entry(number))

    def _zone(self, rank: int) -> str:
        """Return whether a rank of a season goes up or down."""
        if self.division.event.format != Event.Format.SEASON:
            return ""
        moving = len(self.division.entries) // fields.MOVING
        if self.division.number > 0 and rank <= moving:
            return "up"
        is_down = self.division.number < self.count - 1 and rank > len(self.division.entries) - moving
        return "down" if is_down else ""

    def _round(self, row: EventRound) -> RoundView:
        byes = [player_name(self.division.entry(number)) for number in dict.fromkeys(row.byes)]
        return RoundView(
            row, [self._table(each) for each in rows.tables_in_order(row)], byes, deals_of(self.division.event, row)
        )

    def _table(self, row: EventTable) -> RoundTable:
        result = rows.result_of_row(row)
        points = table_points(result) if result else {}
        players = [
            Seated(player_name(entry), float(points[number]) if number in points else None, entry.user_id)
            for number in row.players
            if (entry := self.division.entry(number))
        ]
        is_open = row.table is not None and (not row.table.is_withheld or row.table.pk in self._mine)
        line = self._lines.get(row.table_id or 0) if is_open else None
        return RoundTable(row, players, row.table if is_open else None, line)


class EventPage:
    """Content of an event's page for one viewer."""

    def __init__(self, event: Event, viewer: User | None, now: datetime) -> None:
        self.event = event
        self.viewer = viewer
        self.now = now
        self.entry = entering.entry_of(event, viewer)

    @cached_property
    def entries(self) -> Sequence[Entry]:
        """Players in the order of signing up, with their users."""
        entries = list(self.event.entries.select_related("user").order_by("joined_at", "pk"))
        for entry in entries:
            entry.event = self.event
        return entries

    @property
    def names(self) -> Sequence[tuple[str, int | None]]:
        """Names of the players, each with the number of their page."""
        return [(player_name(entry), entry.user_id) for entry in self.entries]

    @cached_property
    def divisions(self) -> Sequence[DivisionView]:
        """Divisions of a started event, the highest first. Results of a withheld round are left out."""
        divisions = rows.divisions(self.event, shows_withheld=False)
        opened = [row.table for each in divisions for drawn in each.rounds for row in drawn.tables.all() if row.table]
        running = [table for table in opened if table.status == Table.Status.RUNNING]
        lines = table_lines(tables.with_seats(running), waiting.waits(running))
        by_table = {line.card.table.pk: line for line in lines}
        return [DivisionView(each, len(divisions), by_table, self._mine(opened)) for each in divisions]

    @property
    def champions(self) -> Sequence[str]:
        """Winners of an event that is over."""
        return [player_name(entry) for entry in self.entries if entry.rank == 1 and not entry.division]

    def _mine(self, opened: Sequence[Table]) -> frozenset[int]:
        if self.viewer is None or not any(table.is_withheld for table in opened):
            return frozenset()
        mine = Seat.objects.filter(user=self.viewer, table__in=opened)
        return frozenset(mine.values_list("table_id", flat=True))


def _encounters(results: Sequence[Result]) -> Mapping[tuple[int, int], float]:
    """Return the points that each player got at the tables with each other player."""
    earned: dict[tuple[int, int], float] = {}
    for result in results:
        points = table_points(result)
        for one in result.players:
            for other in result.players:
                if one != other:
                    earned[one, other] = earned.get((one, other), 0.0) + float(points[one])
    return earned
