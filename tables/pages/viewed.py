"""Table as one viewer sees it: the basis of every part of its page."""

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from accounts.models import User
from engines import registry
from engines.contract import Engine, Pending, Seen
from tables.games.base import Presenter
from tables.games.contract import Player
from tables.games.registry import presenter
from tables.models import Seat, Table
from tables.present.seats.seating import Naming, naming, players
from tables.selectors.play import existence, state, tables
from tables.selectors.play.existence import Existing


class ViewedTable:
    """Running or ended table, its seats and its decisions. Data is loaded when first used, and only once."""

    def __init__(self, table: Table, user: User | None, now: datetime) -> None:
        self.table = table
        self.user = user
        self.now = now
        self.engine: Engine = registry.engine(table.game)
        self.presenter: Presenter = presenter(table.game)

    @cached_property
    def seen(self) -> Seen[Any, Any]:
        """Position as the viewer may see it."""
        return state.seen(self.table, self.me)

    @cached_property
    def me(self) -> Seat | None:
        """Viewer's own seat."""
        return next((seat for seat in self.seats if self.user and seat.user_id == self.user.pk), None)

    @cached_property
    def seats(self) -> Sequence[Seat]:
        """All seats in the order of the game."""
        return tables.seats_of(self.table)

    @cached_property
    def players(self) -> Sequence[Player]:
        """Players in the order of the game."""
        return players(self.table.game, self.seen.public, self.seats, me=self.me, name_of=self.names.seat)

    @cached_property
    def names(self) -> Naming:
        """Names of people on this page."""
        return naming(self.table, self.me)

    @cached_property
    def lying(self) -> Existing:
        """Kinds of rows that exist for the table, such as drafts or queued turns."""
        return existence.rows_around(self.table, self.me)

    @cached_property
    def pending(self) -> Sequence[Pending]:
        """Open decisions; empty once the game is over for any reason."""
        return self.engine.pending(self.seen.public) if self.running else ()

    @cached_property
    def running(self) -> bool:
        """True if the game is in progress."""
        return self.table.status == Table.Status.RUNNING
