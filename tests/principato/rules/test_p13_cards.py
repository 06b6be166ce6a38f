"""Section P-13: effects of the action cards, and payments for them."""

import pytest

from engines.principato.actions import BuildTiles, CollectCubes, CreateCulture, RecruitUnits
from engines.principato.events import CultureCreated, TilesBuilt, UnitsRecruited
from engines.principato.state import Principality
from tests.principato.positions import (
    CONTENT,
    END,
    after,
    bare,
    cubes,
    legal,
    legal_of,
    own,
    play,
    position,
    realm,
    refusal,
    told,
    units,
)

RICH = {"farms": 3, "banks": 3, "food": 6, "money": 6}


def _pays(state, offer: int | None = None, card: int = 0) -> set[tuple[int, int, int]]:
    """Return the payments listed for a hand card, for all its offers or for the given offer."""
    found = (*legal_of(state, BuildTiles), *legal_of(state, CreateCulture))
    mine = [each for each in found if each.card == card and offer in (None, each.offer)]
    return {(each.pay.food, each.pay.money, each.pay.favour) for each in mine}


@pytest.mark.parametrize(
    ("rule", "card", "one", "two", "name"),
    [
        ("P-13.2", "build_bank", (1, 0), (3, 0), "banks"),
        ("P-13.3", "build_farm", (0, 1), (0, 3), "farms"),
        ("P-13.4", "build_catapult_y12", (1, 1), (3, 2), "catapults"),
        ("P-13.5", "build_catapult_y3", (1, 0), (2, 1), "catapults"),
        ("P-13.6", "build_palazzo", (1, 0), (3, 0), "palazzi"),
        ("P-13.9", "buy_field", (0, 1), (0, 3), "fields"),
    ],
)
def test_tiles(rule: str, card: str, one: tuple[int, int], two: tuple[int, int], name: str) -> None:
    """P-13.2 to P-13.6, P-13.9, P-5.3: the first price buys one tile, the second price two."""
    before = bare(card, "harvest", **RICH)
    state = position(before)
    for offer, price in enumerate((one, two)):
        assert _pays(state, offer) == {(*price, 0)}, rule
        step = play(state, 0, BuildTiles(0, offer, cubes(*price)))
        mine = own(step.state)
        assert getattr(mine, name) == getattr(before, name) + offer + 1
        assert (mine.food, mine.money, mine.cards) == (6 - price[0], 6 - price[1], (card, "harvest"))
        (event,) = told(step, TilesBuilt)
        assert (event.card, event.count, event.paid) == (card, offer + 1, cubes(*price))
        stock = {"banks": "palazzi_banks", "palazzi": "palazzi_banks", "catapults": "catapults"}.get(name, "fields_farms")
        assert getattr(step.state.public.supply, stock) == getattr(state.public.supply, stock) - offer - 1


@pytest.mark.parametrize(
    ("rule", "card", "prices", "best", "name"),
    [
        ("P-13.7", "carve_monument", [(1, 2), (2, 1)], 4, "monuments"),
        ("P-13.10", "paint_painting", [(0, 5)], 7, "paintings"),
        ("P-13.13", "write_book", [(4, 0)], 5, "books"),
    ],
)
def test_culture(rule: str, card: str, prices: list[tuple[int, int]], best: int, name: str) -> None:
    """P-13.7, P-13.10, P-13.13: each of the card's prices buys one tile of the named value."""
    state = position(bare(card, "harvest", **RICH))
    assert _pays(state) == {(*price, 0) for price in prices}, rule
    for offer, price in enumerate(prices):
        step = play(state, 0, CreateCulture(0, offer, cubes(*price), best))
        assert getattr(own(step.state), name) == (best,)
        assert [(event.points, event.paid) for event in told(step, CultureCreated)] == [(best, cubes(*price))]
        assert [stock.tiles for stock in getattr(step.state.public.supply, name)] == [4, 5, 5]


@pytest.mark.parametrize(
    ("rule", "card", "gain"),
    [
        ("P-13.8", "harvest", cubes(food=4)),
        ("P-13.11", "collect_rent", cubes(money=2)),
        ("P-13.15", "tribute_money", cubes(money=3)),
        ("P-13.16", "tithe_food", cubes(food=3)),
    ],
)
def test_gains(rule: str, card: str, gain) -> None:
    """P-13.8, P-13.11, P-13.15, P-13.16: a card gives food for each field, money for each palazzo, or three cubes."""
    state = position(bare(card, "build_bank", fields=4, palazzi=2, farms=3, banks=3))
    assert {each.gain for each in legal_of(state, CollectCubes)} == {gain}, rule
    mine = own(after(state, 0, CollectCubes(0, gain, take=0)))
    assert (mine.food, mine.money, mine.favour) == (gain.food, gain.money, 0)


def test_two_of_choice() -> None:
    """P-13.14: the gain is exactly two cubes: two food, two money, or one of each."""
    state = position(bare("tax_collector", "build_bank"))
    assert {each.gain for each in legal_of(state, CollectCubes)} == {cubes(2), cubes(1, 1), cubes(0, 2)}
    for gain in (cubes(2), cubes(1, 1), cubes(0, 2)):
        mine = own(after(state, 0, CollectCubes(0, gain, take=0)))
        assert (mine.food, mine.money) == (gain.food, gain.money)
    for gain in (cubes(1), cubes(3), cubes(2, 1), cubes(0, 1)):
        refusal(state, 0, CollectCubes(0, gain, take=0))


@pytest.mark.parametrize(
    ("rule", "card", "name"), [("P-13.1", "hire_condottieri", "condottieri"), ("P-13.12", "muster_militia", "militia")]
)
def test_recruiting(rule: str, card: str, name: str) -> None:
    """P-13.1, P-13.12, P-13.20, E-21, U-3: recruiting is free for any number of units, from none to all 37.

    Units come without cubes.
    """
    state = position(realm(card, "build_bank"))
    assert {each.count for each in legal_of(state, RecruitUnits)} == set(range(38)), rule
    for count in (0, 1, 37):
        step = play(state, 0, RecruitUnits(0, count, take=0))
        mine = own(step.state)
        assert getattr(mine, name) == units(count)
        assert (mine.food, mine.money, mine.favour) == (1, 1, 1)
        assert step.state.public.supply.units == 37 - count
        assert [event.count for event in told(step, UnitsRecruited)] == [count]
    refusal(state, 0, RecruitUnits(0, 38, take=0))


def test_no_upkeep_before_the_scoring() -> None:
    """E-21: units cost nothing between scorings."""
    state = after(position(bare("muster_militia", "build_bank")), 0, RecruitUnits(0, 9, take=0), END)
    state = after(state, 1, END)
    assert (own(state).militia, own(state).points) == (units(9), 0)


def test_catapult_prices_are_those_of_the_card() -> None:
    """P-13.17, E-23, U-1: a catapult card of deck 2 keeps its printed price in year 3."""
    state = position(bare("build_catapult_y12", "build_catapult_y3", **RICH), year=3)
    assert state.public.year == 3
    assert [_pays(state, offer, 0) for offer in (0, 1)] == [{(1, 1, 0)}, {(3, 2, 0)}]
    assert [_pays(state, offer, 1) for offer in (0, 1)] == [{(1, 0, 0)}, {(2, 1, 0)}]


@pytest.mark.parametrize(
    ("sold", "left"), [((), {4, 3, 2}), ((4,) * 5, {3, 2}), ((3,) * 5, {4, 2}), ((4,) * 5 + (3,) * 5 + (2,) * 4, {2})]
)
def test_any_value_left(sold: tuple[int, ...], left: set[int]) -> None:
    """P-13.18, E-24, U-14: a tile of any remaining value can be bought, not only the highest."""
    state = position(bare("carve_monument", "harvest", food=2, money=2), bare(monuments=sold), year=2)
    assert {each.points for each in legal_of(state, CreateCulture)} == left
    for points in (2, 3, 4, 5, 7):
        action = CreateCulture(0, 0, cubes(1, 2), points)
        if points in left:
            assert own(after(state, 0, action)).monuments == (points,)
        else:
            refusal(state, 0, action)


def test_values_run_down_by_kind() -> None:
    """E-24: buying a tile of one kind does not change the supply of other kinds."""
    state = position(bare("carve_monument", "write_book", **RICH), bare(monuments=(4,) * 5))
    state = after(state, 0, CreateCulture(0, 0, cubes(1, 2), 3))
    assert {each.points for each in legal_of(state, CreateCulture)} == {3, 2, 5, 4}
    assert {each.points for each in legal_of(state, CreateCulture) if each.card == 1} == {5, 4, 3}


def test_own_culture_lies_by_value() -> None:
    """P-13.18, P-3.6: a player's culture tiles keep their printed points and are sorted from the highest."""
    state = position(bare("write_book", "harvest", food=4, farms=2, books=(4,)), year=2)
    assert own(after(state, 0, CreateCulture(0, 0, cubes(4), 5))).books == (5, 4)
    assert own(after(state, 0, CreateCulture(0, 0, cubes(4), 3))).books == (4, 3)


def test_payments_of_a_monument() -> None:
    """T-6, P-13.19, E-7: the price is three cubes, of which at most two are food and at most two money.

    Favour replaces any of them. Each payment is listed once.
    """
    state = position(bare("carve_monument", "harvest", food=2, money=2, favour=3))
    mixes = {(1, 2, 0), (2, 1, 0), (1, 1, 1), (2, 0, 1), (0, 2, 1), (1, 0, 2), (0, 1, 2), (0, 0, 3)}
    assert _pays(state) == mixes
    best = [each for each in legal_of(state, CreateCulture) if each.points == 4]
    assert len(best) == len(mixes)


def test_payments_of_a_painting() -> None:
    """T-6, P-13.19: a player with a full church may pay up to three of five cubes with favour."""
    state = position(bare("paint_painting", "harvest", money=5, banks=3, favour=3))
    assert _pays(state) == {(0, 5, 0), (0, 4, 1), (0, 3, 2), (0, 2, 3)}


def test_payment_of_two_banks() -> None:
    """T-6, P-2.15: one food and two favour pay for two banks. Money and favour on a unit cannot be used."""
    assert _pays(position(bare("build_bank", "harvest", food=1, favour=2)), 1) == {(1, 0, 2)}
    poor = bare("build_bank", "harvest", food=1, favour=1, money=9, banks=5, militia=units(2, favour=2))
    state = position(poor)
    assert _pays(state, 1) == set()
    for pay in (cubes(1, 1, 1), cubes(1, 0, 2), cubes(1, 0, 1), cubes(3)):
        refusal(state, 0, BuildTiles(0, 1, pay))


def test_the_player_decides_how_much_favour() -> None:
    """E-7, P-13.19: the player chooses the number of favour cubes, even with enough food and money."""
    state = position(bare("build_bank", "harvest", food=4, farms=2, favour=3))
    assert _pays(state, 0) == {(1, 0, 0), (0, 0, 1)}
    assert _pays(state, 1) == {(3, 0, 0), (2, 0, 1), (1, 0, 2), (0, 0, 3)}
    mine = own(after(state, 0, BuildTiles(0, 1, cubes(1, 0, 2))))
    assert (mine.food, mine.favour, mine.banks) == (3, 1, 3)


@pytest.mark.parametrize("cube", ["proper", "favour"])
def test_favour_on_a_unit_counts_as_its_cube(cube: str) -> None:
    """E-8, P-2.15: militia or a condottiere with favour counts as supplied and adds one."""
    fed = units(1, **{cube: 1})
    state = position(bare(militia=fed, condottieri=fed), pile=())
    assert after(state, 0, END).public.scorings[-1].strengths == (2, 0)


@pytest.mark.parametrize(
    ("food", "money", "offers"), [(3, 2, {0, 1}), (3, 1, {0}), (2, 2, {0}), (1, 1, {0}), (1, 0, set()), (0, 1, set())]
)
def test_each_option_by_itself(food: int, money: int, offers: set[int]) -> None:
    """E-20, P-5.2: a player who cannot pay the higher price may still use the lower.

    Without either the card cannot be activated.
    """
    state = position(bare("build_catapult_y12", "harvest", farms=2, food=food, money=money))
    assert {each.offer for each in legal_of(state, BuildTiles)} == offers


def test_others_are_never_touched() -> None:
    """P-13.21: no activation takes anything from another player or gives them anything."""
    for names in zip([card.id for card in CONTENT.cards], reversed([card.id for card in CONTENT.cards]), strict=True):
        if names[0] == names[1]:
            continue
        state = position(realm(*names, farms=3, banks=3, food=5, money=5, favour=3), realm(militia=2, condottieri=2), year=3)
        other: Principality = own(state, 1)
        every = [action for action in legal(state) if action != END]
        assert every
        assert all(own(after(state, 0, action), 1) == other for action in every[:: max(1, len(every) // 40)])
