"""Fit and calibration of learned values, and the interval of a series of games."""

import random

import numpy as np
import pytest

from benchmarks.minds import calibration, fitting, games, matches
from benchmarks.minds.calibration import Guess
from benchmarks.minds.games import Position
from engines import registry
from engines.search.values import phases, shares_of, value_of


def drawn(count: int) -> list[Position]:
    """Return positions of two and three seats with results drawn from known weights: 2 for the first feature, 0 for the second.

    The points are three times the first feature, minus the second.
    """
    chance, found = random.Random(3), []
    for number in range(count):
        rows = [(chance.gauss(0, 1), chance.gauss(0, 40)) for _ in range(2 + number % 2)]
        shares = shares_of(rows, [(2.0, 2.0, 0.0), (0.0, 0.0, 0.0)], 0.5)
        winner = chance.choices(range(len(rows)), shares)[0]
        points = tuple(round(3 * first - second) for first, second in rows)
        won = tuple(float(seat == winner) for seat in range(len(rows)))
        found.append(Position(number, 0.5, number % 10 / 10, rows, won, points))
    return found


def test_a_fit_finds_the_weights_that_made_the_results() -> None:
    data = fitting.table(drawn(4000))
    for phase in (0.1, 0.5, 0.8):
        factors = phases(phase)
        win = [sum(np.multiply(weights, factors)) for weights in fitting.fit_shares(data)]
        points = [sum(np.multiply(weights, factors)) for weights in fitting.fit_points(data)]
        assert win == pytest.approx([2, 0], abs=0.3)
        assert points == pytest.approx([3, -1], abs=0.05)


def test_measures_of_guesses() -> None:
    found = [Guess(0.9, 1, 0), Guess(0.8, 1, 0), Guess(0.85, 0, 0), Guess(0.1, 0, 0)]
    assert calibration.auc(found) == 0.75
    assert calibration.auc([Guess(0.5, 1, 0), Guess(0.5, 0, 0)]) == 0.5
    assert calibration.brier(found) == pytest.approx((0.01 + 0.04 + 0.7225 + 0.01) / 4)
    assert calibration.reliability(found) == [
        (1, 0.1, 0.0),
        (2, pytest.approx(0.825), 0.5),
        (1, 0.9, 1.0),
    ]


def test_an_interval_contains_the_share_and_shrinks_with_the_number_of_games() -> None:
    assert matches.wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-3)
    assert matches.wilson(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-3)


@pytest.mark.parametrize("slug", [slug for slug in registry.PLAYABLE if value_of(slug) is not None])
def test_positions_of_a_game_follow_its_last_random_action_and_name_its_winner(slug: str) -> None:
    engine = registry.engine(slug)
    number = 0
    while not games.play(engine, number, engine.seat_range[0])[1]:
        number += len(engine.seat_range)
    states, first = games.play(engine, number, engine.seat_range[0])
    outcome = engine.outcome(states[-1].public)
    found = list(games.positions(engine, number))
    assert outcome is not None
    assert 0 < len(found) <= games.POSITIONS
    assert all(position.moved * (len(states) - 1) >= first - 1e-9 for position in found)
    assert all(sum(position.shares) == pytest.approx(1) for position in found)
    assert {position.points for position in found} == {outcome.scores}
    assert {seat for seat, share in enumerate(found[0].shares) if share} == set(outcome.ranking[0])
    assert found == list(games.positions(engine, number))
