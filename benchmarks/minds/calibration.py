"""Comparison of expected shares with the results of games that were left out of the fit."""

from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.minds.games import Position

BINS = 10


class Guess(NamedTuple):
    """The expected share of one seat, its true share, and the third of the game (0 to 2)."""

    expected: float
    true: float
    third: int


def guesses(positions: Sequence[Position], shares: Sequence[Sequence[float]]) -> list[Guess]:
    """Return the guesses of all seats; ``shares`` has the expected shares of each position."""
    return [
        Guess(expected, true, min(2, int(3 * position.moved)))
        for position, expectations in zip(positions, shares, strict=True)
        for expected, true in zip(expectations, position.shares, strict=True)
    ]


def brier(found: Sequence[Guess]) -> float:
    """Return the mean squared difference of expected and true shares: 0 is perfect."""
    return sum((guess.expected - guess.true) ** 2 for guess in found) / len(found)


def auc(found: Sequence[Guess]) -> float:
    """Return the chance that a seat that won has a larger expected share than one that did not. Equal shares count half."""
    best_first = sorted(found, key=lambda guess: guess.expected)
    ranks: dict[float, list[int]] = {}
    for rank, guess in enumerate(best_first, start=1):
        ranks.setdefault(guess.expected, []).append(rank)
    mean = {expected: sum(places) / len(places) for expected, places in ranks.items()}
    won = [mean[guess.expected] for guess in found if guess.true]
    lost = len(found) - len(won)
    return (sum(won) - len(won) * (len(won) + 1) / 2) / (len(won) * lost)


def reliability(found: Sequence[Guess]) -> list[tuple[int, float, float]]:
    """Return the number of guesses, the mean expected share and the mean true share for each tenth of expected shares."""
    bins: list[list[Guess]] = [[] for _ in range(BINS)]
    for guess in found:
        bins[min(BINS - 1, int(guess.expected * BINS))].append(guess)
    return [
        (len(each), sum(guess.expected for guess in each) / len(each), sum(guess.true for guess in each) / len(each))
        for each in bins
        if each
    ]
