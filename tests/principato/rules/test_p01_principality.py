"""Section P-1: principalities and their tiles."""

from collections import Counter

import pytest

from engines.contract import encode
from engines.principato.actions import BuildTiles, CollectCubes, CreateCulture, EndTurn, RecruitUnits, ReleaseUnits
from engines.principato.content import KINDS
from engines.principato.events import UnitsReleased
from engines.principato.state import Principality
from tests.principato.positions import CONTENT, END, after, bare, cubes, legal_of, own, play, position, realm, started, told
from tests.principato.scorings import random_game


def test_areas() -> None:
    """P-1.1: there are five areas. P-1.3: the data contains their spaces for drawing."""
    spaces = CONTENT.spaces
    assert all((spaces.environs, spaces.city_wall, spaces.city_centre, spaces.palace, spaces.church))


@pytest.mark.parametrize(
    ("card", "action", "gained"),
    [
        ("buy_field", BuildTiles(0, 0, cubes(money=1)), {"fields": 2, "money": 1}),
        ("build_farm", BuildTiles(0, 0, cubes(money=1)), {"farms": 2, "money": 1}),
        ("build_palazzo", BuildTiles(0, 0, cubes(food=1)), {"palazzi": 2, "food": 1}),
        ("build_bank", BuildTiles(0, 0, cubes(food=1)), {"banks": 2, "food": 1}),
        ("build_catapult_y12", BuildTiles(0, 0, cubes(food=1, money=1)), {"catapults": 1, "food": 1, "money": 1}),
        ("carve_monument", CreateCulture(0, 0, cubes(1, 2), 4), {"monuments": (4,), "food": 1, "money": 0}),
        ("write_book", CreateCulture(0, 0, cubes(2, 0, 2), 5), {"books": (5,), "food": 0, "favour": 1}),
        ("paint_painting", CreateCulture(0, 0, cubes(0, 2, 3), 7), {"paintings": (7,), "money": 0, "favour": 0}),
    ],
)
def test_each_tile_joins_its_kind(card: str, action: BuildTiles | CreateCulture, gained: dict[str, object]) -> None:
    """P-1.2: a bought tile is added to its kind. Only that and the paid cubes change."""
    before = realm(card, "harvest", food=2, money=2, favour=3)
    state = after(position(before), 0, action)
    facts = {name: getattr(own(state), name) for name in Principality.__struct_fields__}
    assert facts == {name: getattr(before, name) for name in Principality.__struct_fields__} | gained


@pytest.mark.parametrize(("card", "unit"), [("hire_condottieri", "condottieri"), ("muster_militia", "militia")])
def test_units_stand_on_the_wall(card: str, unit: str) -> None:
    """P-1.2: recruited units join the units of their kind."""
    state = after(position(realm(card, "harvest")), 0, RecruitUnits(0, 2, take=0))
    assert getattr(own(state), unit).count == 2
    assert own(state).military_tiles == 2


def test_no_limit_of_spaces() -> None:
    """P-1.3: tiles beyond the printed spaces count fully."""
    assert CONTENT.spaces.environs < 8 + 5
    state = position(bare("buy_field", "harvest", fields=8, farms=5, money=1))
    state = after(state, 0, BuildTiles(0, 0, cubes(money=1)), CollectCubes(1, cubes(food=9), take=0))
    assert (own(state).fields, own(state).food) == (9, 9)


def test_tiles_keep_their_side_but_share_a_pool() -> None:
    """P-1.4, E-39: a condottiere given back may be recruited as militia."""
    state = position(bare("muster_militia", "harvest", condottieri=1), bare(militia=36), seat=1, pile=())
    state = after(state, 1, END)
    assert state.public.supply.units == 0
    state = after(state, 0, ReleaseUnits(condottieri=1))
    state = after(state, 1, ReleaseUnits())
    assert state.public.supply.units == 1
    assert [action.count for action in legal_of(state, RecruitUnits)[:1]] == [0]
    assert {action.count for action in legal_of(state, RecruitUnits)} == {0, 1}
    state = after(state, 0, RecruitUnits(0, 1, take=0))
    assert (own(state).condottieri.count, own(state).militia.count) == (0, 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tiles_never_leave(seats: int) -> None:
    """P-1.5: in a whole game, units that are given back are the only tiles to leave a principality. Catapults never leave."""
    given_back = 0
    for state, _, _, step in random_game(seats, 1):
        released = told(step, UnitsReleased)
        given_back += sum(each.released.condottieri + each.released.militia for each in released)
        for seat, (old, new) in enumerate(zip(state.public.realms, step.state.public.realms, strict=True)):
            for name in ("fields", "farms", "palazzi", "banks", "catapults", "points"):
                assert getattr(new, name) >= getattr(old, name)
            assert all(not Counter(old.culture(kind)) - Counter(new.culture(kind)) for kind in KINDS)
            mine = [each.released for each in released if each.seat == seat]
            assert new.condottieri.count >= old.condottieri.count - sum(each.condottieri for each in mine)
            assert new.militia.count >= old.militia.count - sum(each.militia for each in mine)
    assert given_back


def test_everything_but_goals_is_public() -> None:
    """P-1.6, U-8: military points and the events of a turn are public. The public state names no player's goals."""
    state = position(realm("harvest", "build_bank", points=7, militia=2), realm(points=3), year=2)
    assert [each.points for each in state.public.realms] == [7, 3]
    step = play(state, 0, CollectCubes(0, cubes(food=1), take=1), EndTurn())
    assert all(each.to is None for each in step.events)
    game = started(4)
    hidden = {goal for hand in game.hands for goal in hand.goals}
    assert not [goal for goal in hidden if f'"{goal}"'.encode() in encode(game.public)]
