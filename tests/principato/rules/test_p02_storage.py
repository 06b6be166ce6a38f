"""Section P-2: storing cubes, and placing gained ones."""

import pytest

from engines.contract import NotPending
from engines.principato.actions import BuildTiles, CollectCubes, Cubes, RecruitUnits, StationCubes, TakeFavour
from engines.principato.content import Cube, Unit
from engines.principato.events import CubesCollected, CubesStationed
from tests.principato.positions import after, bare, cubes, legal_of, own, play, position, realm, refusal, station, told, units


def _gains(state, card: int = 0, seat: int = 0) -> set[Cubes]:
    """Return the possible numbers of gained cubes to put straight onto units."""
    return {each.onto for each in legal_of(state, CollectCubes, seat) if each.card == card}


def _collected(step) -> CubesCollected:
    (event,) = told(step, CubesCollected)
    return event


@pytest.mark.parametrize(("card", "cube", "homes"), [("tithe_food", "food", "farms"), ("tribute_money", "money", "banks")])
def test_farms_and_banks_hold_two(card: str, cube: Cube, homes: str) -> None:
    """P-2.1, P-2.2, P-2.7, P-2.8, E-1: each farm and bank stores two cubes. Surplus cubes stay in the supply."""
    state = position(bare(card, "build_bank", **{homes: 2, cube: 2}))
    step = play(state, 0, CollectCubes(0, Cubes(**{cube: 3}), take=0))
    assert getattr(own(step.state), cube) == 4
    assert getattr(step.state.public.supply, cube) == getattr(state.public.supply, cube) - 2
    assert (_collected(step).gained, _collected(step).lapsed) == (Cubes(**{cube: 2}), Cubes(**{cube: 1}))


def test_the_church_holds_three() -> None:
    """P-2.3, E-1: the church stores three favour and has no room for a fourth."""
    state = after(position(realm(favour=2)), 0, TakeFavour("church"))
    assert own(state).favour == 3
    refusal(state, 0, TakeFavour("church"))


@pytest.mark.parametrize(
    ("cube", "unit", "kind"),
    [
        ("food", "militia", "militia"),
        ("favour", "militia", "militia"),
        ("money", "condottiere", "condottieri"),
        ("favour", "condottiere", "condottieri"),
    ],
)
def test_units_hold_one(cube: Cube, unit: Unit, kind: str) -> None:
    """P-2.4, P-2.5, P-2.12, E-1: a unit takes one fitting cube.

    Moving the cube there from farm, bank or church costs no action.
    """
    state = position(bare(condottieri=1, militia=1, **{cube: 2}))
    step = play(state, 0, station(cube, unit))
    assert told(step, CubesStationed) == [CubesStationed(0, cube, unit, 1)]
    moved = step.state
    fed = getattr(own(moved), kind)
    assert (fed.fed, fed.empty, getattr(own(moved), cube)) == (1, 0, 1)
    assert (fed.favour == 1) == (cube == "favour")
    assert moved.public.task.done == state.public.task.done
    refusal(moved, 0, station(cube, unit))
    refusal(state, 0, station(cube, unit, 2))


@pytest.mark.parametrize(("cube", "unit"), [("food", "condottiere"), ("money", "militia")])
def test_wrong_cubes_on_units(cube: Cube, unit: Unit) -> None:
    """E-6, P-2.4, P-2.5: food does not fit a condottiere, and money does not fit militia."""
    refusal(position(realm(condottieri=2, militia=2)), 0, station(cube, unit))


def test_a_second_cube_on_a_unit() -> None:
    """E-6, P-2.6: a unit with a cube takes no second cube, and a catapult or field takes no cube."""
    state = position(realm(militia=units(1, proper=1), condottieri=units(1, favour=1), catapults=3, favour=3, food=2))
    assert not legal_of(state, StationCubes)
    refusal(state, 0, station("favour", "militia"))
    refusal(state, 0, station("favour", "condottiere"))
    refusal(state, 0, TakeFavour("militia"))


def test_capacity_counts_tiles_not_places() -> None:
    """P-2.7: three farms store six food however it is divided among them. P-2.6: fields store none."""
    state = position(bare("harvest", "tithe_food", fields=4, farms=3, food=1))
    state = after(state, 0, CollectCubes(0, cubes(food=4), take=0), CollectCubes(1, cubes(food=3), take=1))
    assert own(state).food == 6


def test_losing_cubes_is_no_reason_to_refuse() -> None:
    """P-2.9, E-22, P-5.12: even without room for its cubes a card can be activated, and it is exchanged."""
    state = position(realm("harvest", "build_bank", food=2, fields=5), display=("build_farm", "collect_rent"))
    step = play(state, 0, CollectCubes(0, cubes(food=5), take=1))
    assert own(step.state).food == 2
    assert step.state.public.supply == state.public.supply
    assert own(step.state).cards == ("collect_rent", "build_bank")
    assert _collected(step).lapsed == cubes(food=5)


def test_new_cubes_straight_onto_units() -> None:
    """P-2.10, P-2.11, U-2: if there is room for both gained cubes, none, one or two may go onto empty militia."""
    state = position(bare("harvest", "build_bank", fields=2, militia=3))
    assert _gains(state) == {cubes(0), cubes(1), cubes(2)}
    state = after(state, 0, CollectCubes(0, cubes(food=2), onto=cubes(food=2), take=0))
    assert (own(state).food, own(state).militia) == (0, units(3, proper=2))


def test_new_money_onto_condottieri_only() -> None:
    """P-2.10, E-6: gained money never goes onto militia, and food never onto condottieri."""
    state = position(bare("tax_collector", "build_bank", militia=1))
    assert _gains(state) == {cubes(0), cubes(food=1)}
    state = position(bare("collect_rent", "build_bank", palazzi=2, militia=2, condottieri=1))
    assert _gains(state) == {cubes(0), cubes(money=1)}
    refusal(state, 0, CollectCubes(0, cubes(money=2), onto=cubes(food=1), take=0))


@pytest.mark.parametrize(
    ("stored", "empty", "gain", "choices"),
    [(0, 0, 3, {0}), (0, 1, 3, {1}), (0, 2, 3, {1, 2}), (2, 2, 3, {2}), (1, 4, 3, {2, 3}), (0, 5, 1, {0, 1}), (2, 1, 0, {0})],
)
def test_what_fits_must_be_placed(stored: int, empty: int, gain: int, choices: set[int]) -> None:
    """P-2.11: a cube lapses only if farms and fitting empty units are full."""
    state = position(bare("harvest", "build_bank", fields=gain, food=stored, militia=empty))
    assert _gains(state) == {cubes(food=each) for each in choices}
    for onto in range(gain + 2):
        action = CollectCubes(0, cubes(food=gain), onto=cubes(food=onto), take=0)
        if onto not in choices:
            refusal(state, 0, action)
            continue
        realm_after = own(after(state, 0, action))
        placed = min(gain, 2 - stored + empty)
        assert realm_after.food + realm_after.militia.fed == stored + placed
        assert realm_after.militia.fed == onto


def test_each_kind_is_placed_by_itself() -> None:
    """P-2.11: if a gain has both kinds, the numbers of food and money put onto units are chosen independently."""
    state = position(bare("tax_collector", "build_bank", militia=1, condottieri=1))
    mixed = {each.onto for each in legal_of(state, CollectCubes) if each.gain == cubes(1, 1)}
    assert mixed == {cubes(food, money) for food in (0, 1) for money in (0, 1)}


def test_storage_example() -> None:
    """T-5, E-4: an example with three fields and one farm, before and after food is moved to a unit."""
    harvest = CollectCubes(0, cubes(food=3), take=0)
    onto_one = CollectCubes(0, cubes(food=3), onto=cubes(food=1), take=0)
    state = position(bare("harvest", "build_bank", fields=3, food=1))
    step = play(state, 0, harvest)
    assert (own(step.state).food, _collected(step).lapsed) == (2, cubes(food=2))
    assert step.state.public.supply.food == state.public.supply.food - 1
    with_unit = position(bare("harvest", "build_bank", fields=3, food=1, militia=1))
    moved = play(with_unit, 0, station("food", "militia"), harvest)
    straight = play(with_unit, 0, onto_one)
    assert own(moved.state) == own(straight.state)
    assert (own(moved.state).food, own(moved.state).militia.fed) == (2, 1)
    assert _collected(moved).lapsed == _collected(straight).lapsed == cubes(food=1)
    empty = play(position(bare("harvest", "build_bank", fields=3, militia=1)), 0, onto_one)
    assert (own(empty.state).food, own(empty.state).militia.fed, _collected(empty).lapsed) == (2, 1, cubes())


def test_money_in_all_places() -> None:
    """P-2.11, P-2.8, T-5: of four money, one goes into the bank, one onto a condottiere, and two lapse."""
    state = position(bare("collect_rent", "build_bank", palazzi=4, money=1, condottieri=1))
    step = play(state, 0, CollectCubes(0, cubes(money=4), onto=cubes(money=1), take=0))
    event = _collected(step)
    assert (own(step.state).money, own(step.state).condottieri) == (2, units(1, proper=1))
    assert (event.gained, event.onto, event.lapsed) == (cubes(money=2), cubes(money=1), cubes(money=2))
    assert step.state.public.supply.money == state.public.supply.money - 2


def test_moving_first_makes_room() -> None:
    """E-4: moving money onto a condottiere makes room for rents, and moving favour onto a unit makes room for favour."""
    state = position(bare("collect_rent", "build_bank", palazzi=1, money=2, condottieri=1, favour=3, militia=1))
    state = after(state, 0, station("money", "condottiere"), CollectCubes(0, cubes(money=1), take=0))
    assert (own(state).money, own(state).condottieri) == (2, units(1, proper=1))
    state = after(state, 0, station("favour", "militia"), TakeFavour("church"))
    assert (own(state).favour, own(state).militia) == (3, units(1, favour=1))


def test_building_first_makes_room() -> None:
    """E-2, P-2.7: a new farm stores cubes straight away, so building before harvesting gains more food."""
    state = position(bare("build_farm", "harvest", fields=3, money=1))
    build, harvest = BuildTiles(0, 0, cubes(money=1)), CollectCubes(1, cubes(food=3), take=0)
    assert own(after(state, 0, build, harvest)).food == 3
    assert own(after(state, 0, harvest, build)).food == 2


def test_spending_first_makes_room() -> None:
    """E-3: paying a bank with food makes room in the farm for the harvest."""
    state = position(bare("build_bank", "harvest", fields=1, food=2))
    build, harvest = BuildTiles(0, 0, cubes(food=1)), CollectCubes(1, cubes(food=1), take=0)
    assert own(after(state, 0, build, harvest)).food == 2
    assert own(after(state, 0, harvest, build)).food == 1


def test_cubes_on_units_stay() -> None:
    """P-2.13, E-5, T-6: a cube on a unit cannot pay for anything and cannot be moved again."""
    state = position(bare("build_bank", "build_farm", food=1, money=1, favour=1, militia=2, condottieri=1))
    state = after(state, 0, station("food", "militia"), station("favour", "militia"), station("money", "condottiere"))
    assert not legal_of(state, BuildTiles)
    assert not legal_of(state, StationCubes)
    for pay in (cubes(food=1), cubes(favour=1)):
        refusal(state, 0, BuildTiles(0, 0, pay))


@pytest.mark.parametrize("done", [0, 1, 2])
def test_moves_cost_no_action(done: int) -> None:
    """P-2.12, P-2.14, P-4.2: cubes can be moved before, between and after the two actions."""
    state = position(bare(food=2, militia=2), done=done)
    moved = after(state, 0, station("food", "militia"), station("food", "militia"))
    assert own(moved).militia.fed == 2
    assert moved.public.task.done == state.public.task.done


def test_no_moves_in_the_turn_of_others() -> None:
    """P-2.14, U-4: cubes can be moved only in the player's own turn."""
    state = position(realm(), realm(militia=1))
    with pytest.raises(NotPending):
        play(state, 1, station("food", "militia"))


def test_favour_is_no_gain() -> None:
    """P-2.16: a gain of cubes contains no favour."""
    state = position(bare("tax_collector", "harvest"))
    for gain in (cubes(favour=2), cubes(food=1, favour=1)):
        refusal(state, 0, CollectCubes(0, gain, take=0))
    refusal(state, 0, CollectCubes(1, cubes(favour=1), take=0))


def test_favour_is_food_or_money() -> None:
    """P-2.15: in the same payment one favour may replace food and another may replace money."""
    state = position(bare("build_catapult_y12", "harvest", favour=2))
    state = after(state, 0, BuildTiles(0, 0, cubes(favour=2)))
    assert (own(state).catapults, own(state).favour) == (1, 0)


def test_paid_cubes_go_to_the_supply() -> None:
    """P-2.17, E-10, P-15.6: paid cubes return straight away, favour included."""
    state = position(bare("build_catapult_y12", "harvest", food=2, money=2, favour=3))
    supply = state.public.supply
    paid = after(state, 0, BuildTiles(0, 1, cubes(2, 1, 2))).public.supply
    assert (paid.food, paid.money, paid.favour) == (supply.food + 2, supply.money + 1, supply.favour + 2)


def test_favour_onto_a_named_unit() -> None:
    """E-9, P-5.10, P-2.11: with a full church, favour taken goes onto an empty unit of the named kind."""
    state = position(realm(favour=3, militia=1, condottieri=1))
    assert {each.to for each in legal_of(state, TakeFavour)} == {"militia", "condottiere"}
    for to, kind in (("militia", "militia"), ("condottiere", "condottieri")):
        assert getattr(own(after(state, 0, TakeFavour(to))), kind) == units(1, favour=1)
    free = position(realm(favour=2, militia=1))
    assert {each.to for each in legal_of(free, TakeFavour)} == {"church", "militia"}


def test_favour_runs_out() -> None:
    """E-10: four full churches empty the supply of favour, and so do fewer churches with favour on units.

    Spent favour returns straight away.
    """
    churches = position(realm(favour=3), realm(favour=3), realm(favour=3), bare("build_bank", "harvest", favour=3), seat=3)
    assert churches.public.supply.favour == 0
    state = after(churches, 3, BuildTiles(0, 0, cubes(favour=1)))
    assert [each.to for each in legal_of(state, TakeFavour, 3)] == ["church"]
    hoard = position(realm("build_bank", "harvest", favour=1), realm(favour=3, militia=units(8, favour=8)))
    assert hoard.public.supply.favour == 0
    refusal(hoard, 0, TakeFavour("church"))
    refilled = after(hoard, 0, BuildTiles(0, 0, cubes(favour=1)))
    assert own(after(refilled, 0, TakeFavour("church"))).favour == 1


def test_recruits_arrive_empty_and_take_cubes_at_once() -> None:
    """P-13.20, P-4.4, P-2.12: units recruited by the first action can receive cubes in the same turn."""
    state = after(position(realm("muster_militia", "harvest", food=2)), 0, RecruitUnits(0, 2, take=0))
    assert own(state).militia == units(2)
    assert own(after(state, 0, station("food", "militia", 2))).militia == units(2, proper=2)
