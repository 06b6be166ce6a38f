"""A sketched turn of a seat: the effects of each action on its principality, the general supply and the display.

It includes sensible actions only: proper cubes before favour, the most valuable culture tile, few units at a time, cubes on
units only if the stores are full.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from msgspec.structs import replace

from engines.principato import effects, storage
from engines.principato.actions import (
    BuildTiles,
    CollectCubes,
    CreateCulture,
    Cubes,
    ExchangeCard,
    RecruitUnits,
    TakeFavour,
)
from engines.principato.content import (
    Build,
    Collect,
    CollectAny,
    CollectPerTile,
    Content,
    Create,
    Effect,
    Kind,
    Price,
    Recruit,
    Tile,
    Unit,
)
from engines.principato.state import (
    CULTURE_FIELD,
    POOL_FIELD,
    TILE_FIELD,
    UNIT_FIELD,
    Principality,
    Stock,
    Supply,
    Units,
)

MOST_RECRUITS = 6
"""Maximum units considered per card."""

type Action = BuildTiles | CollectCubes | CreateCulture | ExchangeCard | RecruitUnits | TakeFavour


class Sketch(NamedTuple):
    """Position of a seat during its turn."""

    realm: Principality
    supply: Supply
    display: tuple[str, ...]


class Idea(NamedTuple):
    """An action without the card it takes, and its effects.

    ``gives`` is the place in hand of the card that it exchanges; None without an exchange.
    """

    action: Action
    realm: Principality
    supply: Supply
    gives: int | None


def ideas(facts: Content, sketch: Sketch) -> Iterator[Idea]:
    """Yield every sensible action; the exchange of a card in hand is listed once for all slots."""
    for place, name in enumerate(sketch.realm.cards):
        if place == 0 or name != sketch.realm.cards[0]:
            card = facts.card(name)
            gives = place if card.exchange else None
            for action, realm, supply in _activations(facts, sketch, place, card.effect):
                yield Idea(action, realm, supply, gives)
            yield Idea(ExchangeCard(place, 0), sketch.realm, sketch.supply, place)
    yield from _favour(facts, sketch)


def taking(idea: Idea, display: tuple[str, ...], slot: int) -> Sketch:
    """Return the sketch after an idea, which swaps its given card for the card in that slot."""
    if idea.gives is None:
        return Sketch(idea.realm, idea.supply, display)
    cards = idea.realm.cards
    hand = (display[slot], cards[1]) if idea.gives == 0 else (cards[0], display[slot])
    new_display = (*display[:slot], cards[idea.gives], *display[slot + 1 :])
    return Sketch(replace(idea.realm, cards=hand), idea.supply, new_display)


def with_take(idea: Idea, slot: int) -> Action:
    """Return the action of an idea with the card it takes."""
    return idea.action if idea.gives is None else replace(idea.action, take=slot)


def with_tiles(realm: Principality, tile: Tile, count: int) -> Principality:
    """Return the principality with more tiles of a kind."""
    name = TILE_FIELD[tile]
    return replace(realm, **{name: getattr(realm, name) + count})


def with_culture(realm: Principality, kind: Kind, points: int) -> Principality:
    """Return the principality with another culture tile."""
    return replace(realm, **{CULTURE_FIELD[kind]: tuple(sorted((*realm.culture(kind), points), reverse=True))})


def with_units(realm: Principality, unit: Unit, count: int) -> Principality:
    """Return the principality with more or fewer empty units of a kind."""
    name, units = UNIT_FIELD[unit], realm.units(unit)
    return replace(realm, **{name: Units(units.count + count, units.proper, units.favour)})


type _Done = tuple[Action, Principality, Supply]


def _activations(facts: Content, sketch: Sketch, place: int, effect: Effect) -> Iterator[_Done]:
    match effect:
        case Build():
            return _builds(sketch, place, effect)
        case Create():
            return _creates(sketch, place, effect)
        case Recruit(unit):
            return _recruits(sketch, place, unit)
        case Collect() | CollectAny() | CollectPerTile():
            return _collects(facts, sketch, place, effect)


def _builds(sketch: Sketch, place: int, effect: Build) -> Iterator[_Done]:
    realm, supply, pool = sketch.realm, sketch.supply, POOL_FIELD[effect.tile]
    tiles_left = getattr(supply, pool)
    for index, offer in enumerate(effect.offers):
        if offer.tiles <= tiles_left and effects.can_pay(realm, offer.price):
            pay = _payment(realm, offer.price)
            realm_after = with_tiles(_without(realm, pay), effect.tile, offer.tiles)
            yield BuildTiles(place, index, pay), realm_after, replace(_paid(supply, pay), **{pool: tiles_left - offer.tiles})


def _creates(sketch: Sketch, place: int, effect: Create) -> Iterator[_Done]:
    realm, supply, name = sketch.realm, sketch.supply, CULTURE_FIELD[effect.kind]
    points = best_points(supply, effect.kind)
    if points is None:
        return
    payable = [offer.price for offer in effect.offers if effects.can_pay(realm, offer.price)]
    for pay in dict.fromkeys(_payment(realm, price) for price in payable):
        realm_after = with_culture(_without(realm, pay), effect.kind, points)
        stocks_left = tuple(
            Stock(stock.points, stock.tiles - (stock.points == points)) for stock in supply.culture(effect.kind)
        )
        index = effects.offer_of(effect.offers, pay)
        assert index is not None
        yield CreateCulture(place, index, pay, points), realm_after, replace(_paid(supply, pay), **{name: stocks_left})


def best_points(supply: Supply, kind: Kind) -> int | None:
    """Return the most points on a tile of that kind in the general supply."""
    return next((stock.points for stock in supply.culture(kind) if stock.tiles), None)


def _recruits(sketch: Sketch, place: int, unit: Unit) -> Iterator[_Done]:
    for count in range(1, min(MOST_RECRUITS, sketch.supply.units) + 1):
        supply_after = replace(sketch.supply, units=sketch.supply.units - count)
        yield RecruitUnits(place, count), with_units(sketch.realm, unit, count), supply_after


def _collects(facts: Content, sketch: Sketch, place: int, effect: Collect | CollectAny | CollectPerTile) -> Iterator[_Done]:
    for gain in effects.gains(sketch.realm, effect):
        realm, supply, onto_militia = _gain(facts, sketch.realm, sketch.supply, "food", gain.food)
        realm, supply, onto_condottieri = _gain(facts, realm, supply, "money", gain.money)
        yield CollectCubes(place, gain, Cubes(onto_militia, onto_condottieri)), realm, supply


def _gain(
    facts: Content, realm: Principality, supply: Supply, cube: Literal["food", "money"], gain: int
) -> tuple[Principality, Supply, int]:
    """Return principality, supply and cubes put onto units after a gain.

    Cubes go to the stores. Those without room must go onto units [P-2.11].
    """
    unit = storage.BEARER[cube]
    units, room = realm.units(unit), storage.free(facts, realm, cube)
    arriving = storage.arriving(supply, cube, gain)
    onto = min(units.empty, max(0, arriving - room))
    stored = min(arriving, room)
    units_after = Units(units.count, units.proper + onto, units.favour)
    realm_after = replace(realm, **{cube: realm.stored(cube) + stored, UNIT_FIELD[unit]: units_after})
    return realm_after, replace(supply, **{cube: supply.cubes(cube) - stored - onto}), onto


def _favour(facts: Content, sketch: Sketch) -> Iterator[Idea]:
    """Yield the idea of taking a favour cube: into the church if it has room, else onto a unit [P-5.10]."""
    places = storage.favour_places(facts, sketch.supply, sketch.realm)
    if places:
        supply_after = replace(sketch.supply, favour=sketch.supply.favour - 1)
        yield Idea(TakeFavour(places[0]), _with_favour(sketch.realm, places[0]), supply_after, None)


def _with_favour(realm: Principality, to: Literal["church"] | Unit) -> Principality:
    if to == "church":
        return replace(realm, favour=realm.favour + 1)
    units = realm.units(to)
    return replace(realm, **{UNIT_FIELD[to]: Units(units.count, units.proper, units.favour + 1)})


def _payment(realm: Principality, price: Price) -> Cubes:
    """Return a payment with as many proper cubes as possible, and favour for the rest."""
    food, money = min(price.food, realm.food), min(price.money, realm.money)
    return Cubes(food, money, price.food + price.money - food - money)


def _without(realm: Principality, pay: Cubes) -> Principality:
    return replace(realm, food=realm.food - pay.food, money=realm.money - pay.money, favour=realm.favour - pay.favour)


def _paid(supply: Supply, pay: Cubes) -> Supply:
    return replace(supply, food=supply.food + pay.food, money=supply.money + pay.money, favour=supply.favour + pay.favour)
