"""Series of games of one player against others: ``python -m benchmarks.minds.matches gonzaga doge merchant --goal 0.75``.

The challenger has each seat in turn, the opponent has all others. :func:`benchmarks.minds.opponents.answer` describes the names
of players. With ``--into``, each game is a line of a file in that folder, and the same command continues the series. Everything
but the time of a decision depends on the arguments alone. With a goal, the series ends as soon as a sequential test decides.
"""

import argparse
import hashlib
import sys
import time
from collections.abc import Sequence
from math import log, sqrt
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from benchmarks.minds.opponents import answer
from engines import registry
from engines.contract import Engine, When, view
from engines.playout import nth_key

SEED = 60
CONFIDENCE = 1.96
"""Deviations of the normal distribution within which 95 % of it lie."""
MARGIN = 0.05
"""Distance of the two shares between which the sequential test decides from its goal."""
CERTAIN = log(0.95 / 0.05)
"""Evidence at which the sequential test decides, with 5 % of errors either way [Wald, 1945]."""
MOST_GAMES = 400

type Verdict = Literal["reached", "missed", "open"]


class Series(NamedTuple):
    """A game, its number of seats, and the players."""

    slug: str
    seats: int
    challenger: str
    opponent: str

    def path(self, folder: Path) -> Path:
        """Return the file of the series."""
        return folder / f"{self.slug} {self.seats} {self.challenger} {self.opponent}.jsonl"


class Played(msgspec.Struct, frozen=True):
    """The number of a game, the challenger's share of the win, its lead in points over the best other seat, and its decisions
    with their CPU seconds."""

    game: int
    share: float
    lead: int
    decisions: int
    seconds: float


def play(series: Series, number: int) -> Played:
    """Play one game; the challenger has the seat ``number`` modulo the seats."""
    engine: Engine = registry.engine(series.slug)
    key, own = nth_key(SEED, number // series.seats), number % series.seats
    state = engine.start(engine.Options(), series.seats, key).state
    decisions, seconds = 0, 0.0
    while due := [decision for decision in engine.pending(state.public) if decision.when is When.NOW]:
        decision = min(due, key=lambda decision: decision.seat)
        seen: Any = view(state, decision.seat)
        thought_key = hashlib.sha256(key + decision.key.encode()).digest()
        begun, is_own = time.process_time(), decision.seat == own
        action = answer(engine, series.challenger if is_own else series.opponent, seen, decision, thought_key)
        if is_own:
            decisions, seconds = decisions + 1, seconds + time.process_time() - begun
        state = engine.apply(state, decision.seat, action).state
    outcome = engine.outcome(state.public)
    assert outcome is not None
    winners, scores = outcome.ranking[0], list(outcome.scores)
    lead = scores.pop(own) - max(scores)
    return Played(number, (own in winners) / len(winners), lead, decisions, round(seconds, 3))


def kept(path: Path) -> list[Played]:
    """Return the games of a series in their order. Raises :class:`msgspec.ValidationError`."""
    return [msgspec.json.decode(line, type=Played) for line in path.read_bytes().splitlines()] if path.exists() else []


def run(series: Series, most: int, goal: float | None = None, folder: Path | None = None) -> list[Played]:
    """Continue a series until it has ``most`` games or the test of ``goal`` decides. Return all its games."""
    path = series.path(folder) if folder else None
    played = kept(path) if path else []
    while len(played) < most and (goal is None or verdict([each.share for each in played], goal) == "open"):
        played.append(play(series, len(played)))
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("ab") as file:
                file.write(msgspec.json.encode(played[-1]) + b"\n")
        share = sum(each.share for each in played) / len(played)
        sys.stderr.write(f"{' '.join(map(str, series))}: {len(played)} games, share {share:.3f}\n")
    return played


def verdict(shares: Sequence[float], goal: float) -> Verdict:
    """Return the decision of the sequential test between a true share of ``goal - MARGIN`` and one of ``goal + MARGIN``.

    Games after the decision do not change it. A shared win counts in part.
    """
    low, high = goal - MARGIN, goal + MARGIN
    win, loss, evidence = log(high / low), log((1 - high) / (1 - low)), 0.0
    for share in shares:
        evidence += share * win + (1 - share) * loss
        if abs(evidence) >= CERTAIN:
            return "reached" if evidence > 0 else "missed"
    return "open"


def wilson(share: float, games: int) -> tuple[float, float]:
    """Return the interval in which the true share lies with 95 % confidence."""
    square = CONFIDENCE**2
    centre = share + square / (2 * games)
    spread = CONFIDENCE * sqrt(share * (1 - share) / games + square / (4 * games**2))
    return (centre - spread) / (1 + square / games), (centre + spread) / (1 + square / games)


def report(played: Sequence[Played], goal: float | None = None) -> dict[str, Any]:
    """Return the figures of a series with at least one game."""
    games = len(played)
    share = sum(each.share for each in played) / games
    decisions = sum(each.decisions for each in played)
    return {
        "games": games,
        "share": round(share, 3),
        "wilson": [round(bound, 3) for bound in wilson(share, games)],
        "verdict": None if goal is None else verdict([each.share for each in played], goal),
        "lead": round(sum(each.lead for each in played) / games, 1),
        "decisions_per_game": round(decisions / games, 1),
        "seconds_per_decision": round(sum(each.seconds for each in played) / decisions, 3),
    }


def main() -> None:
    """Play one series, or continue it, and print its figures as one JSON object."""
    parser = argparse.ArgumentParser(prog="benchmarks.minds.matches")
    parser.add_argument("slug", choices=registry.PLAYABLE, metavar="GAME")
    parser.add_argument("challenger")
    parser.add_argument("opponent")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=MOST_GAMES, help="most games of the series")
    parser.add_argument("--goal", type=float, help="share of the win to be tested")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="folder of the file with the games")
    parsed = parser.parse_args()
    series = Series(parsed.slug, parsed.seats, parsed.challenger, parsed.opponent)
    played = run(series, parsed.games, parsed.goal, parsed.into)
    sys.stdout.write(msgspec.json.encode(report(played, parsed.goal)).decode() + "\n")


if __name__ == "__main__":
    main()
