"""Reading of finished games: exact sums, luck without bias, costly decisions, and what a seat may not know."""

from functools import cache
from typing import Any

import pytest

from engines import registry
from engines.contract import Engine, Step, When, decode, encode, view
from engines.search.reading import Made, NotOver, NoValue, Reading, Terms, read
from tests.engines.walks import Setup, options_of

GAMES = registry.engines()
KEY = b"\1" * 32
every_game = pytest.mark.parametrize("engine", GAMES, ids=lambda engine: engine.slug)

type Record = tuple[list[Step[Any, Any]], list[Made]]


def setup_of(engine: Engine, seats: int) -> Setup:
    return Setup(engine.slug, options_of(engine)[0], seats, seats)


@cache
def bots_game(setup: Setup) -> Record:
    """Return the record of a game of bots."""
    engine, steps, moves = setup.engine, [setup.start()], list[Made]()
    while due := [decision for decision in engine.pending(steps[-1].state.public) if decision.when is When.NOW]:
        decision, state = min(due, key=lambda decision: decision.seat), steps[-1].state
        moves.append(Made(decision.seat, decision.key, engine.bot(view(state, decision.seat), decision)))
        steps.append(engine.apply(state, decision.seat, moves[-1].action))
    return steps, moves


def total(terms: Terms) -> float:
    return terms.own + terms.others + terms.luck + terms.known


@every_game
def test_the_sums_of_every_seat_make_up_the_way_from_the_first_expectation_to_the_result(engine: Engine) -> None:
    for seats in engine.seat_range:
        steps, moves = bots_game(setup_of(engine, seats))
        reading = read(engine, steps, moves, KEY, stop=lambda: True)
        outcome = engine.outcome(steps[-1].state.public)
        assert outcome is not None
        winners = outcome.ranking[0]
        assert reading.shares[-1] == tuple((seat in winners) / len(winners) for seat in range(seats))
        assert reading.points[-1] == outcome.scores
        assert len(reading.shares) == len(reading.points) == len(moves) + 1
        assert len(reading.luck) == len(reading.losses) == len(moves)
        for seat in range(seats):
            way = reading.shares[-1][seat] - reading.shares[0][seat]
            assert total(reading.terms[seat]) == pytest.approx(way, abs=1e-9)
            way_in_points = reading.points[-1][seat] - reading.points[0][seat]
            assert total(reading.point_terms[seat]) == pytest.approx(way_in_points, abs=1e-9)
            assert sum(luck[seat] for luck in reading.luck) == pytest.approx(reading.terms[seat].luck, abs=1e-9)
        assert decode(Reading, encode(reading)).shares == reading.shares


def test_a_game_without_a_value_and_a_game_that_is_not_over_are_refused() -> None:
    for slug in registry.SPECIMENS:
        engine = registry.engine(slug)
        with pytest.raises(NoValue, match=slug):
            read(engine, *bots_game(setup_of(engine, engine.seat_range[0])), KEY)
    engine = GAMES[0]
    steps, moves = bots_game(setup_of(engine, 2))
    with pytest.raises(NotOver, match=engine.slug):
        read(engine, steps[:-1], moves[:-1], KEY)
