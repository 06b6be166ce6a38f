"""Readings of games of bots: ``python -m benchmarks.minds.readings GAME --games 1000``.

Prints one JSON object: the mean of each term over the games with its standard error, and CPU seconds for each game. One seat of
each game counts, another one each time, because the shares of all seats of a game add up to nearly the same sum. With
``--losses``, the decisions are examined too. Everything but the seconds depends on the arguments alone.
"""

import argparse
import sys
import time
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

import msgspec

from engines import registry
from engines.contract import Engine, Step, When, view
from engines.playout import nth_key
from engines.search.reading import Made, Reading, Terms, read

SEED = 1815


class Record(NamedTuple):
    """Record of a game: the results of the start and of each move, and the moves."""

    steps: list[Step[Any, Any]]
    moves: list[Made]


class Measured(NamedTuple):
    """Reading of a game, the seat that counts, and the CPU seconds of the reading."""

    reading: Reading
    seat: int
    seconds: float


def play(engine: Engine, number: int, seats: int) -> Record:
    """Play one game of bots."""
    steps, moves = [engine.start(engine.Options(), seats, nth_key(SEED, number))], list[Made]()
    while due := [decision for decision in engine.pending(steps[-1].state.public) if decision.when is When.NOW]:
        decision, state = min(due, key=lambda decision: decision.seat), steps[-1].state
        moves.append(Made(decision.seat, decision.key, engine.bot(view(state, decision.seat), decision)))
        steps.append(engine.apply(state, decision.seat, moves[-1].action))
    return Record(steps, moves)


def measure(engine: Engine, number: int, seats: int, losses: bool) -> Measured:
    """Play one game and read it."""
    record, begun = play(engine, number, seats), time.process_time()
    reading = read(engine, *record, nth_key(SEED, -1 - number), stop=lambda: not losses)
    return Measured(reading, number // len(engine.seat_range) % seats, time.process_time() - begun)


def report(measured: Sequence[Measured]) -> dict[str, Any]:
    """Return the figures of a series."""
    examined = [loss for each in measured for loss in each.reading.losses if loss is not None]
    seconds = [each.seconds for each in measured]
    return {
        "games": len(measured),
        "share": _means(each.reading.terms[each.seat] for each in measured),
        "points": _means(each.reading.point_terms[each.seat] for each in measured),
        "seconds": [round(fmean(seconds), 2), round(max(seconds), 2)],
        "examined": len(examined),
        "losses": len([loss for loss in examined if loss]),
    }


def _means(terms: Iterable[Terms]) -> dict[str, list[float]]:
    """Return the mean of each term and its standard error."""
    found = [msgspec.structs.asdict(each) for each in terms]
    columns = {name: [each[name] for each in found] for name in Terms.__struct_fields__}
    return {name: [round(fmean(column), 4), round(stdev(column) / sqrt(len(column)), 4)] for name, column in columns.items()}


def main() -> None:
    """Read one series of games."""
    parser = argparse.ArgumentParser(prog="benchmarks.minds.readings")
    parser.add_argument("slug", choices=registry.PLAYABLE, metavar="GAME")
    parser.add_argument("--seats", type=int, help="number of seats; all numbers in turn if left out")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--losses", action="store_true")
    parsed = parser.parse_args()
    engine = registry.engine(parsed.slug)
    counts = [parsed.seats] if parsed.seats else engine.seat_range
    measured = [measure(engine, number, counts[number % len(counts)], parsed.losses) for number in range(parsed.games)]
    sys.stdout.write(msgspec.json.encode(report(measured)).decode() + "\n")


if __name__ == "__main__":
    main()
