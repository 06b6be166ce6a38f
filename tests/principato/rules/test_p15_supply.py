"""Section P-15: the finite supply."""

from typing import Any

import pytest
from msgspec.structs import replace

from engines.contract import BrokenState
from engines.principato import ENGINE
from engines.principato.actions import BuildTiles, CollectCubes, CreateCulture, RecruitUnits, TakeFavour
from engines.principato.events import CubesCollected
from engines.principato.state import Principality, State, Stock
from tests.principato.positions import (
    after,
    bare,
    cubes,
    legal,
    legal_of,
    now,
    own,
    play,
    position,
    realm,
    refusal,
    started,
    told,
    units,
    with_public,
)
from tests.principato.scorings import random_game


def _short_of_economy(left: int, *cards: str, **facts: Any) -> State:
    """Return a state with this many tiles left for palazzi and banks together, and as many for fields and farms."""
    return position(bare(*cards, **facts), bare(palazzi=40 - left - 1, fields=40 - left - 1))


def _offers(state: State) -> set[tuple[int, int]]:
    return {(each.card, each.offer) for each in legal_of(state, BuildTiles)}


@pytest.mark.parametrize("name", ["fields_farms", "palazzi_banks", "catapults", "units", "food", "money", "favour"])
def test_pools_are_conserved(name: str) -> None:
    """P-15.1, U-5: the check detects a tile or cube too many or too few in the supply."""
    state = started(2)
    for wrong in (-1, 1):
        supply = replace(state.public.supply, **{name: getattr(state.public.supply, name) + wrong})
        with pytest.raises(BrokenState):
            ENGINE.check(with_public(state, supply=supply))


@pytest.mark.parametrize("name", ["monuments", "books", "paintings"])
def test_culture_is_conserved(name: str) -> None:
    """P-15.1: culture tiles are conserved separately for each kind and value."""
    state = started(2)
    first, second, *rest = getattr(state.public.supply, name)
    stocks = (Stock(first.points, first.tiles - 1), Stock(second.points, second.tiles + 1), *rest)
    with pytest.raises(BrokenState):
        ENGINE.check(with_public(state, supply=replace(state.public.supply, **{name: stocks})))


@pytest.mark.parametrize(
    "facts", [{"food": 3}, {"money": 3}, {"favour": 4, "banks": 2}, {"militia": units(1, 1, 1)}, {"condottieri": units(0, 1)}]
)
def test_capacities_are_checked(facts: dict[str, Any]) -> None:
    """P-2.1 to P-2.5, P-15.1: the check refuses more cubes than farms, banks, church and units can store."""
    with pytest.raises(BrokenState):
        position(bare(**facts))


def test_military_points_are_unlimited() -> None:
    """P-15.1: military points are unlimited and do not come from the supply."""
    assert own(position(bare(points=500), year=2)).points == 500


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_conserved_in_whole_games(seats: int) -> None:
    """P-15.1, P-15.7, P-16: the pools are checked after every step."""
    for _, _, _, step in random_game(seats, 3):
        ENGINE.check(step.state)


@pytest.mark.parametrize(("left", "gained"), [(0, 0), (1, 1), (2, 2), (5, 3)])
def test_gains_are_cut(left: int, gained: int) -> None:
    """P-15.2, E-45: a gain is limited first by the supply, then by the stores. Missing cubes are not replaced."""
    state = position(bare("harvest", "build_bank", fields=3, farms=3), bare(farms=22, food=39 - left))
    assert state.public.supply.food == left
    step = play(state, 0, CollectCubes(0, cubes(food=3), take=0))
    (event,) = told(step, CubesCollected)
    assert own(step.state).food == gained
    assert (event.gained, event.short, event.lapsed) == (cubes(gained), cubes(3 - gained), cubes())
    assert step.state.public.supply.food == left - gained


def test_the_cut_comes_before_the_stores() -> None:
    """P-15.2, P-2.11: the supply has only two of three cubes. One fits the farm, one goes onto a unit, and none lapses."""
    state = position(bare("harvest", "build_bank", fields=3, food=1, militia=2), bare(farms=18, food=36))
    assert state.public.supply.food == 2
    assert {each.onto.food for each in legal_of(state, CollectCubes)} == {1, 2}
    (event,) = told(play(state, 0, CollectCubes(0, cubes(food=3), onto=cubes(1), take=0)), CubesCollected)
    assert (event.gained, event.short, event.lapsed) == (cubes(2), cubes(1), cubes())


def test_choice_is_not_made_up() -> None:
    """P-15.2: any division of the gain can be named. Missing food is not replaced by money."""
    state = position(bare("tax_collector", "build_bank", farms=2), bare(farms=20, food=39))
    assert state.public.supply.food == 0
    assert {each.gain for each in legal_of(state, CollectCubes)} == {cubes(2), cubes(1, 1), cubes(0, 2)}
    for gain, money in ((cubes(2), 0), (cubes(1, 1), 1), (cubes(0, 2), 2)):
        mine = own(after(state, 0, CollectCubes(0, gain, take=0)))
        assert (mine.food, mine.money) == (0, money)


def test_short_money() -> None:
    """E-45, P-15.2: a gain of money is limited by the supply like a gain of food."""
    state = position(bare("tribute_money", "build_bank", banks=2), bare(banks=19, money=38))
    (event,) = told(play(state, 0, CollectCubes(0, cubes(money=3), take=0)), CubesCollected)
    assert (event.gained, event.short) == (cubes(money=1), cubes(money=2))


def test_no_half_purchases() -> None:
    """P-15.3, T-15, U-5: with one tile left only the single offer can be used. With none the card cannot be activated."""
    state = _short_of_economy(1, "build_bank", "harvest", food=2, favour=3)
    assert state.public.supply.palazzi_banks == 1
    assert _offers(state) == {(0, 0)}
    refusal(state, 0, BuildTiles(0, 1, cubes(2, 0, 1)))
    assert _offers(_short_of_economy(2, "build_bank", "harvest", food=2, favour=3)) == {(0, 0), (0, 1)}
    none_left = _short_of_economy(0, "build_bank", "build_palazzo", food=2, favour=3)
    assert _offers(none_left) == set()
    assert refusal(none_left, 0, BuildTiles(0, 0, cubes(1))).rule == "P-15.3"


def test_one_pool_for_both_sides() -> None:
    """E-42, P-15.1, T-15: fields and farms share a pool. If it is empty, neither card can be activated.

    A single tile can become either.
    """
    assert _offers(_short_of_economy(0, "build_farm", "buy_field", money=2, favour=3)) == set()
    one = _short_of_economy(1, "build_farm", "buy_field", money=2, favour=3)
    assert _offers(one) == {(0, 0), (1, 0)}
    assert _offers(after(one, 0, BuildTiles(0, 0, cubes(0, 1)))) == set()


def test_culture_sold_out() -> None:
    """P-15.4, E-44: if no culture tile of the card's kind is left, the card cannot be activated."""
    sold = (4,) * 5 + (3,) * 5 + (2,) * 5
    state = position(bare("carve_monument", "write_book", food=2, money=2, favour=3), bare(monuments=sold))
    assert {each.card for each in legal_of(state, CreateCulture)} == {1}
    assert refusal(state, 0, CreateCulture(0, 0, cubes(1, 2), 2)).rule == "P-15.4"


def test_catapults_run_out() -> None:
    """E-44, P-15.3: with one catapult left the offer for two is refused."""
    state = position(bare("build_catapult_y12", "harvest", food=4, money=2, farms=2), bare(catapults=18))
    assert _offers(state) == {(0, 0)}
    refusal(state, 0, BuildTiles(0, 1, cubes(3, 2)))


def test_units_run_out() -> None:
    """P-15.5, E-43: recruiting is limited to the remaining units of both kinds together.

    If none are left, recruiting gives none.
    """
    state = position(bare("hire_condottieri", "muster_militia"), bare(militia=20, condottieri=14))
    assert {each.count for each in legal_of(state, RecruitUnits)} == {0, 1, 2, 3}
    refusal(state, 0, RecruitUnits(0, 4, take=0))
    empty = after(state, 0, RecruitUnits(0, 3, take=0))
    assert {each.count for each in legal_of(empty, RecruitUnits)} == {0}
    assert own(after(empty, 0, RecruitUnits(1, 0, take=1))).militia == units(0)


def test_paid_cubes_are_back_at_once() -> None:
    """P-15.6, E-10: the second action can gain cubes that the first action paid."""
    state = position(bare("build_bank", "tithe_food", food=2), bare(farms=19, food=37))
    assert state.public.supply.food == 0
    state = after(state, 0, BuildTiles(0, 0, cubes(1)), CollectCubes(1, cubes(food=3), take=0))
    assert (own(state).food, state.public.supply.food) == (2, 0)


def test_nobody_else_claims() -> None:
    """P-15.7: only one player has a decision in a turn, so no other player can take pieces from the supply."""
    state = position(realm(), realm(), realm())
    assert now(state) == [(0, "turn")]


def test_favour_is_counted_everywhere() -> None:
    """P-15.1, E-10: there are twelve favour cubes in churches, on units and in the supply together."""
    state = position(realm(militia=1), realm(favour=3, militia=units(2, favour=1), condottieri=units(1, favour=1)))
    assert state.public.supply.favour == 12 - 1 - 5
    taken = after(state, 0, TakeFavour("militia"))
    assert taken.public.supply.favour == 5
    mine: Principality = own(taken)
    assert (mine.favour, mine.militia) == (1, units(1, favour=1))
    assert legal(taken)
