"""Tables in trouble and their state, in words for admins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engines import registry
from engines.contract import When
from tables.models import Decision, Move, Seat, SiteEvent, Table
from tables.present.play import site_events
from tables.present.seats.seating import seat_name
from tables.present.time.paces import pace_words, span
from tables.selectors.staff.trouble import MoveRow, Problem, TableOverview, Trouble, has_clock

_PROBLEMS: Mapping[Problem, Promise] = {
    Problem.QUARANTINED: gettext_lazy("on hold"),
    Problem.OVERDUE: gettext_lazy("a deadline was not processed"),
    Problem.SILENT: gettext_lazy("a bot or the steward is not moving"),
    Problem.STUCK: gettext_lazy("queued turns are not being played"),
    Problem.PAUSED: gettext_lazy("paused for a long time"),
    Problem.DESERTED: gettext_lazy("no person is playing"),
}
_ASKED: Mapping[str, Promise] = {
    When.NOW: gettext_lazy("now"),
    When.AHEAD: gettext_lazy("in advance"),
    When.MAY: gettext_lazy("can still be changed"),
}


@dataclass(frozen=True)
class TableRow:
    """Table in a list, with its problems in words and their start."""

    table: Table
    problems: Sequence[tuple[str, datetime]] = ()

    @property
    def headline(self) -> str:
        """Title of the table."""
        return self.table.shown_name or str(registry.engine(self.table.game).title)

    @property
    def title(self) -> str:
        """Title of its game."""
        return str(registry.engine(self.table.game).title)


@dataclass(frozen=True)
class SeatRow:
    """Seat with its holder and its acting player."""

    seat: Seat
    name: str
    plays: str
    bank: str

    @property
    def may_change_hands(self) -> bool:
        """True if an admin may decide who plays the seat."""
        return not self.seat.bot


@dataclass(frozen=True)
class DecisionRow:
    """Open decision: its player, its kind, and the state of its clock."""

    row: Decision
    name: str
    when: str
    rested: str
    extended: str

    @property
    def may_be_extended(self) -> bool:
        """True if the decision has a clock."""
        return has_clock(self.row)


@dataclass(frozen=True)
class EventRow:
    """Event besides the moves, and the admin who caused it."""

    at: datetime
    sentence: str
    operator: str


class TableSheet:
    """State of one table, as rows of words."""

    def __init__(self, inside: TableOverview, problems: Mapping[Problem, datetime]) -> None:
        self.table = inside.table
        self.line = line(Trouble(inside.table, problems))
        self._inside = inside

    @property
    def is_running(self) -> bool:
        """True if the game is in progress."""
        return self.table.status == Table.Status.RUNNING

    @property
    def may_pause(self) -> bool:
        """True if its clocks can be paused or resumed."""
        return self.is_running and not self.table.quarantined_at

    @property
    def pace_words(self) -> str:
        """Its pace in one phrase."""
        return pace_words(self.table)

    @cached_property
    def seats(self) -> Sequence[SeatRow]:
        """All seats in the order of the game."""
        return [SeatRow(seat, holder(seat), _plays(seat), _length(seat.bank_seconds)) for seat in self._inside.seats]

    @cached_property
    def decisions(self) -> Sequence[DecisionRow]:
        """All open decisions."""
        return [decision_row(row) for row in self._inside.decisions]

    @property
    def moves(self) -> Sequence[tuple[MoveRow, str]]:
        """Last moves, each with how it was sent."""
        return [(move, str(Move.Via(move.via).label)) for move in self._inside.moves]

    @property
    def events(self) -> Sequence[EventRow]:
        """Events besides the moves, newest first."""
        return [EventRow(event.at, site_events.sentence(event), self._operator(event)) for event in self._inside.events]

    def _operator(self, event: SiteEvent) -> str:
        if not event.by_operator:
            return ""
        operator = self._inside.operators.get(event.pk)
        return str(operator) if operator else _("command line")


def line(trouble: Trouble) -> TableRow:
    """Return the line of a table in trouble."""
    return TableRow(trouble.table, [(str(_PROBLEMS[problem]), at) for problem, at in trouble.problems.items()])


def decision_row(row: Decision) -> DecisionRow:
    """Return the row of an open decision."""
    timing = str(_ASKED[row.when])
    return DecisionRow(row, holder(row.seat), timing, _length(row.rested_seconds), _length(row.extension_seconds))


def holder(seat: Seat) -> str:
    """Return the name of a seat's holder, also for free seats."""
    return seat_name(seat) if seat.user or seat.bot or seat.joined_at else _("nobody yet")


def _plays(seat: Seat) -> str:
    if seat.bot:
        return _("a bot")
    if seat.resigned_at:
        return _("the steward, since the player left")
    if seat.steward_since:
        return _("the steward")
    return _("its player") if seat.user else ""


def _length(seconds: int) -> str:
    """Return a length of time in words, rounded to minutes; empty for none."""
    return span(max(1, round(seconds / 60))) if seconds else ""
