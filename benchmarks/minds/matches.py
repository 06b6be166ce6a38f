"""Games of the search against the bot: ``python -m benchmarks.minds.matches GAME --simulations 30 --games 20``.

The search has each seat in turn, the bot has all others. Prints one JSON object. Everything but the time of a decision depends
on the arguments alone.
"""

import argparse
import hashlib
import sys
import time
from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple

import msgspec

from engines import registry
from engines.contract import Engine, When, view
from engines.playout import nth_key
from engines.search.choosing import choose
from engines.search.values import value_of

SEED = 60
CONFIDENCE = 1.96
"""Deviations of the normal distribution within which 95 % of it lie."""


class Played(NamedTuple):
    """The share of the win of the search, its lead in points over the best other seat, its decisions, and their CPU seconds."""

    share: float
    lead: int
    decisions: int
    seconds: float


def play(engine: Engine, number: int, seats: int, simulations: int) -> Played:
    """Play one game; the search has the seat ``number`` modulo ``seats``."""
    key, own, value = nth_key(SEED, number // seats), number % seats, value_of(engine.slug)
    state = engine.start(engine.Options(), seats, key).state
    decisions, seconds = 0, 0.0
    while due := [decision for decision in engine.pending(state.public) if decision.when is When.NOW]:
        decision = min(due, key=lambda decision: decision.seat)
        seen: Any = view(state, decision.seat)
        if decision.seat == own:
            begun, decisions = time.process_time(), decisions + 1
            thought_key = hashlib.sha256(key + decision.key.encode()).digest()
            action = choose(engine, seen, decision, thought_key, simulations, value.shares if value else None).action
            seconds += time.process_time() - begun
        else:
            action = engine.bot(seen, decision)
        state = engine.apply(state, decision.seat, action).state
    outcome = engine.outcome(state.public)
    assert outcome is not None
    winners, scores = outcome.ranking[0], list(outcome.scores)
    lead = scores.pop(own) - max(scores)
    return Played((own in winners) / len(winners), lead, decisions, seconds)


def wilson(share: float, games: int) -> tuple[float, float]:
    """Return the interval in which the true share lies with 95 % confidence."""
    square = CONFIDENCE**2
    centre = share + square / (2 * games)
    spread = CONFIDENCE * sqrt(share * (1 - share) / games + square / (4 * games**2))
    return (centre - spread) / (1 + square / games), (centre + spread) / (1 + square / games)


def report(played: Sequence[Played]) -> dict[str, Any]:
    """Return the figures of a series."""
    games = len(played)
    share = sum(each.share for each in played) / games
    decisions = sum(each.decisions for each in played)
    return {
        "games": games,
        "share": round(share, 3),
        "wilson": [round(bound, 3) for bound in wilson(share, games)],
        "lead": round(sum(each.lead for each in played) / games, 1),
        "decisions_per_game": round(decisions / games, 1),
        "seconds_per_decision": round(sum(each.seconds for each in played) / decisions, 3),
    }


def main() -> None:
    """Play one series."""
    parser = argparse.ArgumentParser(prog="benchmarks.minds.matches")
    parser.add_argument("slug", choices=registry.PLAYABLE + registry.SPECIMENS, metavar="GAME")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--simulations", type=int, default=30)
    parsed = parser.parse_args()
    engine = registry.engine(parsed.slug)
    played = [play(engine, number, parsed.seats, parsed.simulations) for number in range(parsed.games)]
    sys.stdout.write(msgspec.json.encode(report(played)).decode() + "\n")


if __name__ == "__main__":
    main()
