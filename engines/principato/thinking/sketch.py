"""A seat's turn on paper: what each action would leave of its own principality, the supply and the display.

Only what a sensible player would do: proper cubes before favour, the most valuable culture tile, few units at a time, cubes on
units only where the stores are full.
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
"""Nobody feeds more new units than that."""

type Action = BuildTiles | CollectCubes | CreateCulture | ExchangeCard | RecruitUnits | TakeFavour


class Sketch(NamedTuple):
    """Where a seat stands in its turn."""

    realm: Principality
    supply: Supply
    display: tuple[str, ...]


class Idea(NamedTuple):
    """An action without the card it takes, and what it leaves; ``gives`` is the place of the hand that is then exchanged."""

    action: Action
    realm: Principality
    supply: Supply
    gives: int | None


def ideas(facts: Content, sketch: Sketch) -> Iterator[Idea]:
    """Every sensible action; the exchanges of a hand card stand there once for all slots."""
    for place, name in enumerate(sketch.realm.cards):
        if place == 0 or name != sketch.realm.cards[0]:
            card = facts.card(name)
            gives = place if card.exchange else None
            for action, realm, supply in _activations(facts, sketch, place, card.effect):
                yield Idea(action, realm, supply, gives)
            yield Idea(ExchangeCard(place, 0), sketch.realm, sketch.supply, place)
    yield from _favour(facts, sketch)


def taking(idea: Idea, display: tuple[str, ...], slot: int) -> Sketch:
    """What is left once the idea takes the card of that slot for the one it gives."""
    if idea.gives is None:
        return Sketch(idea.realm, idea.supply, display)
    cards = idea.realm.cards
    kept = (display[slot], cards[1]) if idea.gives == 0 else (cards[0], display[slot])
    given = (*display[:slot], cards[idea.gives], *display[slot + 1 :])
    return Sketch(replace(idea.realm, cards=kept), idea.supply, given)


def with_take(idea: Idea, slot: int) -> Action:
    """The action an idea comes to with a card taken."""
    return idea.action if idea.gives is None else replace(idea.action, take=slot)


def with_tiles(realm: Principality, tile: Tile, count: int) -> Principality:
    """The principality with more tiles of a kind."""
    name = TILE_FIELD[tile]
    return replace(realm, **{name: getattr(realm, name) + count})


def with_culture(realm: Principality, kind: Kind, points: int) -> Principality:
    """The principality with another culture tile."""
    return replace(realm, **{CULTURE_FIELD[kind]: tuple(sorted((*realm.culture(kind), points), reverse=True))})


def with_units(realm: Principality, unit: Unit, count: int) -> Principality:
    """The principality with more empty units of a kind, or fewer."""
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
    left = getattr(supply, pool)
    for index, offer in enumerate(effect.offers):
        if offer.tiles <= left and effects.can_pay(realm, offer.price):
            pay = _payment(realm, offer.price)
            built = with_tiles(_without(realm, pay), effect.tile, offer.tiles)
            yield BuildTiles(place, index, pay), built, replace(_paid(supply, pay), **{pool: left - offer.tiles})


def _creates(sketch: Sketch, place: int, effect: Create) -> Iterator[_Done]:
    realm, supply, name = sketch.realm, sketch.supply, CULTURE_FIELD[effect.kind]
    points = best_points(supply, effect.kind)
    if points is None:
        return
    payable = [offer.price for offer in effect.offers if effects.can_pay(realm, offer.price)]
    for pay in dict.fromkeys(_payment(realm, price) for price in payable):
        made = with_culture(_without(realm, pay), effect.kind, points)
        left = tuple(Stock(stock.points, stock.tiles - (stock.points == points)) for stock in supply.culture(effect.kind))
        index = effects.offer_of(effect.offers, pay)
        assert index is not None
        yield CreateCulture(place, index, pay, points), made, replace(_paid(supply, pay), **{name: left})


def best_points(supply: Supply, kind: Kind) -> int | None:
    """The most points on a tile of that kind in the supply."""
    return next((stock.points for stock in supply.culture(kind) if stock.tiles), None)


def _recruits(sketch: Sketch, place: int, unit: Unit) -> Iterator[_Done]:
    for count in range(1, min(MOST_RECRUITS, sketch.supply.units) + 1):
        grown = replace(sketch.supply, units=sketch.supply.units - count)
        yield RecruitUnits(place, count), with_units(sketch.realm, unit, count), grown


def _collects(facts: Content, sketch: Sketch, place: int, effect: Collect | CollectAny | CollectPerTile) -> Iterator[_Done]:
    for gain in effects.gains(sketch.realm, effect):
        realm, supply, onto_militia = _gain(facts, sketch.realm, sketch.supply, "food", gain.food)
        realm, supply, onto_condottieri = _gain(facts, realm, supply, "money", gain.money)
        yield CollectCubes(place, gain, Cubes(onto_militia, onto_condottieri)), realm, supply


def _gain(
    facts: Content, realm: Principality, supply: Supply, cube: Literal["food", "money"], gain: int
) -> tuple[Principality, Supply, int]:
    """Cubes are stored; what finds no room goes onto units, as it must [P-2.11]."""
    unit = storage.BEARER[cube]
    units, free = realm.units(unit), storage.free(facts, realm, cube)
    coming = storage.arriving(supply, cube, gain)
    onto = min(units.empty, max(0, coming - free))
    stored = min(coming, free)
    bearing = Units(units.count, units.proper + onto, units.favour)
    after = replace(realm, **{cube: realm.stored(cube) + stored, UNIT_FIELD[unit]: bearing})
    return after, replace(supply, **{cube: supply.cubes(cube) - stored - onto}), onto


def _favour(facts: Content, sketch: Sketch) -> Iterator[Idea]:
    """Into the church while it has room, else onto a unit [P-5.10]."""
    places = storage.favour_places(facts, sketch.supply, sketch.realm)
    if places:
        left = replace(sketch.supply, favour=sketch.supply.favour - 1)
        yield Idea(TakeFavour(places[0]), _with_favour(sketch.realm, places[0]), left, None)


def _with_favour(realm: Principality, to: Literal["church"] | Unit) -> Principality:
    if to == "church":
        return replace(realm, favour=realm.favour + 1)
    units = realm.units(to)
    return replace(realm, **{UNIT_FIELD[to]: Units(units.count, units.proper, units.favour + 1)})


def _payment(realm: Principality, price: Price) -> Cubes:
    """Proper cubes as far as they go, favour for the rest."""
    food, money = min(price.food, realm.food), min(price.money, realm.money)
    return Cubes(food, money, price.food + price.money - food - money)


def _without(realm: Principality, pay: Cubes) -> Principality:
    return replace(realm, food=realm.food - pay.food, money=realm.money - pay.money, favour=realm.favour - pay.favour)


def _paid(supply: Supply, pay: Cubes) -> Supply:
    return replace(supply, food=supply.food + pay.food, money=supply.money + pay.money, favour=supply.favour + pay.favour)
