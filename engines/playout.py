"""Complete games played by deciders (functions that choose actions), for tests, benchmarks, demo tables and the command line.

``python -m engines.playout SLUG --seats 4 --games 100 --seed 1 --decider bot|random|fallback`` prints one JSON object. All
values except ``moves_per_second`` depend on the arguments alone, and not on ``--jobs``. Every seat begins with the engine's
habits, as human seats do. ``--orders`` adds the engine's orders for all seats, ``--orders 1,0`` for some. After each move these
seats also queue every possible turn.
"""

import argparse
import hashlib
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import partial
from itertools import batched
from typing import Any, NamedTuple, NoReturn

import msgspec

from engines import chance, registry
from engines.contract import BadOptions, Draw, Engine, Outcome, Pending, Seen, Step, When, view
from engines.prepared import Prepared
from engines.waits import Waits

type Decider = Callable[[Seen[Any, Any], Pending], Any]

DECIDERS = ("bot", "random", "fallback", "steward")
MOST_MOVES = 100_000


class Move(NamedTuple):
    """One action and its seat."""

    seat: int
    action: Any


class Record(NamedTuple):
    """A finished game: all data to replay it, its result, and its numbers of waits and rounds."""

    engine: Engine
    options: Any
    seats: int
    key: bytes
    moves: tuple[Move, ...]
    draws: tuple[Draw, ...]
    final: Any
    outcome: Outcome
    waits: int
    rounds: int

    def steps(self) -> Iterator[Step[Any, Any]]:
        """Replay the game: yield the step of the start, then one for each move."""
        return replay(self.engine, self.options, self.seats, self.key, self.moves)


class Endless(Exception):
    """Error of a game that takes more than ``MOST_MOVES`` moves."""


def play_game(
    engine: Engine,
    options: Any,
    deciders: Sequence[Decider],
    key: bytes,
    *,
    orders: Sequence[Sequence[Any]] = (),
    filing: Collection[int] = (),
    check: Callable[[Any], None] | None = None,
) -> Record:
    """Play one game to its end, one decider for each seat; ``check`` is called with every state.

    ``orders`` holds the standing orders of each seat; they answer before the decider does. If a seat can queue the rest of its
    turn, its decider is asked straight away and can answer with a :class:`Filed`. The decider of a seat in ``filing`` is asked
    for every turn that the seat can queue. If several seats have decisions, the lowest seat answers first. Raises
    :class:`BadOptions`, :class:`Endless`, and the engine's errors about a decider's answer.
    """
    prepared = Prepared(engine, orders or [()] * len(deciders))
    game = _Game(engine, engine.start(options, len(deciders), key), deciders, prepared, filing)
    while True:
        if check is not None:
            check(game.state)
        if not game.go_on():
            return _record(game, options, key)


class _Game:
    """One game in progress: its state, the record so far, and its counted waits."""

    def __init__(
        self,
        engine: Engine,
        start: Step[Any, Any],
        deciders: Sequence[Decider],
        prepared: Prepared,
        filing: Collection[int],
    ) -> None:
        self.engine, self.deciders = engine, deciders
        self.prepared, self.filing = prepared, filing
        self.state = start.state
        self.moves: list[Move] = []
        self.draws = list(start.draws)
        self.waits = Waits()

    def go_on(self) -> bool:
        """Play one action; return False if no decision is open. Raises :class:`Endless`."""
        pending = self.engine.pending(self.state.public)
        if not pending:
            return False
        if len(self.moves) >= MOST_MOVES:
            raise Endless(self.engine.slug)
        self.prepared.drop_passed(pending)
        due = sorted((candidate for candidate in pending if candidate.when is When.NOW), key=lambda candidate: candidate.seat)
        if not any(self._answer(decision) for decision in due):
            self._ask(due[0], pending)
        return True

    def _answer(self, pending: Pending) -> bool:
        """Play the prepared answer to a decision; return False if there is none."""
        answer = self.prepared.answer(self.state, pending)
        if answer is None:
            return False
        if answer.is_planned:
            self.waits.planned(pending.seat, answer.step.events)
        else:
            self.waits.ordered(answer.step.events)
        self._keep(pending.seat, answer.action, answer.step)
        return True

    def _ask(self, decision: Pending, pending: Iterable[Pending]) -> None:
        """Let a decider answer, then queue the answers that can follow."""
        self.waits.stand(
            decision, [candidate for candidate in pending if not self.prepared.speaks_ahead(self.state, candidate)]
        )
        action = self._decide(decision)
        step = self.engine.apply(self.state, decision.seat, action)
        self.prepared.settle(decision.seat, action)
        self.waits.moved(decision.seat, step.events)
        self._keep(decision.seat, action, step)
        for candidate in self.engine.pending(self.state.public):
            if candidate.seat == decision.seat and self._files(candidate, decision):
                self.prepared.file(candidate, self._decide(candidate))

    def _files(self, candidate: Pending, answered: Pending) -> bool:
        """Return whether a seat that has just answered queues this decision.

        It queues the rest of its turn, and everything possible if it orders in advance.
        """
        is_due = candidate.continues == answered.key or candidate.seat in self.filing
        return is_due and candidate.when is When.MAY and not candidate.sealed

    def _decide(self, pending: Pending) -> Any:
        return self.deciders[pending.seat](view(self.state, pending.seat), pending)

    def _keep(self, seat: int, action: Any, step: Step[Any, Any]) -> None:
        self.state = step.state
        self.moves.append(Move(seat, action))
        self.draws.extend(step.draws)


def replay(engine: Engine, options: Any, seats: int, key: bytes, moves: Iterable[Move]) -> Iterator[Step[Any, Any]]:
    """Yield the step of the start, then one for each move."""
    step = engine.start(options, seats, key)
    yield step
    for seat, action in moves:
        step = engine.apply(step.state, seat, action)
        yield step


def decider(name: str, engine: Engine, key: bytes) -> Decider:
    """Return a decider by its name; ``key`` seeds the choices of ``random``. Raises KeyError."""
    deciders: dict[str, Decider] = {
        "bot": engine.bot,
        "random": partial(_random, engine, key),
        "fallback": engine.fallback,
        "steward": engine.steward,
    }
    return deciders[name]


def nth_key(seed: int, index: int) -> bytes:
    """Return the key of the game with this number in a series of playouts."""
    return hashlib.sha256(f"playout/{seed}/{index}".encode()).digest()


def _random(engine: Engine, key: bytes, seen: Seen[Any, Any], pending: Pending) -> Any:
    """Return a legal action, all equally likely; the same decision always gets the same action."""
    legal = tuple(engine.legal(seen, pending))
    return legal[chance.pick(key, f"random/{pending.seat}/{pending.key}", len(legal))[0]]


def _record(game: _Game, options: Any, key: bytes) -> Record:
    engine, public = game.engine, game.state.public
    outcome = engine.outcome(public)
    if outcome is None:
        raise AssertionError(f"{engine.slug}: nobody is asked, but the game is not over")
    rounds, _ = engine.progress(public)
    return Record(
        engine=engine,
        options=options,
        seats=len(game.deciders),
        key=key,
        moves=tuple(game.moves),
        draws=tuple(game.draws),
        final=game.state,
        outcome=outcome,
        waits=game.waits.count,
        rounds=rounds,
    )


class Series(NamedTuple):
    """Series of games to play: ``names`` has one decider's name for each seat.

    ``ordering`` is True for each seat that uses the engine's orders and queues turns; () for no seat.
    """

    slug: str
    options: Any
    names: tuple[str, ...]
    seed: int
    ordering: tuple[bool, ...] = ()


class Sums(NamedTuple):
    """Totals of the games of a series."""

    games: int
    moves: int
    waits: int
    rounds: int
    scores: tuple[int, ...]
    wins: tuple[Fraction, ...]

    def plus(self, other: "Sums") -> "Sums":
        """Return the sum of both."""
        scores = tuple(map(sum, zip(self.scores, other.scores, strict=True)))
        wins = tuple(mine + theirs for mine, theirs in zip(self.wins, other.wins, strict=True))
        numbers = (self.games + other.games, self.moves + other.moves, self.waits + other.waits, self.rounds + other.rounds)
        return Sums(*numbers, scores, wins)


def play_nth(series: Series, index: int) -> Record:
    """Play one game of a series and return its record."""
    engine, key = registry.engine(series.slug), nth_key(series.seed, index)
    deciders = [decider(name, engine, key) for name in series.names]
    filing = [seat for seat, orders_ahead in enumerate(series.ordering) if orders_ahead]
    return play_game(engine, series.options, deciders, key, orders=_orders(engine, series), filing=filing)


def _orders(engine: Engine, series: Series) -> list[tuple[Any, ...]]:
    """Return the standing orders of each seat: the orders of seats that order in advance, then the habits."""
    habits, orders = engine.habits(series.options), engine.orders(series.options, len(series.names))
    ordering = series.ordering or (False,) * len(series.names)
    return [orders + habits if orders_ahead else habits for orders_ahead in ordering]


def play_some(series: Series, indices: Iterable[int]) -> Sums:
    """Play some games of a series and return their totals."""
    sums = Sums(0, 0, 0, 0, (0,) * len(series.names), (Fraction(0),) * len(series.names))
    for index in indices:
        sums = sums.plus(_sums(play_nth(series, index)))
    return sums


def _sums(record: Record) -> Sums:
    winners = record.outcome.ranking[0]
    wins = tuple(Fraction(seat in winners, len(winners)) for seat in range(record.seats))
    return Sums(1, len(record.moves), record.waits, record.rounds, record.outcome.scores, wins)


def play_series(series: Series, games: int, jobs: int) -> Sums:
    """Play all games of a series in ``jobs`` processes.

    The totals do not depend on that number.
    """
    if jobs == 1:
        return play_some(series, range(games))
    chunks = batched(range(games), max(1, games // (4 * jobs)), strict=False)
    with ProcessPoolExecutor(jobs) as pool:
        total, *others = pool.map(partial(play_some, series), chunks)
    for sums in others:
        total = total.plus(sums)
    return total


def report(sums: Sums, seconds: float) -> dict[str, Any]:
    """Return the figures of a series: means for each game, and lists with one entry for each seat."""
    return {
        "games": sums.games,
        "moves_per_game": _mean(sums.moves, sums.games),
        "waits_per_game": _mean(sums.waits, sums.games),
        "rounds": _mean(sums.rounds, sums.games),
        "mean_score": [_mean(score, sums.games) for score in sums.scores],
        "win_share": [_mean(share, sums.games) for share in sums.wins],
        "moves_per_second": round(sums.moves / seconds, 1),
    }


def compare(without: Sums) -> dict[str, Any]:
    """Return the figures of the same games, played without standing orders."""
    return {
        "waits_without_orders": _mean(without.waits, without.games),
        "mean_score_without_orders": [_mean(score, without.games) for score in without.scores],
    }


def _mean(total: int | Fraction, games: int) -> float:
    return round(float(Fraction(total) / games), 4)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Print one line, without the usage."""
        self.exit(2, f"playout: {message}\n")


def _positive(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number")
    return int(text)


def _parser() -> _Parser:
    parser = _Parser(prog="engines.playout", description="Play whole games and print what came of them as JSON.")
    parser.add_argument("slug", choices=registry.PLAYABLE + registry.SPECIMENS)
    parser.add_argument("--seats", type=_positive, help="default: as many as can play")
    parser.add_argument("--games", type=_positive, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--decider", default="random", help=f"{', '.join(DECIDERS)}: one for all, or one for each seat, by comma"
    )
    parser.add_argument("--options", nargs="*", default=[], metavar="KEY=VALUE")
    parser.add_argument(
        "--orders", nargs="?", const="1", metavar="1,0,...", help="order ahead, too: all seats, or one 1 or 0 for each seat"
    )
    parser.add_argument("--jobs", type=_positive, default=1)
    return parser


def _series(parser: _Parser, parsed: argparse.Namespace) -> Series:
    """Return the requested series, or exit with one line naming the fault."""
    engine = registry.engine(parsed.slug)
    seats = parsed.seats or engine.seat_range[-1]
    try:
        names, ordering = _names(parsed.decider, seats), _ordering(parsed.orders, seats)
        series = Series(parsed.slug, _options(engine, parsed.options), names, parsed.seed, ordering)
        engine.start(series.options, seats, nth_key(series.seed, 0))
    except BadOptions as fault:
        parser.error(f"{fault.code} {fault.params or ''}".strip())
    except (ValueError, msgspec.ValidationError) as fault:
        parser.error(str(fault))
    return series


def _names(text: str, seats: int) -> tuple[str, ...]:
    names = text.split(",")
    if unknown := set(names) - set(DECIDERS):
        raise ValueError(f"no such decider: {', '.join(sorted(unknown))}")
    return _for_each_seat("deciders", names, seats)


def _ordering(text: str | None, seats: int) -> tuple[bool, ...]:
    """Return the seats that order in advance; () if orders were not requested."""
    if text is None:
        return ()
    marks = text.split(",")
    if set(marks) - {"0", "1"}:
        raise ValueError(f"orders {text!r} are not 1 or 0 for each seat")
    return tuple(mark == "1" for mark in _for_each_seat("orders", marks, seats))


def _for_each_seat(label: str, values: Sequence[str], seats: int) -> tuple[str, ...]:
    if len(values) not in (1, seats):
        raise ValueError(f"{len(values)} {label} for {seats} seats")
    return tuple(values) * (seats // len(values))


def _options(engine: Engine, pairs: Sequence[str]) -> Any:
    if bad := [pair for pair in pairs if "=" not in pair]:
        raise ValueError(f"option {bad[0]!r} is not KEY=VALUE")
    return msgspec.convert(dict(pair.split("=", 1) for pair in pairs), engine.Options, strict=False)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; exit with status 2 and one line on invalid arguments."""
    parser = _parser()
    parsed = parser.parse_args(arguments)
    series = _series(parser, parsed)
    started_at = time.perf_counter()
    sums = play_series(series, parsed.games, parsed.jobs)
    figures = report(sums, time.perf_counter() - started_at)
    if series.ordering:
        figures |= compare(play_series(series._replace(ordering=()), parsed.games, parsed.jobs))
    sys.stdout.write(msgspec.json.encode(figures).decode() + "\n")


if __name__ == "__main__":
    main()
