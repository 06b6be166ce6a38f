"""Whole games played by deciders, for tests, benchmarks, demo tables and the command line.

``python -m engines.playout SLUG --seats 4 --games 100 --seed 1 --decider bot|random|fallback`` prints one JSON object. All
of it except ``moves_per_second`` depends on the arguments alone, and not on ``--jobs``.
"""

import argparse
import hashlib
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import partial
from itertools import batched
from typing import Any, NamedTuple, NoReturn

import msgspec

from engines import chance, registry
from engines.contract import BadOptions, Draw, Engine, Outcome, Pending, Seen, Step, Told, When, view

type Decider = Callable[[Seen[Any, Any], Pending], Any]

DECIDERS = ("bot", "random", "fallback", "steward")
MOST_MOVES = 100_000


class Move(NamedTuple):
    """One action and who took it."""

    seat: int
    action: Any


class Record(NamedTuple):
    """A finished game: all it takes to play it again, how it ended, and the waits and rounds it took."""

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
        """Play the game again: the step of the start, then one for each move."""
        return replay(self.engine, self.options, self.seats, self.key, self.moves)


class Endless(Exception):
    """A game went on for more than ``MOST_MOVES`` moves."""


def play_game(
    engine: Engine, options: Any, deciders: Sequence[Decider], key: bytes, *, check: Callable[[Any], None] | None = None
) -> Record:
    """Play one game to its end, one decider for each seat; ``check`` is called with every state.

    Of several seats asked at once the lowest answers first. Raises :class:`BadOptions`, :class:`Endless` and what an engine
    raises when a decider answers wrongly.
    """
    step = engine.start(options, len(deciders), key)
    moves, draws, waits = [], list(step.draws), Waits()
    while True:
        if check is not None:
            check(step.state)
        pending = engine.pending(step.state.public)
        if not pending:
            break
        asked = min((one for one in pending if one.when is When.NOW), key=lambda one: one.seat)
        waits.stand(asked, pending)
        action = deciders[asked.seat](view(step.state, asked.seat), asked)
        step = engine.apply(step.state, asked.seat, action)
        waits.moved(asked.seat, step.events)
        moves.append(Move(asked.seat, action))
        draws.extend(step.draws)
        if len(moves) > MOST_MOVES:
            raise Endless(engine.slug)
    return _record(engine, options, len(deciders), key, moves, draws, step.state, waits.count)


def replay(engine: Engine, options: Any, seats: int, key: bytes, moves: Iterable[Move]) -> Iterator[Step[Any, Any]]:
    """The step of the start, then one for each move."""
    step = engine.start(options, seats, key)
    yield step
    for seat, action in moves:
        step = engine.apply(step.state, seat, action)
        yield step


def decider(name: str, engine: Engine, key: bytes) -> Decider:
    """A decider by its name; ``key`` is what ``random`` takes its choices from. Raises KeyError."""
    deciders: dict[str, Decider] = {
        "bot": engine.bot,
        "random": partial(_random, engine, key),
        "fallback": engine.fallback,
        "steward": engine.steward,
    }
    return deciders[name]


def nth_key(seed: int, index: int) -> bytes:
    """The key of the game with this number in a series of playouts."""
    return hashlib.sha256(f"playout/{seed}/{index}".encode()).digest()


class Waits:
    """Counts how often the site would stand still with somebody asked ``now`` or ``ahead``.

    All asked at such a moment is collected in one wait. What a seat is asked next because of its own action belongs to the same
    draft and makes no wait, unless that action showed it something new. Nobody files a turn in advance here.
    """

    def __init__(self) -> None:
        self.count = 0
        self._asked: set[tuple[int, str]] = set()
        self._drafting: int | None = None

    def stand(self, asked: Pending, pending: Iterable[Pending]) -> None:
        """Before ``asked`` answers, with all that is pending."""
        if asked.seat == self._drafting:
            self._asked.add((asked.seat, asked.key))
        elif (asked.seat, asked.key) not in self._asked:
            self.count += 1
            self._asked.update((one.seat, one.key) for one in pending if one.when is not When.MAY)

    def moved(self, seat: int, events: Iterable[Told[Any]]) -> None:
        """After a seat's action and what it was told."""
        shown = any(told.reveals and told.visible_to(seat) for told in events)
        self._drafting = None if shown else seat


def _random(engine: Engine, key: bytes, seen: Seen[Any, Any], pending: Pending) -> Any:
    """Any legal action, all evenly likely; asked twice for the same decision it answers the same."""
    legal = tuple(engine.legal(seen, pending))
    return legal[chance.pick(key, f"random/{pending.seat}/{pending.key}", len(legal))[0]]


def _record(
    engine: Engine, options: Any, seats: int, key: bytes, moves: list[Move], draws: list[Draw], final: Any, waits: int
) -> Record:
    outcome = engine.outcome(final.public)
    if outcome is None:
        raise AssertionError(f"{engine.slug}: nobody is asked, but the game is not over")
    rounds, _ = engine.progress(final.public)
    return Record(engine, options, seats, key, tuple(moves), tuple(draws), final, outcome, waits, rounds)


class Series(NamedTuple):
    """What to play: ``names`` has one decider's name for each seat."""

    slug: str
    options: Any
    names: tuple[str, ...]
    seed: int


class Sums(NamedTuple):
    """What the games of a series add up to."""

    games: int
    moves: int
    waits: int
    rounds: int
    scores: tuple[int, ...]
    wins: tuple[Fraction, ...]

    def plus(self, other: "Sums") -> "Sums":
        """Both together."""
        scores = tuple(map(sum, zip(self.scores, other.scores, strict=True)))
        wins = tuple(mine + theirs for mine, theirs in zip(self.wins, other.wins, strict=True))
        numbers = (self.games + other.games, self.moves + other.moves, self.waits + other.waits, self.rounds + other.rounds)
        return Sums(*numbers, scores, wins)


def play_nth(series: Series, index: int) -> Record:
    """One game of a series."""
    engine, key = registry.engine(series.slug), nth_key(series.seed, index)
    return play_game(engine, series.options, [decider(name, engine, key) for name in series.names], key)


def play_some(series: Series, indices: Iterable[int]) -> Sums:
    """Some games of a series, added up."""
    sums = Sums(0, 0, 0, 0, (0,) * len(series.names), (Fraction(0),) * len(series.names))
    for index in indices:
        sums = sums.plus(_sums(play_nth(series, index)))
    return sums


def _sums(record: Record) -> Sums:
    winners = record.outcome.ranking[0]
    wins = tuple(Fraction(seat in winners, len(winners)) for seat in range(record.seats))
    return Sums(1, len(record.moves), record.waits, record.rounds, record.outcome.scores, wins)


def play_series(series: Series, games: int, jobs: int) -> Sums:
    """All games of a series in so many processes; the sums are the same for any number of them."""
    if jobs == 1:
        return play_some(series, range(games))
    chunks = batched(range(games), max(1, games // (4 * jobs)), strict=False)
    with ProcessPoolExecutor(jobs) as pool:
        first, *rest = pool.map(partial(play_some, series), chunks)
    for more in rest:
        first = first.plus(more)
    return first


def report(sums: Sums, seconds: float) -> dict[str, Any]:
    """The figures of a series: means for each game, and lists with one entry for each seat."""
    return {
        "games": sums.games,
        "moves_per_game": _mean(sums.moves, sums.games),
        "waits_per_game": _mean(sums.waits, sums.games),
        "rounds": _mean(sums.rounds, sums.games),
        "mean_score": [_mean(score, sums.games) for score in sums.scores],
        "win_share": [_mean(share, sums.games) for share in sums.wins],
        "moves_per_second": round(sums.moves / seconds, 1),
    }


def _mean(total: int | Fraction, games: int) -> float:
    return round(float(Fraction(total) / games), 4)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One line, without the usage."""
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
    parser.add_argument("--jobs", type=_positive, default=1)
    return parser


def _series(parser: _Parser, given: argparse.Namespace) -> Series:
    """What was asked for, or one line about what is wrong with it."""
    engine = registry.engine(given.slug)
    seats = given.seats or engine.seat_range[-1]
    try:
        series = Series(given.slug, _options(engine, given.options), _names(given.decider, seats), given.seed)
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
    if len(names) not in (1, seats):
        raise ValueError(f"{len(names)} deciders for {seats} seats")
    return tuple(names * seats if len(names) == 1 else names)


def _options(engine: Engine, pairs: Sequence[str]) -> Any:
    if bad := [pair for pair in pairs if "=" not in pair]:
        raise ValueError(f"option {bad[0]!r} is not KEY=VALUE")
    return msgspec.convert(dict(pair.split("=", 1) for pair in pairs), engine.Options, strict=False)


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line; exits with 2 and one line when the arguments make no game."""
    parser = _parser()
    given = parser.parse_args(arguments)
    series = _series(parser, given)
    began = time.perf_counter()
    sums = play_series(series, given.games, given.jobs)
    figures = report(sums, time.perf_counter() - began)
    sys.stdout.write(msgspec.json.encode(figures).decode() + "\n")


if __name__ == "__main__":
    main()
