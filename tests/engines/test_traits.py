"""Traits of every registered engine, compared with the traits that its games show."""

from collections.abc import Iterator
from itertools import product

import pytest

from engines import playout
from engines.contract import Abstain, Engine, Trait, When, decode, view
from tests.engines.walks import ENGINES, ORDERS, Setup, options_of, states, walk

every_engine = pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.slug)


def games(engine: Engine) -> list[Setup]:
    """Return two games for each set of options with which an engine is tested."""
    return [
        Setup(engine.slug, options, engine.seat_range[number % len(engine.seat_range)], number)
        for options, number in product(options_of(engine), range(2))
    ]


def shown(setups: list[Setup]) -> Iterator[Trait]:
    """Yield the traits that these games show. A trait may be repeated."""
    texts: set[tuple[str, str]] = set()
    for setup in setups:
        yield from _of_steps(setup)
        yield from _of_decisions(setup)
        engine, moves = setup.engine, [playout.Move(ply.asked.seat, ply.action) for ply in walk(setup)]
        if any(engine.opening(moves, seat) for seat in range(setup.seats)):
            yield Trait.OPENINGS
        events = [told for step in (setup.start(), *(ply.step for ply in walk(setup))) for told in step.events]
        facets = engine.facets(decode(engine.Options, setup.options), walk(setup)[-1].step.state.public, events)
        if any(facet.name != "first" for facet in facets):
            yield Trait.FACETS
        texts |= {(facet.name, facet.value) for facet in facets if isinstance(facet.value, str)}
    if len({name for name, _text in texts}) < len(texts):
        yield Trait.VARIANTS


def _of_steps(setup: Setup) -> Iterator[Trait]:
    for step in (setup.start(), *(ply.step for ply in walk(setup))):
        if step.draws:
            yield Trait.CHANCE
        if any(part.__struct_fields__ for part in (*step.state.hands, step.state.vault)):
            yield Trait.HIDDEN
        if any(told.to is not None or told.reveals for told in step.events):
            yield Trait.HIDDEN


def _of_decisions(setup: Setup) -> Iterator[Trait]:
    orders = [decode(setup.engine.Policy, raw) for raw in ORDERS.get(setup.slug, ())]
    for state in states(setup):
        for asked in setup.engine.pending(state.public):
            if asked.sealed:
                yield Trait.SEALED
            elif asked.when is not When.NOW:
                yield Trait.AHEAD
            answers = (setup.engine.policy(order, view(state, asked.seat), asked) for order in orders)
            if any(not isinstance(answer, Abstain) for answer in answers):
                yield Trait.ORDERS


@every_engine
def test_an_engine_has_the_traits_that_its_games_show(engine: Engine) -> None:
    assert set(shown(games(engine))) == engine.traits


def test_every_trait_is_had_by_a_game_and_lacking_in_another() -> None:
    assert all(any(trait in engine.traits for engine in ENGINES) for trait in Trait)
    assert all(any(trait not in engine.traits for engine in ENGINES) for trait in Trait)
