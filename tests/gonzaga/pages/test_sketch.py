"""Placements that a plan would allow, shown on the map before it is sealed."""

import pytest

from engines.contract import When, view
from engines.gonzaga import ENGINE
from engines.gonzaga.actions import HoldWedding, PlaceFief
from engines.gonzaga.board import Cover
from engines.gonzaga.decisions import turn as turns
from tables.games.gonzaga.panel import sketch
from tables.games.gonzaga.prospects import Prospects
from tests.gonzaga.pages.walkthrough import asked, played, players


def sketched(state, pending, plan):
    fields = {"region": plan.region, "deed": plan.action.value} | ({"privilege": "yes"} if plan.privilege else {})
    return sketch(view(state, pending.seat), pending, fields, players(state, pending.seat))


def test_a_sketch_has_every_fief_and_what_weddings_bring() -> None:
    kinds = set()
    for state, pending in list(asked("plan", When.NOW, played(4)[0]))[::9]:
        public, seat = state.public, pending.seat
        world, cover, prospects = ENGINE.world(public), Cover(len(public.courts), public.pieces), Prospects(public, seat)
        for plan in ENGINE.legal(view(state, seat), pending):
            data = sketched(state, pending, plan)["data"]
            found = [turn for _bits, turn in turns.candidates(world, cover, public.courts[seat], seat, plan)]
            fiefs, weddings = ([tuple(row[0]) for row in data[kind]] for kind in ("fiefs", "weddings"))
            assert set(fiefs) == {turn.cells for turn in found if isinstance(turn, PlaceFief)}
            assert {frozenset(cells) for cells in weddings} <= {
                frozenset((turn.first, turn.first if turn.second is None else turn.second))
                for turn in found
                if isinstance(turn, HoldWedding)
            }
            assert fiefs == sorted(fiefs)
            assert max([row[1] for kind in ("fiefs", "weddings") for row in data[kind]], default=0) == prospects.of(plan).points
            kinds.add((bool(fiefs), bool(weddings)))
    assert len(kinds) == 4


def test_a_second_ring_that_adds_nothing_is_left_out() -> None:
    for state, pending in list(asked("plan", When.NOW, played(4)[0]))[::9]:
        for plan in ENGINE.legal(view(state, pending.seat), pending):
            data = sketched(state, pending, plan)["data"]
            if not data["fiefs"]:
                continue
            alone = {row[0][0]: row[1:3] for row in data["weddings"] if len(row[0]) == 1}
            for cells, *worth in data["weddings"]:
                assert all(worth[:2] > alone.get(cell, [0]) for cell in cells if len(cells) == 2)


def test_a_sketch_is_the_same_in_every_world_that_its_seat_cannot_tell_apart() -> None:
    state, pending = list(asked("plan", When.NOW, played(4)[0]))[10]
    plan = next(iter(ENGINE.legal(view(state, pending.seat), pending)))
    true = sketched(state, pending, plan)
    for number in range(3):
        other = ENGINE.imagine(view(state, pending.seat), bytes([number]) * 32)
        assert sketched(other, pending, plan) == true


def test_only_a_plan_that_can_be_sealed_is_sketched() -> None:
    state, pending = next(
        (state, pending) for state, pending in asked("plan", When.NOW, played()[0]) if state.public.courts[pending.seat].locked
    )
    seen, people = view(state, pending.seat), players(state, pending.seat)
    locked = state.public.courts[pending.seat].locked
    wrong = ({"region": "nowhere", "deed": "cities"}, {"region": locked.region, "deed": locked.action.value})
    for fields in ({}, {"region": "italia", "deed": "nothing"}, *wrong):
        with pytest.raises(ValueError, match=r"ActionCard|SealPlan"):
            sketch(seen, pending, fields, people)
    turn_state, turn = next(asked("turn", When.NOW, played()[0]))
    with pytest.raises(ValueError, match="turn"):
        sketch(view(turn_state, turn.seat), turn, {"region": "italia", "deed": "cities"}, people)
