"""A sketched turn of a seat: the effects of each action on its principality and the general supply.

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


type Done = tuple[Action, Principality, Supply]
"""An action, and the principality and the general supply after it."""


def activations(facts: Content, realm: Principality, supply: Supply, place: int, effect: Effect) -> Iterator[Done]:
    """Yield every sensible activation of the card with this effect at a place in hand, without the exchange."""
    match effect:
        case Build():
            return _builds(realm, supply, place, effect)
        case Create():
            return _creates(realm, supply, place, effect)
        case Recruit(unit):
            return _recruits(realm, supply, place, unit)
        case Collect() | CollectAny() | CollectPerTile():
            return _collects(facts, realm, supply, place, effect)


def favour(facts: Content, realm: Principality, supply: Supply) -> Iterator[Done]:
    """Yield the action of taking a favour cube: into the church if it has room, else onto a unit [P-5.10]."""
    places = storage.favour_places(facts, supply, realm)
    if places:
        yield TakeFavour(places[0]), _with_favour(realm, places[0]), replace(supply, favour=supply.favour - 1)


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


def _builds(realm: Principality, supply: Supply, place: int, effect: Build) -> Iterator[Done]:
    pool, tiles_left = POOL_FIELD[effect.tile], supply.tiles(effect.tile)
    for index, offer in enumerate(effect.offers):
        if offer.tiles <= tiles_left and effects.can_pay(realm, offer.price):
            pay = _payment(realm, offer.price)
            realm_after = with_tiles(_without(realm, pay), effect.tile, offer.tiles)
            yield BuildTiles(place, index, pay), realm_after, replace(_paid(supply, pay), **{pool: tiles_left - offer.tiles})


def _creates(realm: Principality, supply: Supply, place: int, effect: Create) -> Iterator[Done]:
    name, points = CULTURE_FIELD[effect.kind], best_points(supply, effect.kind)
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


def _recruits(realm: Principality, supply: Supply, place: int, unit: Unit) -> Iterator[Done]:
    for count in range(1, min(MOST_RECRUITS, supply.units) + 1):
        yield RecruitUnits(place, count), with_units(realm, unit, count), replace(supply, units=supply.units - count)


def _collects(
    facts: Content, realm: Principality, supply: Supply, place: int, effect: Collect | CollectAny | CollectPerTile
) -> Iterator[Done]:
    for gain in effects.gains(realm, effect):
        fed, supply_left, onto_militia = _gain(facts, realm, supply, "food", gain.food)
        paid, supply_left, onto_condottieri = _gain(facts, fed, supply_left, "money", gain.money)
        yield CollectCubes(place, gain, Cubes(onto_militia, onto_condottieri)), paid, supply_left


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
