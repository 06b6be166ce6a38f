"""Facets and openings, which the archive searches and counts, for every registered engine."""

import re
from itertools import takewhile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import playout
from engines.contract import Engine, Facet, Told, Trait, decode
from engines.specimen.actions import Join, Offer, SealRoad
from engines.specimen.events import GameStarted
from engines.specimen.options import Options
from tests.engines import night_post
from tests.engines.transcripts import FROZEN, Frozen
from tests.engines.walks import ENGINES, Setup, few, needs, setups, walk

every_engine = pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.slug)
LONGEST_TEXT = 40

KEPT = {
    "gonzaga": (
        {"scenario": "sigismondo-di-lussemburgo", "leagues": 4, "rounds": 12, "group": 4, "objective": 5},
        ["britannia.cities", "francia.cities", "europa-orientalis.cities", "britannia.alliance"],
    ),
    "principato": (
        {"first": 1, "feeding": "in_order", "military": 29, "pairs": 3, "goals": 3, "goal_points": 8},
        ["money.exchange", "cubes.recruit", "build.food", "build.food"],
    ),
    "zena1814": (
        {"first": 3, "mode": "expert", "starter": "sealed_lot", "order": "fixed", "won": 3, "goals": 8, "goal_points": 13},
        ["nothing", "cathedral.permanent", "nothing", "bank.permanent"],
    ),
    "specimen": ({"first": 0, "nights": "3", "relays": 8, "joined": 10}, ["river", "river", "valley"]),
}
"""Facets of the records kept of version 1, and how their seats began."""


def facets_of(setup: Setup) -> tuple[Facet, ...]:
    """Return the facets of a whole random game."""
    steps = [setup.start(), *(ply.step for ply in walk(setup))]
    events = [told for step in steps for told in step.events]
    return setup.engine.facets(decode(setup.engine.Options, setup.options), steps[-1].state.public, events)


@every_engine
@given(data=st.data())
@few
def test_facets_are_few_short_and_named_once(engine: Engine, data: st.DataObject) -> None:
    needs(engine, Trait.FACETS)
    found = facets_of(data.draw(setups(engine)))
    names = [facet.name for facet in found]
    assert found
    assert len(set(names)) == len(names)
    assert all(name.isidentifier() for name in names)
    for facet in found:
        if isinstance(facet.value, str):
            assert re.fullmatch(r"[a-z0-9][a-z0-9_-]*", facet.value)
            assert len(facet.value) <= LONGEST_TEXT
        else:
            assert type(facet.value) is int
            assert facet.value >= 0


@every_engine
@given(data=st.data())
@few
def test_every_game_has_the_same_facets_and_they_are_always_the_same(engine: Engine, data: st.DataObject) -> None:
    needs(engine, Trait.FACETS)
    setup = data.draw(setups(engine))
    usual = Setup(engine.slug, b"{}", engine.seat_range[-1], 1)
    assert facets_of(setup) == facets_of(setup)
    assert [facet.name for facet in facets_of(setup)] == [facet.name for facet in facets_of(usual)]


@every_engine
@given(data=st.data())
@few
def test_a_game_broken_off_has_facets_too(engine: Engine, data: st.DataObject) -> None:
    needs(engine, Trait.FACETS)
    setup = data.draw(setups(engine))
    options, events = decode(engine.Options, setup.options), list(setup.start().events)
    at_once = engine.facets(options, setup.start().state.public, events)
    assert [facet.name for facet in at_once] == [facet.name for facet in facets_of(setup)]
    for ply in walk(setup)[: data.draw(st.integers(0, 40))]:
        events += ply.step.events
        engine.facets(options, ply.step.state.public, events)


@every_engine
@given(data=st.data())
@few
def test_openings_are_told_for_every_seat_that_played(engine: Engine, data: st.DataObject) -> None:
    needs(engine, Trait.OPENINGS)
    setup = data.draw(setups(engine))
    played = [playout.Move(ply.asked.seat, ply.action) for ply in walk(setup)]
    for seat in range(setup.seats):
        code = engine.opening(played, seat)
        assert re.fullmatch(r"[a-z0-9][a-z0-9_.-]*", code)
        assert len(code) <= LONGEST_TEXT
        assert engine.opening([], seat) == ""
        assert engine.opening(list(takewhile(lambda move: move.seat != seat, played)), seat) == ""  # noqa: B023


@every_engine
@given(data=st.data())
@few
def test_an_opening_stays_what_it_was_once_the_game_is_on(engine: Engine, data: st.DataObject) -> None:
    needs(engine, Trait.OPENINGS)
    setup = data.draw(setups(engine))
    played = [playout.Move(ply.asked.seat, ply.action) for ply in walk(setup)]
    half = played[: len(played) // 2]
    assert [engine.opening(half, seat) for seat in range(setup.seats)] == [
        engine.opening(played, seat) for seat in range(setup.seats)
    ]


@every_engine
def test_kept_records_have_the_facets_they_had(engine: Engine) -> None:
    needs(engine, Trait.FACETS, Trait.OPENINGS)
    frozen = decode(Frozen, (FROZEN / f"{engine.slug}-1.json").read_bytes())
    options = decode(engine.Options, bytes(frozen.options))
    moves = [playout.Move(seat, decode(engine.Action, bytes(action))) for seat, action in frozen.moves]
    steps = list(playout.replay(engine, options, frozen.seats, frozen.key, moves))
    found = engine.facets(options, steps[-1].state.public, [told for step in steps for told in step.events])
    openings = [engine.opening(moves, seat) for seat in range(frozen.seats)]
    assert ({facet.name: facet.value for facet in found}, openings) == KEPT[engine.slug]


# Night Post


def test_relays_offered_and_joined_are_counted() -> None:
    """S-4.2, S-4.3"""
    state = night_post.saddled()
    first, second, _ = state.public.order()
    moves = [(first, Offer(state.hands[first].letters[0])), (second, Join(1))]
    steps = [night_post.play(state, *moves[: count + 1]) for count in range(len(moves))]
    events = [told for step in steps for told in step.events]
    begun = Told(GameStarted(first))
    found = night_post.ENGINE.facets(Options(nights=2), steps[-1].state.public, [begun, *events])
    assert found == (Facet("first", first), Facet("nights", "2"), Facet("relays", 1), Facet("joined", 1))


def test_a_courier_begins_with_the_first_road_sealed() -> None:
    """S-3.1: a courier's opening is the first road sealed, even if the courier later seals another."""
    played = [(1, SealRoad("ridge")), (0, SealRoad("valley")), (1, SealRoad("river"))]
    assert [night_post.ENGINE.opening(played, seat) for seat in range(3)] == ["valley", "ridge", ""]
