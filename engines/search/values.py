"""Learned value of a position: each seat's expected share of the win and final points, in the opinion of one viewer.

A game has a value if its package has a module ``features`` and the weights in ``value.json``. ``features.features`` gives a row
of numbers for each seat, and ``features.phase`` the share of the game that is over. Both use only what the viewer knows.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from math import exp
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from engines.contract import Engine, Outcome, Seen, view

type Row = Sequence[float]
type ByPhase = tuple[float, float, float]
"""Weights of a feature at the beginning, in the second half, and at the end of a game; see :func:`phases`."""


class Weights(msgspec.Struct, frozen=True):
    """Fitted weights by feature, and their provenance.

    ``version`` is the version of the game's data, and ``made`` the date of the fit. The games of bots have the seed ``seed``
    and the numbers below ``games``. ``win`` are the weights of a seat's score. ``points`` has two more: a constant and the
    number of seats.
    """

    version: str
    made: str
    seed: int
    games: int
    positions: int
    win: Mapping[str, ByPhase]
    points: Mapping[str, ByPhase]


class Expected(NamedTuple):
    """Expected share of the win and final points of one seat, or its true ones once the game is over."""

    share: float
    points: float


class Value:
    """Value of positions of one game."""

    def __init__(self, features: Callable[[Any], Sequence[Row]], phase: Callable[[Any], float], weights: Weights) -> None:
        self._features, self._phase = features, phase
        self._win, self._points = tuple(weights.win.values()), tuple(weights.points.values())

    def shares(self, seen: Seen[Any, Any]) -> tuple[float, ...]:
        """Return the expected share of the win of each seat; their sum is 1."""
        return shares_of(self._features(seen), self._win, self._phase(seen.public))

    def points(self, seen: Seen[Any, Any]) -> tuple[float, ...]:
        """Return the expected final points of each seat."""
        rows = self._features(seen)
        return tuple(_scores([(*row, 1, len(rows)) for row in rows], self._points, self._phase(seen.public)))

    def expected(self, seen: Seen[Any, Any], seat: int) -> Expected:
        """Return the share and the points of one seat, as :meth:`shares` and :meth:`points` do, in less time."""
        rows, phase = self._features(seen), self._phase(seen.public)
        (points,) = _scores([(*rows[seat], 1, len(rows))], self._points, phase)
        return Expected(shares_of(rows, self._win, phase)[seat], points)


def result_of(outcome: Outcome, seat: int) -> Expected:
    """Return the true share and points of a seat. Seats that share the first place share the win."""
    winners = outcome.ranking[0]
    return Expected((seat in winners) / len(winners), outcome.scores[seat])


def expected(engine: Engine, value: Value, state: Any, seat: int) -> Expected:
    """Return the value of a position for a seat from its own view, or its result if the game is over."""
    outcome = engine.outcome(state.public)
    return value.expected(view(state, seat), seat) if outcome is None else result_of(outcome, seat)


def shares_of(rows: Sequence[Row], weights: Sequence[ByPhase], phase: float) -> tuple[float, ...]:
    """Return the expected shares of seats with these features."""
    scores = _scores(rows, weights, phase)
    highest = max(scores)
    powers = [exp(score - highest) for score in scores]
    total = sum(powers)
    return tuple(power / total for power in powers)


def phases(phase: float) -> ByPhase:
    """Return the factors of the three weights of a feature, from the share of the game that is over."""
    return 1 - phase, phase, phase**4


def _scores(rows: Sequence[Row], weights: Sequence[ByPhase], phase: float) -> list[float]:
    early, late, last = phases(phase)
    now = [first * early + second * late + third * last for first, second, third in weights]
    return [sum(weight * feature for weight, feature in zip(now, row, strict=True)) for row in rows]


@cache
def value_of(slug: str) -> Value | None:
    """Return the learned value of a game, or None if it has none."""
    name = f"engines.{slug}.features"
    if find_spec(name) is None:
        return None
    module = import_module(name)
    return Value(module.features, module.phase, read(path_of(slug)))


def path_of(slug: str) -> Path:
    """Return the file with the weights of a game."""
    return Path(__file__).resolve().parents[1] / slug / "value.json"


def read(path: Path) -> Weights:
    """Return the weights in a file. Raises :class:`msgspec.ValidationError`."""
    return msgspec.json.decode(path.read_bytes(), type=Weights)
