"""Page of an event for one viewer: its players, then the divisions with their rounds and standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from accounts.models import User
from tables.models import Entry, Event, EventRound, EventTable, Seat, Table
from tables.pages.event_division import DivisionView, Shown
from tables.present.clubs.tables import TableLine, table_lines
from tables.present.events.words import player_name, player_page
from tables.selectors.clubs import clubs
from tables.selectors.events import entering, rows
from tables.selectors.events.rows import Division
from tables.selectors.play import tables, waiting

# Largest number of tables that the page lists. Of more, it lists one round of one division.
MOST_LISTED = 60


class Choice(NamedTuple):
    """Division and round that the reader has asked for, counted from 1. None: their own division, the latest round."""

    division: int | None = None
    round: int | None = None


@dataclass(frozen=True)
class Named:
    """Player of the list of names, and the number of their page if it may be linked."""

    name: str
    page: int | None


class EventPage:
    """Content of an event's page for one viewer."""

    def __init__(self, event: Event, viewer: User | None, now: datetime, choice: Choice | None = None) -> None:
        self.event = event
        self.viewer = viewer
        self.now = now
        self.choice = choice or Choice()
        self.entry = entering.entry_of(event, viewer)

    @cached_property
    def entries(self) -> Sequence[Entry]:
        """Players in the order of signing up, with their users."""
        return rows.entries_of(self.event)

    @property
    def names(self) -> Sequence[Named]:
        """Names of the players, each with the number of their page."""
        return [Named(player_name(entry), player_page(entry)) for entry in self.entries]

    @cached_property
    def divisions(self) -> Sequence[DivisionView]:
        """Divisions of a started event, the highest first. Results of a withheld round are left out."""
        divisions = rows.divisions(self.event, shows_withheld=False, everybody=self.entries)
        listed = self._listed(divisions)
        opened = [row for drawn in listed for row in rows.tables_in_order(drawn) if row.table]
        mine = self._mine([row.table for row in opened if row.table])
        visible = {row.pk for row in opened if row.table and self._may_see(row.table, mine)}
        shown = Shown(frozenset(drawn.pk for drawn in listed), frozenset(visible), self._lines(opened, visible))
        return [DivisionView(each, len(divisions), shown) for each in divisions]

    @property
    def champions(self) -> Sequence[Named]:
        """Winners of an event that is over; in a season, of the highest division."""
        first = [entry for entry in self.entries if entry.rank == 1 and not entry.division]
        return [Named(player_name(entry), player_page(entry)) for entry in first]

    @property
    def is_withheld(self) -> bool:
        """True while the results of a round are left out because its tables have the same deal."""
        return any(drawn.row.is_withheld for view in self.divisions for drawn in view.rounds)

    def _listed(self, divisions: Sequence[Division]) -> Sequence[EventRound]:
        """Return the rounds whose tables are listed: all, or one of a large event."""
        everything = [drawn for each in divisions for drawn in each.rounds]
        if sum(len(drawn.tables.all()) for drawn in everything) <= MOST_LISTED:
            return everything
        wanted = self.choice.division or 1 + ((self.entry and self.entry.division) or 0)
        division = next((each for each in divisions if each.number + 1 == wanted), divisions[0])
        chosen = [drawn for drawn in division.rounds if drawn.number + 1 == self.choice.round]
        return chosen or division.rounds[-1:]

    def _lines(self, opened: Sequence[EventTable], visible: set[int]) -> Mapping[int, TableLine]:
        """Return the lines of the running tables by the id of the table."""
        listed = [row.table for row in opened if row.table and row.pk in visible and row.table.status == Table.Status.RUNNING]
        running = tables.listed([table.pk for table in listed]) if listed else []
        lines = table_lines(running, waiting.waits(running)) if running else []
        return {line.card.table.pk: line for line in lines}

    def _mine(self, opened: Sequence[Table]) -> frozenset[int]:
        """Return the ids of the tables at which the viewer has a seat, as far as they are not public."""
        hidden = [table.pk for table in opened if table.is_withheld or table.visibility != Table.Visibility.PUBLIC]
        if self.viewer is None or not hidden:
            return frozenset()
        return frozenset(Seat.objects.filter(user=self.viewer, table__in=hidden).values_list("table_id", flat=True))

    def _may_see(self, table: Table, mine: frozenset[int]) -> bool:
        """Return whether the viewer may open a table: a public one, one of their club, or their own; their own if withheld."""
        if table.pk in mine:
            return True
        return not table.is_withheld and (table.visibility == Table.Visibility.PUBLIC or self._is_in_club)

    @cached_property
    def _is_in_club(self) -> bool:
        return self.viewer is not None and clubs.is_member(self.event.club_id, self.viewer.pk)
