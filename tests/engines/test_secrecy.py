"""Secrecy in every registered engine.

Views, events, imagined states and reprs do not depend on unrevealed secrets of others.
"""

from itertools import takewhile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.contract import Engine, IllegalAction, Step, Told, Trait, encode, view
from tests.engines.walks import ENGINES, Ply, at_once, few, needs, setups, spread, states, walk

every_engine = pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.slug)
ONE, OTHER = b"\1" * 32, b"\2" * 32


def _viewers(seats: int) -> tuple[int | None, ...]:
    return (*range(seats), None)


def _plies(data: st.DataObject, engine: Engine) -> list[Ply]:
    plies = walk(data.draw(setups(engine)))
    return data.draw(st.lists(st.sampled_from(plies), min_size=5, max_size=10, unique_by=id))


def _heard(step: Step[Any, Any], viewer: int | None) -> list[Told[Any]]:
    return [told for told in step.events if told.visible_to(viewer)]


def _before_revealing(step: Step[Any, Any], viewer: int | None) -> list[Told[Any]]:
    return list(takewhile(lambda told: not told.reveals, _heard(step, viewer)))


@every_engine
@given(data=st.data())
@few
def test_an_imagined_state_is_sound_and_looks_the_same(engine: Engine, data: st.DataObject) -> None:
    """An imagined state passes the check and gives its viewer the same view.

    The test is slow because it checks every position of many games.
    """
    setup = data.draw(setups(engine))
    for state in states(setup):
        for viewer in _viewers(setup.seats):
            seen = view(state, viewer)
            imagined = engine.imagine(seen, ONE)
            engine.check(imagined)
            assert view(imagined, viewer) == seen
            assert engine.imagine(seen, ONE) == imagined


@every_engine
@given(data=st.data())
@few
def test_another_chance_changes_nothing_that_anybody_knows(engine: Engine, data: st.DataObject) -> None:
    setup = data.draw(setups(engine))
    for state in states(setup):
        redrawn = engine.redraw(state, ONE)
        engine.check(redrawn)
        assert (redrawn.public, redrawn.hands) == (state.public, state.hands)
        assert engine.redraw(state, ONE) == redrawn


@every_engine
@given(data=st.data())
@few
def test_another_chance_is_another_chance(engine: Engine, data: st.DataObject) -> None:
    needs(engine, Trait.CHANCE)
    start = data.draw(setups(engine)).start().state
    worlds = [engine.redraw(start, bytes([number]) * 32) for number in range(8)]
    assert start.vault not in [world.vault for world in worlds]
    assert len({encode(world.vault) for world in worlds}) == len(worlds)


def _worlds(engine: Engine, state: Any, viewer: int | None, count: int) -> list[Any]:
    return [engine.imagine(view(state, viewer), bytes([number]) * 32) for number in range(count)]


@every_engine
@given(data=st.data())
@few
def test_every_hidden_part_of_a_new_game_is_imagined_in_different_ways(engine: Engine, data: st.DataObject) -> None:
    needs(engine, Trait.HIDDEN)
    setup = data.draw(setups(engine))
    state = setup.start().state
    for viewer in _viewers(setup.seats):
        worlds = _worlds(engine, state, viewer, 8)
        for seat in range(setup.seats):
            assert (len({encode(world.hands[seat]) for world in worlds}) > 1) == (seat != viewer)
        for part in state.vault.__struct_fields__:
            if getattr(state.vault, part):  # an empty deck has nothing to hide
                assert len({encode(getattr(world.vault, part)) for world in worlds}) > 1, part


@every_engine
@given(data=st.data())
@few
def test_what_is_still_hidden_later_is_imagined_in_different_ways(engine: Engine, data: st.DataObject) -> None:
    needs(engine, Trait.HIDDEN)
    setup = data.draw(setups(engine))
    for state in spread(states(setup), 20):
        for viewer in _viewers(setup.seats):
            worlds = {encode(world) for world in _worlds(engine, state, viewer, 6)}
            assert len(worlds) > 1 or encode(state) in worlds


@every_engine
@given(data=st.data())
@few
def test_a_sealed_answer_is_imagined_in_different_ways(engine: Engine, data: st.DataObject) -> None:
    needs(engine, Trait.SEALED)
    for ply in _plies(data, engine):
        seat, after = ply.asked.seat, ply.step.state
        choices = {encode(action) for action in engine.legal(view(ply.before, seat), ply.asked)}
        if ply.asked.sealed and len(choices) > 1 and not any(told.opens for told in ply.step.events):
            worlds = _worlds(engine, after, None, 24)
            for part in after.hands[seat].__struct_fields__:
                sealed = getattr(after.hands[seat], part)
                if sealed and sealed != getattr(ply.before.hands[seat], part):  # an action already played is not sealed
                    assert len({encode(getattr(world.hands[seat], part)) for world in worlds}) > 1, part


@every_engine
@given(data=st.data())
@few
def test_what_an_action_does_not_reveal_stays_hidden_from_the_seat_that_acts(engine: Engine, data: st.DataObject) -> None:
    needs(engine, Trait.HIDDEN)
    for ply in _plies(data, engine):
        seat = ply.asked.seat
        seen = view(ply.before, seat)
        true, one, other = (
            engine.apply(world, seat, ply.action)
            for world in (ply.before, engine.imagine(seen, ONE), engine.imagine(seen, OTHER))
        )
        assert _before_revealing(one, seat) == _before_revealing(other, seat) == _before_revealing(true, seat)
        if not any(told.reveals for told in _heard(true, seat)):
            assert _heard(one, seat) == _heard(other, seat) == _heard(true, seat)
            assert view(one.state, seat) == view(other.state, seat) == view(true.state, seat)


@every_engine
@given(data=st.data())
@few
def test_what_others_do_tells_a_viewer_nothing_but_what_is_revealed(engine: Engine, data: st.DataObject) -> None:
    needs(engine, Trait.HIDDEN)
    for ply in _plies(data, engine):
        for viewer in _viewers(len(ply.before.hands)):
            imagined = engine.imagine(view(ply.before, viewer), ONE)
            try:
                step = engine.apply(imagined, ply.asked.seat, ply.action)
            except IllegalAction:
                continue  # in this imagined state the seat does not hold the piece it plays
            assert _before_revealing(step, viewer) == _before_revealing(ply.step, viewer)
            if not any(told.reveals for told in _heard(ply.step, viewer)):
                assert _heard(step, viewer) == _heard(ply.step, viewer)
                assert view(step.state, viewer) == view(ply.step.state, viewer)


@every_engine
@given(data=st.data())
@few
def test_others_cannot_tell_one_sealed_answer_from_another(engine: Engine, data: st.DataObject) -> None:
    needs(engine, Trait.SEALED)
    for ply in _plies(data, engine):
        if not (ply.asked.sealed and at_once(ply.asked)):
            continue
        legal = list(engine.legal(view(ply.before, ply.asked.seat), ply.asked))
        steps = [engine.apply(ply.before, ply.asked.seat, action) for action in legal[:12]]
        for viewer in _viewers(len(ply.before.hands)):
            if viewer != ply.asked.seat and not any(told.reveals for told in _heard(steps[0], viewer)):
                assert len({encode(view(step.state, viewer)) for step in steps}) == 1
                assert len({encode(_heard(step, viewer)) for step in steps}) == 1


@every_engine
@given(data=st.data())
@few
def test_what_opens_was_sealed_and_is_marked_as_revealing(engine: Engine, data: st.DataObject) -> None:
    needs(engine, Trait.SEALED)
    sealed: set[str] = set()
    for ply in walk(data.draw(setups(engine))):
        sealed |= {one.key for one in engine.pending(ply.before.public) if one.sealed}
        for told in ply.step.events:
            assert set(told.opens) <= sealed
            assert not told.opens or (told.reveals and told.to is None)
        sealed -= {key for told in ply.step.events for key in told.opens}


@every_engine
@given(data=st.data())
@few
def test_reprs_show_sizes_only(engine: Engine, data: st.DataObject) -> None:
    needs(engine, Trait.HIDDEN)
    for ply in _plies(data, engine):
        seen = view(ply.before, None)
        one, other = engine.imagine(seen, ONE), engine.imagine(seen, OTHER)
        for mine, theirs in zip((one, one.vault, *one.hands), (other, other.vault, *other.hands), strict=True):
            assert repr(mine) == repr(theirs)
            assert len(repr(mine)) < 100
