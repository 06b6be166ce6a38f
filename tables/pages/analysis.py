"""Computer analysis of a finished game: its progress, and its result as a chart, sums and costly decisions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from engines import registry
from engines.contract import Pending, Step, view
from engines.search.reading import Better, Terms
from tables.games.contract import Player
from tables.games.kit.choices import Attempt, Trial, in_order
from tables.games.registry import presenter
from tables.models import Analysis, Move, Table
from tables.present.archive import lines, log
from tables.present.archive.steps import first_steps
from tables.present.charts import Chart, Place, Series, plain_number, step_chart
from tables.present.seats import tenures
from tables.present.seats.seating import archive_name, archive_person, players
from tables.selectors import coding
from tables.selectors.archive import analyses, course

# Maximum number of decisions marked in the chart.
MOST_STOPS = 5


@dataclass(frozen=True)
class Progress:
    """State of a table's analysis, for its section on a page. ``status`` is empty if there is none, or only an outdated one.

    ``done`` of ``plies`` moves are read.
    """

    status: str
    done: int
    plies: int
    address: str

    @property
    def is_open(self) -> bool:
        """True if the analysis is waiting or in progress."""
        return self.status in analyses.OPEN


def progress(table: Table, analysis: Analysis | None, now: datetime) -> Progress | None:
    """Return the state of a table's analysis; None if there is none and nobody can request it."""
    current = None if analysis is None or analyses.is_outdated(analysis, now) else analysis
    may_ask = current is None and analyses.are_on() and analyses.is_analysable(table)
    if current is None and not may_ask:
        return None
    status, done, plies = (current.status, current.done, current.plies) if current else ("", 0, 0)
    address = reverse("archive:analysis", args=[table.code])
    return Progress(status, done, plies, address)


@dataclass(frozen=True)
class Source:
    """Source of a change, or the total, in words: one value for each player."""

    words: str
    values: Sequence[str]
    is_total: bool = False


@dataclass(frozen=True)
class Costly:
    """Costly decision in words. ``stop`` is its number in the chart, 0 if it is not marked there.

    ``via`` is the public origin of a default move or a steward's move. ``address`` is its step in the replay,
    ``before`` the planning board at the position before it. ``seat`` is the engine's seat.
    """

    seq: int
    stop: int
    via: str
    played: str
    better: str
    loss: str
    address: str
    before: str
    seat: int

    @property
    def previous(self) -> int:
        """Step before the decision."""
        return self.seq - 1


@dataclass(frozen=True)
class Judged:
    """Decisions of one player: the number of examined ones, the number of mistakes, and the most costly of them."""

    player: Player
    examined: int
    mistakes: int
    costly: Sequence[Costly]


class AnalysisPage:
    """Result of an analysis. ``shares``: the chart and the sums show expected shares of the win instead of points."""

    def __init__(
        self, table: Table, analysis: Analysis, moves: Sequence[Move], steps: Sequence[Step[Any, Any]], *, shares: bool
    ) -> None:
        self.table, self.analysis, self.moves, self.steps, self.shares = table, analysis, moves, steps, shares
        self.engine, self.presenter = registry.engine(table.game), presenter(table.game)
        self.reading = analyses.reading_of(analysis)
        self.course = course.course(self.engine, moves, steps)
        self.title = lines.title(table)

    @cached_property
    def players(self) -> Sequence[Player]:
        """Players at the end of the game."""
        return players(self.table.game, self.course.publics[-1], self.table.seats.all(), name_of=archive_name)

    @cached_property
    def stops(self) -> Sequence[int]:
        """Steps of the most costly decisions of the whole game, in order."""
        found = sorted(self.reading.better, key=lambda better: better.loss, reverse=True)[:MOST_STOPS]
        return sorted(better.index + 1 for better in found)

    @property
    def chart(self) -> Chart:
        """Chart of the expected points or shares at the end of every turn, with the stops."""
        rounds = {seq: str(number) for number, seq in first_steps(self.course.rounds).items()}
        turns = self.course.turns
        ends = {seq - 1 for seq in first_steps(turns).values() if seq}
        seqs = sorted({0, len(turns) - 1} | ends | set(rounds) | set(self.stops))
        places = [Place(_("Step %(step)d") % {"step": seq}, seq, self._step(seq), rounds.get(seq, "")) for seq in seqs]
        values = self.reading.shares if self.shares else self.reading.points
        scale, words = (100, percent) if self.shares else (1, _tenths)
        series = [
            Series(player.name, [scale * values[seq][player.seat] for seq in seqs], player.css) for player in self.players
        ]
        return step_chart(self.chart_title, places, series, stops=self.stops, in_words=words)

    @property
    def chart_title(self) -> str:
        """Title of the chart."""
        return _("Chance of winning") if self.shares else _("Expected points at the end")

    @property
    def sources(self) -> Sequence[Source]:
        """Sums of luck and skill, with the total below."""
        terms = self.reading.terms if self.shares else self.reading.point_terms
        by_player = [terms[player.seat] for player in self.players]
        return [
            Source(_("Own decisions"), [self._signed(each.own) for each in by_player]),
            Source(_("Others’ decisions"), [self._signed(each.others) for each in by_player]),
            Source(_("Luck"), [self._signed(each.luck) for each in by_player]),
            Source(_("Revealed facts"), [self._signed(each.known) for each in by_player]),
            Source(_("Total"), [self._signed(_total(each)) for each in by_player], is_total=True),
        ]

    @property
    def judged(self) -> Sequence[Judged]:
        """Decisions of every player."""
        return [self._judged(player) for player in self.players]

    @property
    def examined(self) -> int:
        """Number of examined decisions."""
        return sum(loss is not None for loss in self.reading.losses)

    @property
    def last_examined(self) -> int:
        """Last examined step if the time limit has ended the analysis; otherwise 0."""
        if not self.analysis.is_short:
            return 0
        return max((number for number, loss in enumerate(self.reading.losses, 1) if loss is not None), default=0)

    def _signed(self, value: float) -> str:
        return signed(100 * value, percent) if self.shares else signed(value, _one_decimal)

    def _judged(self, player: Player) -> Judged:
        made = zip(self.moves[1:], self.reading.losses, strict=True)
        losses = [loss for move, loss in made if loss is not None and move.seat and move.seat.index == player.seat]
        costly = [self._costly(better) for better in self.reading.better if better.seat == player.seat]
        return Judged(player, len(losses), sum(loss > 0 for loss in losses), costly)

    def _costly(self, better: Better) -> Costly:
        seq = better.index + 1
        people = tenures.players_then(self.players, log.tenures_of(self.table), seq, name_of=archive_person)
        return Costly(
            seq=seq,
            stop=self.stops.index(seq) + 1 if seq in self.stops else 0,
            via=log.via_words(self.moves[seq]),
            played=self._words(Attempt(tuple(self._turn_from(seq)), None), people),
            better=self._words(self._better_turn(better), people),
            loss=_loss(better),
            address=self._step(seq),
            before=f"{reverse('tables:plan', args=[self.table.code])}?at={seq - 1}",
            seat=better.seat,
        )

    def _turn_from(self, seq: int) -> Iterator[tuple[Any, Any]]:
        """Yield the rest of a turn from this step on: the actions of its seat, each with the position before it."""
        turn, seat = self.course.turns[seq], self.moves[seq].seat
        for number in range(seq, len(self.moves)):
            if self.course.turns[number] != turn:
                return
            if self.moves[number].seat == seat:
                yield coding.action(self.table.game, self.moves[number].action), self.course.publics[number - 1]

    def _better_turn(self, better: Better) -> Attempt:
        actions = tuple(coding.action(self.table.game, bytes(action).decode()) for action in better.actions)
        seen = view(self.steps[better.index].state, better.seat)
        trial = Trial(self.engine, self.presenter.board.points, seen, self._pending(better))
        attempt = trial.start
        for action in actions:
            if attempt.following is not None:
                attempt = trial.step(attempt, action)
        return attempt

    def _pending(self, better: Better) -> Pending:
        key = self.moves[better.index + 1].key
        pending = self.engine.pending(self.course.publics[better.index])
        return next(one for one in pending if (one.seat, one.key) == (better.seat, key))

    def _words(self, attempt: Attempt, people: Sequence[Player]) -> str:
        return in_order(self.presenter.words.action_words, attempt, people)

    def _step(self, seq: int) -> str:
        return reverse("archive:step", args=[self.table.code, seq])


def _total(terms: Terms) -> float:
    return terms.own + terms.others + terms.luck + terms.known


def percent(value: float) -> str:
    """Return a whole percentage in the active language."""
    return _("%(number)s%%") % {"number": plain_number(round(value))}


def signed(value: float, words: Any) -> str:
    """Return a difference in words, with its sign. A difference that is written as zero has none."""
    text = str(words(abs(value)))
    return text if text == words(0.0) else f"{'+' if value > 0 else '−'}{text}"


def _loss(better: Better) -> str:
    """Return the loss of a decision in words. A turn can cost chances without costing points."""
    chances = {"share": _exact_percent(better.loss), "error": _exact_percent(better.error)}
    if round(better.points, 1) <= 0:
        return _("%(share)s chance of winning (± %(error)s)") % chances
    return _("%(points)s points and %(share)s chance of winning (± %(error)s)") % {
        "points": _one_decimal(better.points),
        **chances,
    }


def _exact_percent(share: float) -> str:
    return _("%(number)s%%") % {"number": _one_decimal(100 * share)}


def _tenths(value: float) -> str:
    return plain_number(round(value, 1))


def _one_decimal(value: float) -> str:
    return number_format(round(value, 1), 1)
