"""Nobody is shown, told or hinted what is not theirs, over every registered engine."""

from itertools import takewhile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.contract import Engine, Step, Told, encode, view
from tests.engines.walks import ENGINES, Ply, at_once, few, setups, states, walk

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
def test_different_keys_imagine_different_worlds(engine: Engine, data: st.DataObject) -> None:
    setup = data.draw(setups(engine))
    every_state = states(setup)
    for state in every_state:
        for viewer in _viewers(setup.seats):
            seen = view(state, viewer)
            worlds = {encode(engine.imagine(seen, bytes([number]) * 32)) for number in range(6)}
            something_hidden = state is every_state[0] or encode(state) not in worlds
            assert len(worlds) > 1 or not something_hidden


@every_engine
@given(data=st.data())
@few
def test_what_an_action_does_not_reveal_stays_hidden_from_the_seat_that_acts(engine: Engine, data: st.DataObject) -> None:
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
def test_others_cannot_tell_one_sealed_answer_from_another(engine: Engine, data: st.DataObject) -> None:
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
    for ply in _plies(data, engine):
        seen = view(ply.before, None)
        one, other = engine.imagine(seen, ONE), engine.imagine(seen, OTHER)
        for mine, theirs in zip((one, one.vault, *one.hands), (other, other.vault, *other.hands), strict=True):
            assert repr(mine) == repr(theirs)
            assert len(repr(mine)) < 100
