"""Division of an event's page, or the whole event: rounds with their tables, standings, and what is still possible."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.events import fields, formats, knockout
from engines.events.event import Event as Competition
from engines.events.standings import Result, Row, table_points
from tables.models import Entry, Event, EventRound, EventTable, Table
from tables.present.clubs.tables import TableLine
from tables.present.events.numbers import decimal_words, fraction_words
from tables.present.events.words import player_name, player_page, round_label, round_words, stage_label
from tables.selectors.events import rows
from tables.selectors.events.deals import Deal, deals_of
from tables.selectors.events.rows import Division

# Largest number of players for whom the page has a cross table.
MOST_CROSSED = 24
# Largest number of names in a sentence.
MOST_NAMED = 4


@dataclass(frozen=True)
class Shown:
    """Ids of the listed rounds and of the tables of rounds that the viewer may open, and lines by the id of the table."""

    rounds: frozenset[int]
    tables: frozenset[int]
    lines: Mapping[int, TableLine]


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
    def page(self) -> int | None:
        """Number of the player's page, None if it may not be linked."""
        return player_page(self.entry)

    @property
    def points(self) -> str:
        """Points, which decide first."""
        return fraction_words(self.row.points)

    @property
    def numbers(self) -> Sequence[str]:
        """Wins, direct encounters, shares and strength of the opponents, in the order in which they decide."""
        return [
            fraction_words(self.row.wins),
            fraction_words(self.row.direct),
            decimal_words(self.row.shares),
            decimal_words(self.row.opponents),
        ]

    @property
    def is_settled(self) -> bool:
        """True if the rank can no longer change."""
        return self.possible[0] == self.possible[1]


@dataclass(frozen=True)
class Seated:
    """Player at a table of a round with the points of the table, empty while it is played."""

    name: str
    points: str


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
    """Round with its tables and the names of the players with a bye. ``link`` is set if another page lists its tables."""

    row: EventRound
    label: str
    tables: Sequence[RoundTable]
    byes: Sequence[str]
    deals: Sequence[Deal] = ()
    link: str = ""


@dataclass(frozen=True)
class Cross:
    """Line of the cross table: a player, and the points against each player, empty where the two have not met."""

    rank: int
    name: str
    cells: Sequence[str]


@dataclass(frozen=True)
class Pairing:
    """Pairing of a knock-out: names and points of both players, empty where nobody is known yet; the winner is 1 or 2."""

    names: tuple[str, str]
    points: tuple[str, str]
    winner: int


@dataclass(frozen=True)
class Stage:
    """Stage of a knock-out with its pairings from top to bottom."""

    label: str
    pairings: Sequence[Pairing]


class DivisionView:
    """Rounds and standings of a division, or of the whole event."""

    def __init__(self, division: Division, count: int, shown: Shown) -> None:
        self.division = division
        self.count = count
        self._shown = shown
        self._names = {entry.number: player_name(entry) for entry in division.entries}

    @property
    def number(self) -> int:
        """Number of the division, counted from 1."""
        return self.division.number + 1

    @property
    def round_words(self) -> str:
        """Current round of a running event that has several."""
        return round_words(self.division)

    @cached_property
    def rounds(self) -> Sequence[RoundView]:
        """Rounds, the latest first."""
        return [self._round(row) for row in reversed(self.division.rounds)]

    @cached_property
    def standings(self) -> Sequence[Standing]:
        """Lines of the standings, best first."""
        ranking, possible = _calculated(self.division.competition)
        return [Standing(self.division.entry(row.player), row, possible[row.player], self._zone(row.rank)) for row in ranking]

    @property
    def groups(self) -> Sequence[Sequence[Standing]]:
        """Standings of each group before the final; empty in other formats."""
        if self.division.event.format != Event.Format.GROUPS or not self.division.rounds:
            return []
        groups = formats.group_standings(self.division.competition)
        return [[Standing(self.division.entry(row.player), row, (row.rank, row.rank)) for row in group] for group in groups]

    @cached_property
    def open_questions(self) -> Sequence[str]:
        """Sentences about the ranks that are still open, from the possible ranks alone."""
        return [*self._first_place(), *self._moves()]

    @cached_property
    def cross(self) -> Sequence[Cross]:
        """Lines of the cross table in the order of the standings; empty for a larger field, and without results."""
        results = self.division.competition.results
        is_listed = any(row.pk in self._shown.rounds for row in self.division.rounds)
        if len(self.standings) > MOST_CROSSED or not results or not is_listed:
            return []
        earned = _encounters(results)
        numbers = [line.row.player for line in self.standings]
        return [
            Cross(line.row.rank, line.name, [_points(earned.get((line.row.player, other))) for other in numbers])
            for line in self.standings
        ]

    @cached_property
    def stages(self) -> Sequence[Stage]:
        """Stages of a knock-out up to the final; empty in other formats."""
        if self.division.event.format != Event.Format.KNOCKOUT:
            return []
        earned = _encounters(self.division.competition.results)
        stages = [list(stage) for stage in knockout.stages(self.division.competition)]
        while len(stages[-1]) > 1:
            stages.append([(None, None, None)] * (len(stages[-1]) // 2))
        return [Stage(stage_label(len(stage)), [self._pairing(*pair, earned) for pair in stage]) for stage in stages]

    def _pairing(
        self, one: int | None, other: int | None, winner: int | None, earned: Mapping[tuple[int, int], Fraction]
    ) -> Pairing:
        names = (self._names.get(one, ""), self._names.get(other, ""))
        points = ("", "")
        if one is not None and other is not None:
            points = (_points(earned.get((one, other))), _points(earned.get((other, one))))
        return Pairing(names, points, 0 if winner is None else 1 + (winner == other))

    def _first_place(self) -> Sequence[str]:
        names = [line.name for line in self.standings if line.possible[0] == 1]
        if len(names) == 1:
            return [_("%(name)s is certain to come first.") % {"name": names[0]}]
        if len(names) == len(self.standings):
            return []
        if len(names) <= MOST_NAMED:
            return [_("Only %(names)s can still come first.") % {"names": get_text_list(names, _("and"))}]
        words = ngettext("%(count)d player can still come first.", "%(count)d players can still come first.", len(names))
        return [words % {"count": len(names)}]

    def _moves(self) -> Sequence[str]:
        """Return sentences about the players of a season who are certain to go up or down."""
        moving = self._moving
        if not moving:
            return []
        last = len(self.standings) - moving
        up = [line.name for line in self.standings if self.division.number > 0 and line.possible[1] <= moving]
        is_lowest = self.division.number == self.count - 1
        down = [line.name for line in self.standings if not is_lowest and line.possible[0] > last]
        words = [(up, _("Certain to go up: %(names)s.")), (down, _("Certain to go down: %(names)s."))]
        return [text % {"names": get_text_list(names, _("and"))} for names, text in words if names]

    @property
    def _moving(self) -> int:
        """Number of players of a season who change the division in each direction."""
        return len(self.division.entries) // fields.MOVING if self.division.event.format == Event.Format.SEASON else 0

    def _zone(self, rank: int) -> str:
        """Return whether a rank of a season goes up or down."""
        if not self._moving:
            return ""
        if self.division.number > 0 and rank <= self._moving:
            return "up"
        is_down = self.division.number < self.count - 1 and rank > len(self.division.entries) - self._moving
        return "down" if is_down else ""

    def _round(self, row: EventRound) -> RoundView:
        byes = [self._names[number] for number in dict.fromkeys(row.byes)]
        label = round_label(self.division.event, row.number)
        if row.pk not in self._shown.rounds:
            return RoundView(row, label, (), byes, link=f"?division={self.number}&round={row.number + 1}#rounds-{self.number}")
        tables = [self._table(each) for each in rows.tables_in_order(row)]
        return RoundView(row, label, tables, byes, deals_of(self.division.event, row))

    def _table(self, row: EventTable) -> RoundTable:
        result = rows.result_of_row(row)
        points = table_points(result) if result else {}
        players = [Seated(self._names[number], _points(points.get(number))) for number in row.players]
        is_open = row.pk in self._shown.tables
        line = self._shown.lines.get(row.table_id or 0) if is_open else None
        return RoundTable(row, players, row.table if is_open else None, line)


@lru_cache(maxsize=50)
def _calculated(competition: Competition) -> tuple[Sequence[Row], Mapping[int, tuple[int, int]]]:
    """Return the standings and the possible final ranks, which are the same until the next result."""
    return formats.ranking(competition), formats.ranks_still_possible(competition)


def _points(value: Fraction | None) -> str:
    return "" if value is None else fraction_words(value)


def _encounters(results: Sequence[Result]) -> Mapping[tuple[int, int], Fraction]:
    """Return the points that each player got at the tables with each other player."""
    earned: dict[tuple[int, int], Fraction] = {}
    for result in results:
        points = table_points(result)
        for one in result.players:
            for other in result.players:
                if one != other:
                    earned[one, other] = earned.get((one, other), Fraction(0)) + points[one]
    return earned
