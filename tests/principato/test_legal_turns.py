"""Legal actions of a turn, and the reasons against activating a card, compared with a second implementation of the rules."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from engines.contract import IllegalAction
from engines.principato import ENGINE, effects
from engines.principato.actions import (
    BuildTiles,
    CollectCubes,
    CreateCulture,
    Cubes,
    EndTurn,
    ExchangeCard,
    RecruitUnits,
    StationCubes,
    TakeFavour,
)
from engines.principato.content import Build, Collect, CollectAny, CollectPerTile, Create, Price, Recruit
from engines.principato.state import AskTurn, Principality, State
from tests.principato.positions import CONTENT, bare, cubes, legal, own, position, realm, units
from tests.principato.scorings import random_game

POOLS = {"field": "fields_farms", "farm": "fields_farms", "palazzo": "palazzi_banks", "bank": "palazzi_banks"}
PLURAL = {"field": "fields", "palazzo": "palazzi"}


def _pays(mine: Principality, price: Price) -> list[Cubes]:
    """Return the payments that P-13.19 allows, computed directly from its wording."""
    every = ((food, money) for food in range(price.food + 1) for money in range(price.money + 1))
    found = [cubes(food, money, price.food + price.money - food - money) for food, money in every]
    return [pay for pay in found if pay.food <= mine.food and pay.money <= mine.money and pay.favour <= mine.favour]


def _sent(gain: int, left: int, room: int, empty: int) -> range:
    """Return the possible numbers of gained cubes to put straight onto units: P-2.11 after P-15.2."""
    come = min(gain, left)
    return range(min(empty, max(0, come - room)), min(empty, come) + 1)


def _gains(mine: Principality, effect: Any) -> list[Cubes]:
    match effect:
        case CollectAny(total):
            return [cubes(food, total - food) for food in range(total + 1)]
        case CollectPerTile(cube, tile):
            return [Cubes(**{cube: getattr(mine, PLURAL[tile])})]
    return [Cubes(**{effect.cube: effect.count})]


def _effects(state: State, seat: int, place: int) -> Iterator[Any]:
    """Yield the activations of a hand card, without the card taken in exchange."""
    mine, supply = own(state, seat), state.public.supply
    match effect := CONTENT.card(mine.cards[place]).effect:
        case Recruit():
            yield from (RecruitUnits(place, count) for count in range(supply.units + 1))
        case Build(tile, offers):
            left = getattr(supply, POOLS.get(tile, "catapults"))
            for number, offer in enumerate(offers):
                if offer.tiles <= left:
                    yield from (BuildTiles(place, number, pay) for pay in _pays(mine, offer.price))
        case Create(kind, offers):
            pays = {pay: number for number, offer in reversed(list(enumerate(offers))) for pay in _pays(mine, offer.price)}
            for stock, (pay, number) in product(supply.culture(kind), pays.items()):
                if stock.tiles:
                    yield CreateCulture(place, number, pay, stock.points)
        case CollectAny() | CollectPerTile() | Collect():
            for gain in _gains(mine, effect):
                food = _sent(gain.food, supply.food, 2 * mine.farms - mine.food, mine.militia.empty)
                money = _sent(gain.money, supply.money, 2 * mine.banks - mine.money, mine.condottieri.empty)
                yield from (CollectCubes(place, gain, cubes(*onto)) for onto in product(food, money))


def _turns(state: State) -> set[Any]:
    """Return all legal actions in a turn [P-2.12, P-4.2, P-5]."""
    task = state.public.task
    assert isinstance(task, AskTurn)
    mine, found = own(state, task.seat), {EndTurn()}
    for cube, unit, men in (
        ("food", "militia", mine.militia),
        ("favour", "militia", mine.militia),
        ("money", "condottiere", mine.condottieri),
        ("favour", "condottiere", mine.condottieri),
    ):
        found |= {StationCubes(cube, unit, count) for count in range(1, min(getattr(mine, cube), men.empty) + 1)}
    if task.done == 2:
        return found
    slots = range(CONTENT.for_seats(len(state.hands)).display)
    found |= {ExchangeCard(place, slot) for place, slot in product((0, 1), slots)}
    if state.public.supply.favour:
        rooms = {"church": 3 - mine.favour, "militia": mine.militia.empty, "condottiere": mine.condottieri.empty}
        found |= {TakeFavour(to) for to, room in rooms.items() if room}
    for place, card in enumerate(mine.cards):
        takes = slots if CONTENT.card(card).exchange else (None,)
        for action, slot in product(_effects(state, task.seat, place), takes):
            found.add(type(action)(**{name: getattr(action, name) for name in action.__struct_fields__} | {"take": slot}))
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_lists_of_whole_games(seats: int) -> None:
    """P-2.11, P-2.12, P-4.2, P-5.1 to P-5.11, P-13.19, P-15.2 to P-15.5: lists are complete and have no repetitions."""
    turns = 0
    for number in range(2):
        for state, seat, _, _ in random_game(seats, number):
            if isinstance(state.public.task, AskTurn):
                listed = legal(state, seat)
                assert len(listed) == len(set(listed))
                assert set(listed) == _turns(state)
                turns += 1
    assert turns > 150


def _spellings(state: State) -> Iterator[Any]:
    """Yield many well-formed actions, legal and illegal."""
    few, takes = range(4), (None, 0, 4, 5)
    pays = [cubes(*each) for each in product(few, few, few)]
    sent = [cubes(*each) for each in product(range(3), range(3), range(2))]
    for place in (0, 1):
        yield from (BuildTiles(place, *each) for each in product(few, pays, takes))
        yield from (CreateCulture(place, *each) for each in product(range(3), pays, (0, 2, 5), (None, 0)))
        yield from (RecruitUnits(place, *each) for each in product((0, 1, 30, 37), takes))
        yield from (CollectCubes(place, *each) for each in product(sent, sent, (None, 0, 5)))
        yield from (ExchangeCard(place, slot) for slot in range(7))
    yield from map(TakeFavour, ("church", "militia", "condottiere"))
    yield from (StationCubes(*each) for each in product(("food", "money", "favour"), ("militia", "condottiere"), range(1, 5)))
    yield EndTurn()


def _accepted(state: State, action: Any) -> bool:
    try:
        ENGINE.apply(state, 0, action)
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize(
    "mine",
    [
        realm("tax_collector", "build_catapult_y12", militia=1, condottieri=units(2, 1), food=2, money=2, favour=2),
        realm("harvest", "carve_monument", fields=2, militia=1, favour=3, food=2, money=2),
        bare("muster_militia", "build_bank", food=3, farms=2, favour=1, militia=3),
        bare("collect_rent", "write_book", palazzi=2, food=2, favour=3, condottieri=1),
    ],
)
@pytest.mark.parametrize("done", [0, 2])
def test_accepted_is_what_is_listed(mine: Principality, done: int) -> None:
    """P-5.1 to P-5.5, P-5.14: no action outside the list is accepted."""
    state = position(mine, bare(militia=5), done=done, year=2)
    listed = set(legal(state))
    tried = set(_spellings(state)) | listed
    assert {action for action in tried if _accepted(state, action)} == listed


def _reason(state: State, seat: int, card: str) -> str | None:
    """Return the reason why a card cannot be activated, or None [P-5.2, P-15.3, P-15.4]."""
    mine, supply = own(state, seat), state.public.supply
    match CONTENT.card(card).effect:
        case Build(tile, offers):
            prices = [offer.price for offer in offers if offer.tiles <= getattr(supply, POOLS.get(tile, "catapults"))]
            none = effects.NO_TILES_LEFT
        case Create(kind, offers):
            prices = [offer.price for offer in offers if sum(stock.tiles for stock in supply.culture(kind))]
            none = effects.NONE_LEFT
        case _:
            return None
    if not prices:
        return none
    return None if any(_pays(mine, price) for price in prices) else effects.CANNOT_PAY


SOLD = {"monuments": (4, 3, 2) * 5, "books": (5, 4, 3) * 5, "paintings": (7, 6, 5) * 5}


@pytest.mark.parametrize(
    ("mine", "other"),
    [
        *(
            ({"food": food, "money": money, "favour": favour}, {})
            for food in (0, 1, 2)
            for money in (0, 1)
            for favour in (0, 1, 3)
        ),
        (
            {"food": 5, "farms": 3, "money": 5, "banks": 3},
            {name: tuple(sorted(all_, reverse=True)) for name, all_ in SOLD.items()},
        ),
        ({"food": 2, "money": 2, "favour": 3}, {"palazzi": 39, "fields": 39, "catapults": 19}),
        ({"food": 2, "money": 2, "favour": 3}, {"palazzi": 38, "fields": 38, "catapults": 18}),
        ({"food": 0, "money": 0, "favour": 0}, {"palazzi": 38, "fields": 38, "catapults": 18}),
    ],
)
def test_what_stands_in_the_way(mine: dict[str, int], other: dict[str, Any]) -> None:
    """P-5.2, P-15.3, P-15.4, E-20: a card has no listed activation exactly if there is a reason, and the reason is correct."""
    state = position(bare(**mine), bare(**other))
    for card in CONTENT.cards:
        reason = effects.obstacle(state.public, 0, card.id)
        assert reason == _reason(state, 0, card.id)
        ways = effects.effect_activations(CONTENT, state.public, 0, 0, card.effect)
        assert (reason is None) == any(True for _ in ways)
