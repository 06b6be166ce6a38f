"""Section P-8, steps 2 to 4: strength, points by rank, and the cubes that go back."""

import pytest

from engines.principato import ENGINE
from engines.principato.actions import Cubes, FeedUnits
from engines.principato.events import CubesCleared, StrengthCompared
from engines.principato.state import Principality
from tests.principato.positions import after, bare, own, supply, told, units
from tests.principato.scorings import before_extra, ended, of_strength, scored, scoring, settled, through


@pytest.mark.parametrize(
    ("realm", "strength"),
    [
        pytest.param(bare(catapults=2, militia=units(3, 2)), 3, id="T-1, the example"),
        pytest.param(bare(), 0, id="T-1, nothing"),
        pytest.param(bare(condottieri=4), -4, id="T-1, none paid"),
        pytest.param(bare(militia=units(3, 1), condottieri=units(2, 0, 1)), -1, id="T-1, one favour"),
        pytest.param(bare(catapults=1), 1, id="a catapult"),
        pytest.param(bare(militia=units(1, 1)), 1, id="militia with food"),
        pytest.param(bare(militia=units(1, 0, 1)), 1, id="E-8, militia with favour"),
        pytest.param(bare(catapults=9, militia=units(8, 8)), 17, id="P-1.3, beyond the spaces of the wall"),
        pytest.param(bare(militia=1), -1, id="militia without"),
        pytest.param(bare(condottieri=units(1, 1)), 1, id="condottiere with money"),
        pytest.param(bare(condottieri=units(1, 0, 1)), 1, id="E-8, condottiere with favour"),
        pytest.param(bare(condottieri=1), -1, id="condottiere without"),
        pytest.param(bare(fields=5, farms=2, palazzi=3, banks=4, monuments=(4,), paintings=(7, 7)), 0, id="no military tiles"),
    ],
)
def test_strength(realm: Principality, strength: int) -> None:
    """T-1, P-8.6: a catapult or a supplied unit adds one, an unsupplied unit subtracts one. The sum can be negative."""
    assert scored(realm, bare()).strengths == (strength, 0)


def test_stored_cubes_do_not_feed_by_themselves() -> None:
    """P-8.6: only a cube on the unit counts."""
    assert scored(bare(militia=2, food=2, favour=3), bare()).strengths == (-2, 0)


def test_unfed_units_are_remembered() -> None:
    """P-8.6, section 7.2: the result lists condottieri and militia that had no cube when strength was counted."""
    realm = bare(militia=units(3, 1), condottieri=units(4, 1, 1))
    assert scored(realm, bare(catapults=2)).unfed == ((2, 2), (0, 0))


RANKS = [
    ((5, 5, 3, 2), (6, 6, 2, 0)),
    ((4, 4, 4, 1), (5, 5, 5, 0)),
    ((6, 2, 2, 2), (7, 2, 2, 2)),
    ((0, 0, 0, 0), (4, 4, 4, 4)),
    ((3, 3, -1, -1), (6, 6, 1, 1)),
    ((5, 3, 3, 1), (7, 3, 3, 0)),
    ((5, 4, 1, 1), (7, 4, 1, 1)),
    ((4, 3, 2, 1), (7, 4, 2, 0)),
    ((2, 2, 0), (5, 5, 0)),
    ((2, 1, 1), (6, 2, 2)),
    ((0, 0, 0), (3, 3, 3)),
    ((-1, -1, -3), (5, 5, 0)),
    ((3, 2, 1), (6, 3, 0)),
    ((1, 1), (3, 3)),
    ((0, -2), (5, 0)),
    ((2, 1), (5, 0)),
]


@pytest.mark.parametrize(("strengths", "points"), RANKS)
@pytest.mark.parametrize("turned_by", [0, 1, -1])
def test_points_by_rank(strengths: tuple[int, ...], points: tuple[int, ...], turned_by: int) -> None:
    """T-2, P-8.7, P-8.8, E-37: tied players each get the average points of their ranks, rounded up."""
    strengths, points = (each[turned_by:] + each[:turned_by] for each in (strengths, points))
    result = scored(*map(of_strength, strengths))
    assert (result.strengths, result.points) == (strengths, points)


@pytest.mark.parametrize(("strengths", "points"), [((0, 0), (3, 3)), ((-1, -1), (3, 3)), ((-1, -2), (5, 0)), ((0, -1), (5, 0))])
def test_rank_alone_earns_points(strengths: tuple[int, ...], points: tuple[int, ...]) -> None:
    """P-8.9, U-13: points depend on rank alone, so even a strength of zero or below earns points."""
    assert scored(*map(of_strength, strengths)).points == points


def test_points_are_kept() -> None:
    """P-8.10, U-8: military points are public and add up. No scoring reduces them."""
    state = before_extra(bare(points=6, condottieri=1), bare(points=2, catapults=1))
    step = through(state)
    assert [realm.points for realm in step.state.public.realms] == [6, 7]
    assert told(step, StrengthCompared) == [StrengthCompared(2, (-1, 1), (0, 5))]
    assert [each.to for each in step.events if isinstance(each.event, StrengthCompared)] == [None]


def test_cubes_on_units_go_to_the_supply() -> None:
    """P-8.11, E-38: all cubes on units return to the supply, favour included. Cubes in farms, banks and churches stay."""
    realms = (
        bare(militia=units(3, 2, 1), condottieri=units(2, 1), food=2, money=1, favour=1),
        bare(condottieri=units(3, 1, 1), militia=units(1, 0, 1), food=1, money=2),
    )
    state = before_extra(*realms)
    step = through(state)
    for before, now in zip(realms, step.state.public.realms, strict=True):
        assert (now.militia, now.condottieri) == (units(before.militia.count), units(before.condottieri.count))
        assert (now.food, now.money, now.favour) == (before.food, before.money, before.favour)
    now, before = step.state.public.supply, state.public.supply
    assert (now.food - before.food, now.money - before.money, now.favour - before.favour) == (2, 2, 3)
    assert told(step, CubesCleared) == [CubesCleared(Cubes(2, 2, 3))]


def test_food_fed_is_gone_after_the_scoring() -> None:
    """T-1, P-8.11: both food cubes of the example return to the supply before militia are given back."""
    state = scoring(bare(catapults=2, militia=3, food=2), bare())
    done = after(state, 0, FeedUnits(food=2))
    assert done.public.scorings[-1].strengths == (3, 0)
    assert done.public.supply.food == state.public.supply.food + 2
    assert own(done).food == 0


def test_nobody_pays_for_unfed_units_otherwise() -> None:
    """E-40: an unsupplied unit is not lost, and the only penalty is in strength.

    A unit that is kept needs supply again in the next scoring.
    """
    state = through(before_extra(bare(militia=2), bare(), rest=())).state
    assert [each.strengths for each in state.public.scorings[-2:]] == [(-2, 0), (-2, 0)]
    assert own(state).militia == units(2)
    assert own(state).points == 0


def test_nothing_else_changes() -> None:
    """P-8.10, P-8.11: a scoring does not change economy tiles, catapults, books, or cubes in the stores."""
    realms = (bare(catapults=1, farms=2, books=(5,), food=2), bare(palazzi=3, money=1))
    done = settled(ended(before_extra(*realms)).state).state
    ENGINE.check(done)
    for before, now in zip(realms, done.public.realms, strict=True):
        assert (now.fields, now.farms, now.palazzi, now.banks) == (before.fields, before.farms, before.palazzi, before.banks)
        assert (now.catapults, now.books, now.food, now.money) == (before.catapults, before.books, before.food, before.money)
    assert done.public.supply == supply(done.public.realms)
