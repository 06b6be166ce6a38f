"""Search: same thoughts for same arguments, its budget, what imagined opponents know, and moves that win."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import pytest

from engines import registry
from engines.contract import Engine, Pending, Seen, State, Trait, When, encode, view
from engines.kit.desk import put
from engines.kit.game import NoOptions, Nothing
from engines.pebbles.table import TURNS, Public, Sow
from engines.playout import nth_key
from engines.search import lines
from engines.search.choosing import Thought, choose
from tests.engines.walks import ENGINES, Setup, needs, options_of, spread, walk
from tests.stub_game import game as numbers

every_engine = pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.slug)
KEY = b"\1" * 32


def setup_of(engine: Engine, number: int = 1) -> Setup:
    return Setup(engine.slug, options_of(engine)[-1], engine.seat_range[-1], number)


def late(engine: Engine) -> list[tuple[Any, Pending]]:
    """Return some of the last decisions of a random game, each with its state."""
    plies = [ply for ply in walk(setup_of(engine)) if ply.asked.when is When.NOW]
    return [(ply.before, ply.asked) for ply in spread(plies[-12:], 4)]


def think(engine: Engine, state: Any, pending: Pending, simulations: int = 12, **more: Any) -> Thought:
    return choose(engine, view(state, pending.seat), pending, KEY, simulations, **more)


@every_engine
def test_the_same_arguments_give_the_same_thought_and_a_legal_action(engine: Engine) -> None:
    for state, pending in late(engine):
        thought = think(engine, state, pending)
        assert thought == think(engine, engine.imagine(view(state, pending.seat), b"\2" * 32), pending)
        assert thought.action in list(engine.legal(view(state, pending.seat), pending))
        assert len({encode(each.action) for each in thought.candidates}) == len(thought.candidates) <= 15


@every_engine
@pytest.mark.parametrize("budget", [0, 1, 7, 30])
def test_no_more_games_are_imagined_than_the_budget_allows(engine: Engine, budget: int) -> None:
    state, pending = late(engine)[-1]
    thought = think(engine, state, pending, budget)
    assert thought.simulations == sum(each.simulations for each in thought.candidates) <= budget
    if budget == 30 and len(thought.candidates) > 1:
        assert thought.simulations > budget - len(thought.candidates)


def test_a_search_that_is_stopped_takes_the_best_so_far() -> None:
    engine = registry.engine("pebbles")
    state = engine.start(NoOptions(), 2, KEY).state
    pending = engine.pending(state.public)[0]
    none = think(engine, state, pending, 1000, stop=lambda: True)
    assert (none.action, none.simulations) == (engine.bot(view(state, 0), pending), 0)
    asked = iter(range(1000))
    some = think(engine, state, pending, 1000, stop=lambda: next(asked) >= 23)
    assert 0 < some.simulations <= 23
    assert some.candidates[0].share == max(each.share or 0.0 for each in some.candidates)


def test_a_move_that_wins_is_found_although_the_bot_overlooks_it() -> None:
    engine = registry.engine("pebbles")
    public = Public(places=(2, 2, 2, 2, 2, 4, 1, 4, 0, 0, 3, 8), turn=TURNS)
    state, pending = State(public, (Nothing(), Nothing()), Nothing()), engine.pending(public)[0]
    bots_choice = engine.bot(view(state, 1), pending)
    thought = think(engine, state, pending, 9)
    assert bots_choice == Sow(4)
    assert thought.action in (Sow(0), Sow(1))
    assert {each.action: each.share for each in thought.candidates} == {Sow(0): 1.0, Sow(1): 1.0, Sow(4): 0.0}


def test_a_shared_first_place_is_shared() -> None:
    engine = numbers.ENGINE
    state = engine.start(NoOptions(), 2, KEY).state
    thought = think(engine, state, engine.pending(state.public)[0], 60)
    shares = {each.action.number: each.share for each in thought.candidates}
    assert shares[numbers.USUAL] == 0.5
    assert all(share == (number > numbers.USUAL) for number, share in shares.items() if number != numbers.USUAL)
    assert thought.action.number > numbers.USUAL


def test_a_value_judges_the_position_after_two_own_turns() -> None:
    engine = registry.engine("pebbles")
    state = engine.start(NoOptions(), 2, KEY).state
    judged: list[Seen[Any, Any]] = []

    def value(seen: Seen[Any, Any]) -> tuple[float, float]:
        judged.append(seen)
        return (0.25, 0.75)

    thought = think(engine, state, engine.pending(state.public)[0], value=value)
    assert {(seen.public.turn, seen.seat) for seen in judged} == {(5, 0)}
    assert [each.share for each in thought.candidates] == [0.25] * len(thought.candidates)


def _decisions(engine: Engine) -> Iterator[tuple[Any, Pending]]:
    """Yield decisions of a random game, after which another seat decides."""
    for ply in walk(setup_of(engine, 2)):
        if ply.asked.when is When.NOW and any(each.seat != ply.asked.seat for each in engine.pending(ply.step.state.public)):
            yield ply.before, ply.asked


@every_engine
def test_what_the_root_holds_changes_no_choice_of_an_imagined_opponent(engine: Engine) -> None:
    needs(engine, Trait.HIDDEN)
    compared = 0
    for state, pending in spread(list(_decisions(engine)), 25):
        seat = pending.seat
        other = engine.imagine(view(state, None), KEY)
        exchanged = State(state.public, put(state.hands, seat, other.hands[seat]), state.vault)
        legal = set(engine.legal(view(exchanged, seat), pending))
        action = next((each for each in engine.legal(view(state, seat), pending) if each in legal), None)
        if action is None or exchanged == state:
            continue
        first, second = (_choices_of_others(engine, world, pending, action) for world in (state, exchanged))
        assert first == second
        compared += len(first)
    assert compared


def _choices_of_others(engine: Engine, state: Any, pending: Pending, action: Any) -> list[tuple[int, Any]]:
    """Return the choices of the other seats until the root seat decides again."""
    _answer, *plies = lines.line(engine, state, pending, action, 1)
    return [(ply.seat, ply.action) for ply in takewhile(lambda ply: ply.seat != pending.seat, plies)]


@every_engine
def test_a_sealed_answer_of_another_seat_is_what_its_bot_would_answer(engine: Engine) -> None:
    needs(engine, Trait.SEALED)
    for number in range(3):
        for ply in walk(setup_of(engine, number)):
            world = lines.imagined(engine, view(ply.before, ply.asked.seat), nth_key(1, number))
            for pending in engine.pending(world.public):
                if pending.sealed and pending.when is When.MAY and pending.seat != ply.asked.seat:
                    answer = engine.bot(view(world, pending.seat), pending)
                    assert engine.apply(world, pending.seat, answer).state == world
