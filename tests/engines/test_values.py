"""Learned values: shares of every viewer, the weights in the data, and whether they know who is about to win."""

from importlib import import_module
from typing import Any

import pytest

from benchmarks.minds import games
from engines import registry
from engines.contract import Engine, Seen, view
from engines.search.values import Value, Weights, path_of, read, value_of
from tests.engines.walks import Setup, options_of, spread, states

GAMES = [engine for engine in registry.engines() if value_of(engine.slug) is not None]
every_game = pytest.mark.parametrize("engine", GAMES, ids=lambda engine: engine.slug)


def value_for(engine: Engine) -> Value:
    value = value_of(engine.slug)
    assert value is not None
    return value


def views(engine: Engine) -> list[Seen[Any, Any]]:
    """Return positions of random games with all numbers of seats and all options, as every seat and a spectator sees them."""
    setups = [Setup(engine.slug, options, seats, seats) for options in options_of(engine) for seats in engine.seat_range]
    return [
        view(state, viewer) for setup in setups for state in spread(states(setup), 6) for viewer in (None, *range(setup.seats))
    ]


@every_game
def test_every_viewer_has_an_opinion_from_the_first_position_to_the_last(engine: Engine) -> None:
    value = value_for(engine)
    for seen in views(engine):
        shares, points = value.shares(seen), value.points(seen)
        assert sum(shares) == pytest.approx(1)
        assert all(0 < share < 1 for share in shares)
        assert len(shares) == len(points)
        assert all(-50 < expected < 400 for expected in points)


@every_game
def test_a_value_has_a_weight_for_each_feature_of_the_newest_version(engine: Engine) -> None:
    names, weights = import_module(f"engines.{engine.slug}.features").NAMES, read(path_of(engine.slug))
    assert tuple(weights.win) == names
    assert tuple(weights.points) == (*names, "constant", "seats")
    assert weights.version == engine.versions[-1]


@every_game
def test_a_value_knows_late_in_games_of_bots_who_wins_and_nearly_how_many_points_each_seat_gets(engine: Engine) -> None:
    value, right, errors = value_for(engine), 0, list[float]()
    for number in range(10_000, 10_012):
        played, _first = games.play(engine, number, engine.seat_range[0])
        outcome = engine.outcome(played[-1].public)
        assert outcome is not None
        seen = view(played[len(played) * 9 // 10], number % 2)
        shares = value.shares(seen)
        right += shares.index(max(shares)) in outcome.ranking[0]
        errors += [abs(expected - true) for expected, true in zip(value.points(seen), outcome.scores, strict=True)]
    assert right >= 9
    assert sum(errors) / len(errors) < 10


def test_a_game_without_features_has_no_value() -> None:
    assert [value_of(slug) for slug in registry.SPECIMENS] == [None] * len(registry.SPECIMENS)


def test_a_larger_score_gives_a_larger_share_and_weights_change_with_the_phase() -> None:
    points = {"lead": (1.0, 1.0, 0.0), "constant": (5.0, 5.0, 0.0), "seats": (1.0, 1.0, 0.0)}
    weights = Weights("1", "2026-01-01", 1, 1, 1, {"lead": (0.0, 1.0, 1.0)}, points)

    def at(phase: float) -> Value:
        return Value(lambda _seen: [(1.0,), (0.0,)], lambda _public: phase, weights)

    beginning, end = at(0.0), at(1.0)
    seen: Seen[Any, Any] = Seen(None)
    assert beginning.shares(seen) == (0.5, 0.5)
    assert end.shares(seen) == pytest.approx((0.8808, 0.1192), abs=1e-4)
    assert beginning.points(seen) == end.points(seen) == (8.0, 7.0)
