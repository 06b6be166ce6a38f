"""Tables in trouble and what stands where, in words for those who run the site."""

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
from tables.selectors.staff.trouble import Inside, MoveRow, Problem, Trouble, has_clock

_PROBLEMS: Mapping[Problem, Promise] = {
    Problem.QUARANTINED: gettext_lazy("set aside"),
    Problem.OVERDUE: gettext_lazy("a deadline was not handled"),
    Problem.SILENT: gettext_lazy("a bot or steward does not answer"),
    Problem.STUCK: gettext_lazy("prepared answers are not played"),
    Problem.PAUSED: gettext_lazy("paused for long"),
    Problem.DESERTED: gettext_lazy("no person plays"),
}
_ASKED: Mapping[str, Promise] = {
    When.NOW: gettext_lazy("now"),
    When.AHEAD: gettext_lazy("ahead of its place"),
    When.MAY: gettext_lazy("may be changed"),
}


@dataclass(frozen=True)
class Line:
    """One table of a list."""

    table: Table
    problems: Sequence[tuple[str, datetime]] = ()

    @property
    def headline(self) -> str:
        """What the table is called."""
        return self.table.shown_name or str(registry.engine(self.table.game).title)

    @property
    def title(self) -> str:
        """Its game."""
        return str(registry.engine(self.table.game).title)


@dataclass(frozen=True)
class SeatRow:
    """Who holds a seat, and who plays it."""

    seat: Seat
    name: str
    plays: str
    bank: str

    @property
    def may_change_hands(self) -> bool:
        """Whether an operator may decide who plays it."""
        return not self.seat.bot


@dataclass(frozen=True)
class DecisionRow:
    """One open decision: who is asked what, and how its clock stands."""

    row: Decision
    name: str
    when: str
    rested: str
    extended: str

    @property
    def may_be_extended(self) -> bool:
        """Whether there is a clock."""
        return has_clock(self.row)


@dataclass(frozen=True)
class EventRow:
    """One line of what happened beside the moves, and which operator did it."""

    at: datetime
    sentence: str
    operator: str


class TableSheet:
    """What stands where at one table, as rows of words."""

    def __init__(self, inside: Inside, problems: Mapping[Problem, datetime]) -> None:
        self.table = inside.table
        self.line = line(Trouble(inside.table, problems))
        self._inside = inside

    @property
    def is_running(self) -> bool:
        """Whether the game is being played."""
        return self.table.status == Table.Status.RUNNING

    @property
    def may_pause(self) -> bool:
        """Whether its clocks run and could stand still, or the other way round."""
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
        """Everything that is asked."""
        return [decision_row(row) for row in self._inside.decisions]

    @property
    def moves(self) -> Sequence[tuple[MoveRow, str]]:
        """The last moves, each with how it was sent."""
        return [(move, str(Move.Via(move.via).label)) for move in self._inside.moves]

    @property
    def events(self) -> Sequence[EventRow]:
        """What happened beside the moves, newest first."""
        return [EventRow(event.at, site_events.sentence(event), self._operator(event)) for event in self._inside.events]

    def _operator(self, event: SiteEvent) -> str:
        if not event.by_operator:
            return ""
        who = self._inside.operators.get(event.pk)
        return str(who) if who else _("command line")


def line(trouble: Trouble) -> Line:
    """A table in trouble."""
    return Line(trouble.table, [(str(_PROBLEMS[problem]), at) for problem, at in trouble.problems.items()])


def decision_row(row: Decision) -> DecisionRow:
    """One open decision."""
    when = str(_ASKED[row.when])
    return DecisionRow(row, holder(row.seat), when, _length(row.rested_seconds), _length(row.extension_seconds))


def holder(seat: Seat) -> str:
    """Who holds a seat, free ones included."""
    return seat_name(seat) if seat.user or seat.bot or seat.joined_at else _("nobody yet")


def _plays(seat: Seat) -> str:
    if seat.bot:
        return _("a bot")
    if seat.resigned_at:
        return _("the steward, since its holder left")
    if seat.steward_since:
        return _("the steward")
    return _("its holder") if seat.user else ""


def _length(seconds: int) -> str:
    """A length of time in whole minutes; empty for none."""
    return span(max(1, round(seconds / 60))) if seconds else ""
