"""Refusals of turns that break a rule: one code and one rule for each."""

from typing import Any

import pytest

from engines.principato.actions import BuildTiles, CollectCubes, CreateCulture, ExchangeCard, RecruitUnits, TakeFavour
from engines.principato.state import Principality
from tests.principato.positions import bare, cubes, position, realm, refusal, station, units

BANK = realm("build_bank", "harvest", food=2, money=2, favour=3)
HARVEST = bare("harvest", "build_bank", fields=3, food=1, militia=1)
RENTS = bare("collect_rent", "build_bank", palazzi=3, money=1, condottieri=1)
SCULPTOR = realm("carve_monument", "muster_militia", food=2, money=2, favour=3)
WALL = realm(food=2, money=2, favour=3, militia=units(2, 1), condottieri=units(1, 0, 1))
FULL = realm("harvest", "build_bank", favour=3, militia=units(1, 0, 1))

REFUSED = [
    (BANK, BuildTiles(1, 0, cubes(1), take=0), "other_effect", "P-5.1"),
    (BANK, BuildTiles(0, 2, cubes(1)), "no_such_offer", "P-5.3"),
    (BANK, BuildTiles(0, 0, cubes(2)), "wrong_payment", "P-13.19"),
    (BANK, BuildTiles(0, 0, cubes(money=1)), "wrong_payment", "P-13.19"),
    (BANK, BuildTiles(0, 0, cubes(0, 0, 2)), "wrong_payment", "P-13.19"),
    (BANK, BuildTiles(0, 1, cubes(3)), "cannot_pay", "P-5.2"),
    (bare("build_farm", "harvest", banks=2, money=2), BuildTiles(0, 1, cubes(0, 3)), "cannot_pay", "P-5.2"),
    (bare("build_farm", "harvest", favour=2), BuildTiles(0, 1, cubes(0, 0, 3)), "cannot_pay", "P-5.2"),
    (BANK, BuildTiles(0, 0, cubes(1), take=0), "may_not_take", "P-5.5"),
    (BANK, CollectCubes(1, cubes(1)), "must_take", "P-5.4"),
    (BANK, CollectCubes(1, cubes(1), take=5), "no_such_slot", "P-5.14"),
    (BANK, ExchangeCard(0, 5), "no_such_slot", "P-5.14"),
    (SCULPTOR, CreateCulture(0, 0, cubes(1, 2), 5), "no_such_value", "P-13.18"),
    (SCULPTOR, CreateCulture(0, 2, cubes(1, 2), 4), "no_such_offer", "P-5.3"),
    (SCULPTOR, CreateCulture(0, 1, cubes(1, 1, 1), 4), "other_offer", "P-13.19"),
    (SCULPTOR, CreateCulture(0, 1, cubes(1, 2), 4), "wrong_payment", "P-13.19"),
    (SCULPTOR, RecruitUnits(1, 38, take=0), "too_many", "P-15.5"),
    (HARVEST, CollectCubes(0, cubes(2), take=0), "wrong_gain", "P-13.8"),
    (RENTS, CollectCubes(0, cubes(money=2), take=0), "wrong_gain", "P-13.11"),
    (realm("tax_collector", "harvest"), CollectCubes(0, cubes(3), take=0), "wrong_gain", "P-13.14"),
    (HARVEST, CollectCubes(0, cubes(3), take=0), "must_place", "P-2.11"),
    (HARVEST, CollectCubes(0, cubes(3), onto=cubes(2), take=0), "unit_full", "P-2.4"),
    (HARVEST, CollectCubes(0, cubes(3), onto=cubes(4), take=0), "not_gained", "P-15.2"),
    (HARVEST, CollectCubes(0, cubes(3), onto=cubes(1, 0, 1), take=0), "not_gained", "P-2.16"),
    (RENTS, CollectCubes(0, cubes(money=3), take=0), "must_place", "P-2.11"),
    (RENTS, CollectCubes(0, cubes(money=3), onto=cubes(money=2), take=0), "unit_full", "P-2.5"),
    (WALL, TakeFavour("church"), "church_full", "P-2.3"),
    (WALL, TakeFavour("condottiere"), "unit_full", "P-2.5"),
    (realm(militia=units(1, 1)), TakeFavour("militia"), "unit_full", "P-2.4"),
    (WALL, station("food", "condottiere"), "does_not_fit", "P-2.5"),
    (WALL, station("money", "militia"), "does_not_fit", "P-2.4"),
    (WALL, station("food", "militia", 2), "unit_full", "P-2.4"),
    (bare(food=1, militia=3), station("food", "militia", 2), "not_enough", "P-2.12"),
]


@pytest.mark.parametrize(("mine", "action", "code", "rule"), REFUSED)
def test_refusals(mine: Principality, action: Any, code: str, rule: str) -> None:
    """P-2, P-5, P-13, P-15: each refusal has its code and rule."""
    error = refusal(position(mine, year=2), 0, action)
    assert (error.code, error.rule) == (code, rule)


@pytest.mark.parametrize(
    ("other", "action", "code", "rule"),
    [
        ({"palazzi": 37}, BuildTiles(0, 1, cubes(2, 0, 1)), "no_tiles_left", "P-15.3"),
        ({"monuments": (4, 4, 4, 4, 4)}, CreateCulture(1, 0, cubes(1, 2), 4), "no_such_value", "P-13.18"),
        ({"monuments": (4,) * 5 + (3,) * 5 + (2,) * 5}, CreateCulture(1, 0, cubes(1, 2), 4), "none_left", "P-15.4"),
        ({"favour": 3, "militia": units(6, 0, 6)}, TakeFavour("church"), "no_favour_left", "P-5.11"),
    ],
)
def test_refusals_of_an_empty_supply(other: dict[str, Any], action: Any, code: str, rule: str) -> None:
    """P-5.11, P-13.18, P-15.3, P-15.4: if the supply of a piece is empty, the refusal says so."""
    mine = realm("build_bank", "carve_monument", food=2, money=2, favour=3, palazzi=2)
    error = refusal(position(mine, bare(**other), year=2), 0, action)
    assert (error.code, error.rule) == (code, rule)


def test_nothing_left_to_do() -> None:
    """P-4.2, P-5.11: a third action is refused, and so is taking favour without room for it."""
    error = refusal(position(BANK, done=2), 0, ExchangeCard(0, 0))
    assert (error.code, error.rule) == ("no_actions_left", "P-4.2")
    assert refusal(position(FULL), 0, TakeFavour("church")).rule == "P-5.11"
