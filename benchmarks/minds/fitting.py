"""Fit of the weights: a softmax over the seats of a table for the shares, and a linear regression for the points."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.minds.games import Position
from engines.search.values import ByPhase, phases

RIDGE = 3.0
"""Weight of the squares of the weights, in features of deviation 1."""
STEPS = 12

type Array = NDArray[np.float64]


class Table(NamedTuple):
    """Positions as arrays: features times phases by position and seat, which seats exist, shares and points."""

    features: Array
    seats: NDArray[np.bool_]
    shares: Array
    points: Array


def table(positions: Sequence[Position]) -> Table:
    """Return the arrays of some positions; missing seats have zeros."""
    most = max(len(position.rows) for position in positions)
    width = len(positions[0].rows[0])
    rows = np.zeros((len(positions), most, width))
    seats = np.zeros((len(positions), most), dtype=bool)
    shares, points = np.zeros(seats.shape), np.zeros(seats.shape)
    for index, position in enumerate(positions):
        count = len(position.rows)
        rows[index, :count], seats[index, :count] = position.rows, True
        shares[index, :count], points[index, :count] = position.shares, position.points
    factors = np.array([phases(position.phase) for position in positions])
    return Table((rows[..., None] * factors[:, None, None, :]).reshape(*seats.shape, -1), seats, shares, points)


def fit_shares(data: Table) -> list[ByPhase]:
    """Return the weights of each feature that make the shares of the data most likely, by Newton's method."""
    scale = _scale(data)
    features = data.features / scale
    weights = np.zeros(features.shape[2])
    for _ in range(STEPS):
        chances = softmax(features @ weights, data.seats)
        means = np.einsum("nk,nkf->nf", chances, features)
        spread = (features * np.sqrt(chances)[..., None]).reshape(-1, len(weights))
        slope = np.einsum("nk,nkf->f", chances - data.shares, features) + RIDGE * weights
        weights = weights - np.linalg.solve(spread.T @ spread - means.T @ means + RIDGE * np.eye(len(weights)), slope)
    return _by_phase(weights / scale)


def fit_points(data: Table) -> list[ByPhase]:
    """Return the weights of each feature with the least squared errors of the points."""
    scale = _scale(data)
    features, points = (data.features / scale)[data.seats], data.points[data.seats]
    weights = np.linalg.solve(features.T @ features + RIDGE * np.eye(features.shape[1]), features.T @ points)
    return _by_phase(weights / scale)


def softmax(scores: Array, seats: NDArray[np.bool_]) -> Array:
    """Return the shares of the seats, which have the sum 1 at each table."""
    scores = np.where(seats, scores, -np.inf)
    powers: Array = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def _scale(data: Table) -> Array:
    scale: Array = data.features[data.seats].std(axis=0)
    return np.where(scale > 0, scale, 1.0)


def _by_phase(weights: Array) -> list[ByPhase]:
    """Return the weights in groups of three, rounded, so that equal data give equal files on every machine."""
    rounded = [float(f"{weight:.6g}") for weight in weights]
    return [(rounded[index], rounded[index + 1], rounded[index + 2]) for index in range(0, len(rounded), 3)]
