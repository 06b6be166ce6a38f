"""A table as one viewer sees it: what every part of its page starts from."""

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
from tables.selectors.play import lying, state, tables
from tables.selectors.play.lying import Lying


class ViewedTable:
    """A running or ended table, its seats and what is pending. Nothing is fetched before it is used, and nothing twice."""

    def __init__(self, table: Table, user: User | None, now: datetime) -> None:
        self.table = table
        self.user = user
        self.now = now
        self.engine: Engine = registry.engine(table.game)
        self.presenter: Presenter = presenter(table.game)

    @cached_property
    def seen(self) -> Seen[Any, Any]:
        """What the viewer may see of the game."""
        return state.seen(self.table, self.me)

    @cached_property
    def me(self) -> Seat | None:
        """The viewer's own seat."""
        return next((seat for seat in self.seats if self.user and seat.user_id == self.user.pk), None)

    @cached_property
    def seats(self) -> Sequence[Seat]:
        """All seats in the order of the game."""
        return tables.seats_of(self.table)

    @cached_property
    def players(self) -> Sequence[Player]:
        """Who plays, in the order of the game."""
        return players(self.table.game, self.seen.public, self.seats, me=self.me, called=self.names.seat)

    @cached_property
    def names(self) -> Naming:
        """How people are called here."""
        return naming(self.table, self.me)

    @cached_property
    def lying(self) -> Lying:
        """Which kinds of rows there are at all around the table."""
        return lying.around(self.table, self.me)

    @cached_property
    def pending(self) -> Sequence[Pending]:
        """Everything that is open; nothing once the game is over, however it ended."""
        return self.engine.pending(self.seen.public) if self.running else ()

    @cached_property
    def running(self) -> bool:
        """Whether the game is being played."""
        return self.table.status == Table.Status.RUNNING
