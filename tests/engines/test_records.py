"""Records of every registered engine: encoding, immutable states, the same game in a replay, and recorded draws."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from enum import Enum
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import chance, playout
from engines.contract import Engine, Trait, decode, encode, view
from tests.engines.walks import ENGINES, ORDERS, Setup, few, needs, options_of, setups, walk

every_engine = pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.slug)
PLAIN = (str, int, bool, bytes, type(None))


@every_engine
@given(data=st.data())
@few
def test_everything_survives_encoding_and_is_deeply_frozen(engine: Engine, data: st.DataObject) -> None:
    setup = data.draw(setups(engine))
    for ply in walk(setup):
        for what, value in ((engine.State, ply.step.state), (engine.Action, ply.action)):
            assert decode(what, encode(value)) == value
            assert encode(decode(what, encode(value))) == encode(value)
        for told in ply.step.events:
            assert decode(engine.Event, encode(told.event)) == told.event
            assert _loose_parts(told) == []
        assert _loose_parts(ply.step.state) == []
        assert hash(ply.step.state) == hash(decode(engine.State, encode(ply.step.state)))


def _loose_parts(value: Any, where: str = "") -> list[str]:
    """Return a line for each part of a value that is no frozen Struct, tuple, enum member or plain value."""
    if isinstance(value, msgspec.Struct):
        frozen = [] if value.__struct_config__.frozen else [f"{where}: {type(value).__name__} is not frozen"]
        fields = value.__struct_fields__
        return frozen + [part for name in fields for part in _loose_parts(getattr(value, name), f"{where}.{name}")]
    if type(value) is tuple:
        return [part for index, item in enumerate(value) for part in _loose_parts(item, f"{where}[{index}]")]
    return [] if type(value) in PLAIN or isinstance(value, Enum) else [f"{where}: {type(value).__name__}"]


@every_engine
def test_options_and_orders_survive_encoding(engine: Engine) -> None:
    for what, raws in ((engine.Options, options_of(engine)), (engine.Policy, ORDERS.get(engine.slug, ()))):
        for value in (decode(what, raw) for raw in raws):
            assert decode(what, encode(value)) == value
            with pytest.raises(msgspec.ValidationError):
                decode(what, encode({**msgspec.to_builtins(value), "surprise": 1}))


@every_engine
@given(data=st.data())
@few
def test_replaying_the_record_gives_the_same_steps(engine: Engine, data: st.DataObject) -> None:
    setup = data.draw(setups(engine))
    moves = [playout.Move(ply.asked.seat, decode(engine.Action, encode(ply.action))) for ply in walk(setup)]
    steps = playout.replay(engine, decode(engine.Options, setup.options), setup.seats, setup.key, moves)
    assert [encode(step) for step in steps] == [encode(setup.start()), *(encode(ply.step) for ply in walk(setup))]


def test_records_replay_the_same_under_another_hash_seed() -> None:
    code = "from tests.engines.test_records import digests; print(*digests())"
    for seed in ("1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        assert done.stdout.split() == digests()


def digests() -> list[str]:
    """Play a game of each engine, and return a hash of its steps, legal actions, bot answers and imagined states."""
    return [_digest(Setup(engine.slug, b"{}", engine.seat_range[-1], 1)) for engine in ENGINES]


def _digest(setup: Setup) -> str:
    engine, found = setup.engine, hashlib.sha256(encode(setup.start()))
    for ply in walk(setup):
        seen = view(ply.before, ply.asked.seat)
        for value in (ply.step, list(engine.legal(seen, ply.asked)), engine.bot(seen, ply.asked)):
            found.update(encode(value))
        found.update(encode(engine.imagine(seen, setup.key)))
    return found.hexdigest()


@every_engine
@given(data=st.data())
@few
def test_draws_have_labels_of_their_own_and_recompute(engine: Engine, data: st.DataObject) -> None:
    needs(engine, Trait.CHANCE)
    setup = data.draw(setups(engine))
    draws = [draw for step in (setup.start(), *(ply.step for ply in walk(setup))) for draw in step.draws]
    assert len({draw.label for draw in draws}) == len(draws)
    assert [chance.recompute(setup.key, draw) for draw in draws] == draws


@every_engine
@given(data=st.data())
@few
def test_every_draw_is_recorded(engine: Engine, data: st.DataObject) -> None:
    setup = data.draw(setups(engine))
    moves = [playout.Move(ply.asked.seat, ply.action) for ply in walk(setup)]
    drawn: set[str] = set()
    numbers = chance._numbers

    def overheard(key: bytes, label: str) -> Iterator[int]:
        drawn.add(label)
        return numbers(key, label)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chance, "_numbers", overheard)
        steps = list(playout.replay(engine, decode(engine.Options, setup.options), setup.seats, setup.key, moves))
    assert drawn == {draw.label for step in steps for draw in step.draws}
