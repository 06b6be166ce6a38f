"""Rank correlation of strength and standing for each format and number of rounds, for the table in docs/events.md.

``python -m tests.events.strength`` simulates EVENTS (200) events of each line with the pure formats, and 15 % of them for more
than 16 players. The strengths of the players, and the noise at each table, are drawn from the normal distribution with standard
deviation 1. At a table, the sums of strength and noise decide.
"""

import os
import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import combinations
from random import Random
from statistics import mean

from engines.events import formats
from engines.events.event import Event, Round, Setup
from engines.events.standings import Result

EVENTS = int(os.environ.get("EVENTS") or 200)
# Draws of larger fields take long, so there are fewer events of them.
QUICK = 16
FIELDS = (
    (Setup("match", 2), 8),
    *((Setup("match", 2, rounds), 24) for rounds in (3, 5, 7)),
    (Setup("knockout", 2), 16),
    (Setup("cup", 3, 4), 9),
    (Setup("cup", 4, 3), 20),
    (Setup("cup", 4, 5), 16),
    (Setup("cup", 3), 7),
    (Setup("season", 4), 13),
    (Setup("season", 4), 10),
    (Setup("groups", 4, groups=3), 12),
)


def spearman(strengths: list[float]) -> float:
    """Return the rank correlation of the standing with strength. ``strengths``: those of the players, best rank first."""
    count = len(strengths)
    order = {player: place for place, player in enumerate(sorted(range(count), key=lambda each: -strengths[each]))}
    return 1 - 6 * sum((place - rank) ** 2 for rank, place in order.items()) / (count * (count**2 - 1))


def kendall(strengths: list[float]) -> float:
    """Return Kendall's tau of the standing with strength: the part of the pairs in order less the part of the others."""
    pairs = list(combinations(strengths, 2))
    return mean(1 if better > worse else -1 for better, worse in pairs)


def played(drawn: Round, strengths: list[float], random: Random) -> Round:
    """Return a round with the results of all its tables."""
    results = []
    for table in drawn.tables:
        sums = [strengths[player] + random.gauss(0, 1) for player in table]
        places = tuple(1 + sum(other > one for other in sums) for one in sums)
        results.append(Result(table, places, tuple(100 - place for place in places)))
    return Round(drawn.tables, drawn.byes, tuple(results))


def final_strengths(setup: Setup, count: int, seed: int) -> list[float]:
    """Play one event. Return the strengths of the players in the order of the final standings."""
    random = Random(f"{setup} {count} {seed}")
    strengths = [random.gauss(0, 1) for _player in range(count)]
    key = sha256(f"{setup} {count} {seed}".encode()).digest()
    event = Event(setup, tuple(range(count)), key)
    while (drawn := formats.next_round(event, secret=key)) is not None:
        event = Event(setup, event.players, key, (*event.rounds, played(drawn, strengths, random)))
    return [strengths[row.player] for row in formats.ranking(event)]


def lines() -> Iterator[str]:
    """Yield a line of the table for each field."""
    for setup, count in FIELDS:
        events = EVENTS if count <= QUICK else EVENTS * 3 // 20
        orders = [final_strengths(setup, count, seed) for seed in range(events)]
        means = [sum(map(measure, orders)) / len(orders) for measure in (spearman, kendall)]
        won = sum(order[0] == max(order) for order in orders) / len(orders)
        numbers = f"{means[0]:.2f} | {means[1]:.2f} | {won:.0%}"
        yield f"| {setup.format} | {count} | {setup.seats} | {setup.rounds or '–'} | {numbers} |"


if __name__ == "__main__":
    for line in lines():
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
