"""Section P-12: goals."""

from typing import Any

import pytest

from engines.principato import ENGINE
from tests.principato.positions import CONTENT, bare, position, replace, units


def worth(goal: str, **facts: Any) -> int:
    """Return the points of a goal for a principality.

    The seat's second goal scores nothing.
    """
    own = bare(**facts)
    pair = (goal, "villa") if CONTENT.goal(goal).stack == 1 else ("armoury", goal)
    public = position(own, bare(), year=3, pile=()).public
    outcome = ENGINE.outcome(replace(public, agenda=(), goals=(pair, ("bulwark", "town_hall"))))
    assert outcome is not None
    return outcome.scores[0] - own.points - sum(own.monuments + own.books + own.paintings)


def culture(monuments: int = 0, books: int = 0, paintings: int = 0) -> dict[str, tuple[int, ...]]:
    """Return this many culture tiles of each kind, all of the highest value."""
    return {"monuments": (4,) * monuments, "books": (5,) * books, "paintings": (7,) * paintings}


@pytest.mark.parametrize(
    ("goal", "monuments", "books", "paintings", "points"),
    [
        ("chapel", 3, 0, 2, 5),
        ("chapel", 5, 0, 5, 8),
        ("palace", 4, 2, 5, 10),
        ("palace", 5, 5, 5, 15),
        ("palace", 3, 0, 3, 0),
        ("villa", 0, 3, 4, 9),
        ("villa", 0, 5, 5, 9),
        ("town_hall", 1, 1, 0, 2),
    ],
)
def test_examples(goal: str, monuments: int, books: int, paintings: int, points: int) -> None:
    """T-12, P-12.5, P-12.6, P-12.7, P-12.8: the goals score as in the examples."""
    assert worth(goal, **culture(monuments, books, paintings)) == points


@pytest.mark.parametrize(("points", "value"), [(0, 0), (3, 0), (4, 1), (7, 1), (8, 2), (15, 3), (16, 4), (41, 10)])
def test_bulwark(points: int, value: int) -> None:
    """P-12.1, T-12: Bulwark scores one point for every full four military points, without a limit."""
    assert worth("bulwark", points=points) == value


def test_bulwark_counts_military_points_only() -> None:
    """P-12.9, E-47: Bulwark ignores points of culture."""
    assert worth("bulwark", points=3, **culture(5, 0, 5)) == 0


TILES_BEYOND = [(4, 5, 3), (3, 3, 0), (1, 1, 0), (7, 1, 2), (1, 7, 2), (6, 1, 1), (20, 9, 23), (0, 6, 0)]


@pytest.mark.parametrize(("first", "second", "value"), TILES_BEYOND)
def test_fertile_land_and_town_charter(first: int, second: int, value: int) -> None:
    """P-12.2, P-12.3, T-12: each tile beyond six scores a point, never below zero, without a limit.

    Other economy tiles do not count.
    """
    assert worth("fertile_land", fields=first, farms=second) == value
    assert worth("town_charter", palazzi=first, banks=second) == value
    assert worth("fertile_land", fields=1, farms=1, palazzi=first, banks=second) == 0
    assert worth("town_charter", palazzi=1, banks=1, fields=first, farms=second) == 0


@pytest.mark.parametrize("catapults", [0, 1, 4, 19])
def test_armoury(catapults: int) -> None:
    """P-12.4, T-12: each catapult scores one point, without a limit. Other military tiles do not count."""
    assert worth("armoury", catapults=catapults, militia=units(2), condottieri=units(1)) == catapults


KINDS = {"chapel": (1, 0, 1), "palace": (1, 1, 1), "town_hall": (1, 1, 0), "villa": (0, 1, 1)}
STEPS = {"chapel": (0, 2, 5, 8), "palace": (0, 5, 10, 15), "town_hall": (0, 2, 5, 8), "villa": (0, 2, 5, 9)}


@pytest.mark.parametrize("goal", KINDS)
@pytest.mark.parametrize("sets", range(6))
def test_pairs_and_sets(goal: str, sets: int) -> None:
    """P-12.5, P-12.6, P-12.7, P-12.8, E-46: complete sets score. The third set of Villa brings the score to 9.

    A fourth adds nothing [P-12.9].
    """
    needed = KINDS[goal]
    assert worth(goal, **culture(*(sets * each for each in needed))) == STEPS[goal][min(3, sets)]


@pytest.mark.parametrize("goal", KINDS)
def test_the_scarcest_kind_counts(goal: str) -> None:
    """P-12.5, P-12.6, P-12.7, P-12.8: the scarcest required kind determines the number of sets. Other kinds do not matter."""
    for place, needed in enumerate(KINDS[goal]):
        short = [5, 5, 5]
        short[place] = 1
        assert worth(goal, **culture(*short)) == STEPS[goal][1 if needed else 3]
        short[place] = 0
        assert worth(goal, **culture(*short)) == STEPS[goal][0 if needed else 3]


@pytest.mark.parametrize("goal", KINDS)
def test_values_do_not_matter(goal: str) -> None:
    """P-12.9: cheap tiles complete sets as well as expensive tiles do."""
    cheap = {"monuments": (2, 2), "books": (3, 3), "paintings": (5, 5)}
    assert worth(goal, **cheap) == worth(goal, **culture(2, 2, 2)) == STEPS[goal][2]


def test_everybody_has_their_own_goals_counted() -> None:
    """P-11.2, P-12.1 to P-12.8: both goals of each seat are scored on that seat's own tiles."""
    realms = (bare(catapults=2, fields=9), bare(catapults=3, monuments=(4,), books=(4,), paintings=(7,)))
    public = position(*realms, year=3, pile=()).public
    goals = (("fertile_land", "chapel"), ("armoury", "palace"))
    outcome = ENGINE.outcome(replace(public, agenda=(), goals=goals))
    assert outcome is not None
    assert outcome.scores == (4, 4 + 7 + 4 + 3 + 5)
