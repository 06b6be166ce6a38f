"""Facets for finding finished games, and the openings of seats."""

from typing import Any

import pytest

from engines.principato import ENGINE
from engines.principato.actions import (
    BuildTiles,
    CollectCubes,
    CreateCulture,
    EndTurn,
    ExchangeCard,
    RecruitUnits,
    TakeFavour,
)
from engines.principato.facets import pairs
from engines.principato.state import Principality, Public
from tests.principato.positions import bare, cubes, position, replace, station, with_public


def _ended(*realms: Principality, goals: tuple[tuple[str, str], ...]) -> Public:
    return replace(position(*realms, year=3, pile=()).public, agenda=(), goals=goals)


def _facets(public: Public) -> dict[str, int | str]:
    return {facet.name: facet.value for facet in ENGINE.facets(ENGINE.Options(), public, ())}


def test_the_best_seat_counts() -> None:
    """P-8.7, P-12: points and pairs are the highest of any seat. Goals that scored are counted over all seats."""
    soldier = bare(points=9, catapults=2)
    artist = bare(points=4, monuments=(4, 4), books=(5, 5, 5), paintings=(7,))
    public = _ended(soldier, artist, goals=(("armoury", "chapel"), ("bulwark", "town_hall")))
    assert _facets(public) == {"first": 0, "feeding": "in_order", "military": 9, "pairs": 2, "goals": 3, "goal_points": 6}


def test_a_goal_that_brought_nothing_is_not_counted() -> None:
    """P-12: a goal that scores no points is not counted. The test tries four goals."""
    public = _ended(bare(points=3), bare(), goals=(("bulwark", "villa"), ("armoury", "palace")))
    found = _facets(public)
    assert (found["military"], found["goals"], found["goal_points"]) == (3, 0, 0)


def test_goals_that_stay_closed_are_not_counted() -> None:
    """P-14.1: goals that are not revealed, as in a conceded game, are not counted."""
    found = _facets(position(bare(points=8), bare(points=2), year=3).public)
    assert (found["military"], found["goals"], found["goal_points"]) == (8, 0, 0)


def test_how_scorings_are_fed() -> None:
    """P-8.3: the facet names the table's option for supply."""
    assert _facets(with_public(position(), feeding="sealed").public)["feeding"] == "sealed"


@pytest.mark.parametrize(
    ("monuments", "books", "paintings", "count"), [(3, 0, 0, 0), (2, 1, 0, 1), (1, 2, 3, 2), (4, 0, 3, 3), (2, 2, 2, 2)]
)
def test_pairs_are_of_two_kinds(monuments: int, books: int, paintings: int, count: int) -> None:
    """P-12.5, P-12.7, P-12.8: one tile of each of the two kinds makes a pair."""
    assert pairs(bare(monuments=(3,) * monuments, books=(4,) * books, paintings=(7,) * paintings)) == count


BUILD, HARVEST, RENT = BuildTiles(0, 0, cubes()), CollectCubes(0, cubes(food=2)), CollectCubes(1, cubes(money=3))


@pytest.mark.parametrize(
    ("actions", "code"),
    [
        ((BUILD, HARVEST, RENT), "build.food"),
        ((RENT, TakeFavour("church")), "money.favour"),
        ((CollectCubes(0, cubes(food=1, money=2)), RecruitUnits(1, 2)), "cubes.recruit"),
        ((CreateCulture(0, 0, cubes(), 4), ExchangeCard(1, 2)), "create.exchange"),
        ((station("food", "militia"), HARVEST, station("food", "militia"), BUILD), "food.build"),
        ((HARVEST, EndTurn(), BUILD), "food"),
        ((EndTurn(), BUILD), "pass"),
        ((), ""),
    ],
)
def test_a_seat_begins_with_the_actions_of_its_first_turn(actions: tuple[Any, ...], code: str) -> None:
    """P-4.2, P-4.3, P-2.12: moving stored cubes is no action, so it is not part of the opening.

    Events after the first turn are ignored.
    """
    played = [(1, BUILD), *((0, action) for action in actions), (1, RENT)]
    assert ENGINE.opening(played, 0) == code
