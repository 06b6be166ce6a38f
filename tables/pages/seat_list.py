"""List of seats on the page of a table."""

from collections.abc import Sequence
from functools import cached_property
from weakref import proxy

from engines.contract import Pending, When
from tables.games.contract import Player
from tables.models import Seat
from tables.pages.lines import SeatLine
from tables.pages.panel import Panel
from tables.pages.viewed import ViewedTable
from tables.present.lobby import open_seats
from tables.selectors.play import tables
from tables.selectors.time.clocks import own_end


class SeatList:
    """Players with their scores and open questions, and the free seats."""

    def __init__(self, page: ViewedTable, panel: Panel) -> None:
        # A circular reference would keep all these objects in memory until the garbage collector runs.
        self.page: ViewedTable = proxy(page)
        self.panel = panel

    @cached_property
    def lines(self) -> Sequence[SeatLine]:
        """Lines of all seats."""
        return [self._line(seat, player) for seat, player in zip(self.page.seats, self.page.players, strict=True)]

    @cached_property
    def open_lines(self) -> Sequence[SeatLine]:
        """Seats that the viewer may take; empty with a seat of their own, or if a block forbids it."""
        if not self.page.running or self.page.me:
            return []
        available = [line for line in self.lines if line.seat.opened_at]
        return available if not available or tables.may_take_seats(self.page.table, self.page.user) else []

    @cached_property
    def shut_lines(self) -> Sequence[SeatLine]:
        """Open seats that the viewer cannot take."""
        return [] if self.page.me else [line for line in self.lines if line.seat.opened_at and line not in self.open_lines]

    @property
    def offers(self) -> Sequence[tuple[SeatLine, str]]:
        """Seats that the viewer may take, with their standings."""
        points = [line.points for line in self.lines]
        return [(line, open_seats.standing(points, line.player.seat)) for line in self.open_lines]

    def _line(self, seat: Seat, player: Player) -> SeatLine:
        pending = [one for one in self.page.pending if one.seat == player.seat and self._waits(one)]
        since = [moment for one in pending if (moment := self.panel.clockface.of(one).asked_at)]
        running = [clock for one in pending if (clock := self.panel.clockface.of(one)).due_at]
        return SeatLine(
            player=player,
            seat=seat,
            page=self.page.names.page(seat),
            points=self.page.presenter.board.points(self.panel.position.public, player.seat),
            questions=[self.page.presenter.words.question_words(one.kind) for one in pending],
            since=min(since, default=None),
            clock=min(running, key=lambda clock: own_end(clock) or self.page.now, default=None),
            rests=any(self.panel.clockface.rest(one) for one in pending),
            answered=any(one.seat == player.seat and one.sealed and one.when is When.MAY for one in self.page.pending),
            agreed_at=seat.agreement.at if self.page.running and hasattr(seat, "agreement") else None,
        )

    def _waits(self, pending: Pending) -> bool:
        """Return whether others wait for this decision. Queued turns of others are secret."""
        mine = self.page.me is not None and pending.seat == self.page.me.index
        return pending.when is not When.MAY and not (mine and pending.key in [slot.key for slot in self.panel.optional])
