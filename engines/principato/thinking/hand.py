"""Value of the cards in hand to their owner for future turns."""

from engines.principato import effects
from engines.principato.content import (
    KINDS,
    Build,
    Collect,
    CollectAny,
    CollectPerTile,
    Create,
    Kind,
    Recruit,
    Unit,
)
from engines.principato.state import Principality, Supply
from engines.principato.thinking.sketch import best_points, with_tiles, with_units
from engines.principato.thinking.valuation import Valuation

COMPANY = 2, 4
"""Minimum and maximum number of units valued for one recruitment."""


def card(valuation: Valuation, realm: Principality, supply: Supply, name: str) -> float:
    """Return the worth of one card to a principality in its current state."""
    if not valuation.turns:
        return 0.0
    match valuation.facts.card(name).effect:
        case Collect(cube, count):
            return _collect(valuation, realm, cube, count)
        case CollectPerTile(cube, tile):
            return _collect(valuation, realm, cube, realm.tiles(tile))
        case CollectAny(total):
            return max(_collect(valuation, realm, "food", total), _collect(valuation, realm, "money", total))
        case Create() as effect:
            return _create(valuation, realm, supply, effect)
        case Build() as effect:
            return _build(valuation, realm, effect)
        case Recruit(unit):
            return _recruit(valuation, realm, unit)


def pair(valuation: Valuation, one: float, other: float) -> float:
    """Return the worth of two cards together."""
    return max(one, other) + valuation.weights.second * min(one, other)


def _collect(valuation: Valuation, realm: Principality, cube: str, count: int) -> float:
    """Return the worth of cubes that fit now, and a share of the worth of cubes that fit later."""
    storage = valuation.facts.storage
    if cube == "food":
        places, stored = storage.farm * realm.farms, realm.food
    else:
        places, stored = storage.bank * realm.banks, realm.money
    fitting_now = min(count, places - stored)
    fitting_later = min(count, places) - fitting_now
    return valuation.weights.cube_card * valuation.use * (fitting_now + valuation.weights.overflow * fitting_later)


def _create(valuation: Valuation, realm: Principality, supply: Supply, effect: Create) -> float:
    """Return the expected profit of the next tile and of later tiles.

    Each missing cube makes the profit less likely.
    """
    points = best_points(supply, effect.kind)
    if points is None:
        return 0.0
    weights = valuation.weights
    cost, available, income = _means(valuation, realm, effect)
    profit = points + _goal_gain(valuation, realm, effect.kind) - cost * valuation.cube
    if profit <= 0:
        return 0.0
    further = min(valuation.turns - 1, max(0.0, (available - cost + weights.flow * valuation.turns * income) / cost))
    return weights.culture_card * profit * (weights.patience ** max(0, cost - available) + weights.repeat * further)


def _means(valuation: Valuation, realm: Principality, effect: Create) -> tuple[int, int, float]:
    """Return the cost of a culture tile, the cubes available for it, and the gain of one harvest or rent.

    The cubes available include favour.
    """
    prices = [offer.price for offer in effect.offers]
    food, money = max(price.food for price in prices), max(price.money for price in prices)
    cost = prices[0].food + prices[0].money
    available = min(cost, min(realm.food, food) + min(realm.money, money)) + realm.favour
    incomes = [valuation.harvest(realm)] * bool(food) + [valuation.rent(realm)] * bool(money)
    return cost, available, sum(incomes) / len(incomes)


def _goal_gain(valuation: Valuation, realm: Principality, kind: Kind) -> float:
    """Return the gain in goals from one more tile of a kind."""
    if not valuation.set_goals:
        return 0
    counts = [len(realm.culture(kind)) for kind in KINDS]
    counts_after = [count + (each == kind) for each, count in zip(KINDS, counts, strict=True)]
    return valuation.sets(*counts_after) - valuation.sets(*counts)


def _build(valuation: Valuation, realm: Principality, effect: Build) -> float:
    """Return the worth of a card for tiles: a share of the gain from one more tile, after its price."""
    price = effect.offers[0].price
    built = with_tiles(realm, effect.tile, 1)
    gain = valuation.tiles(built) - valuation.tiles(realm) - valuation.food * price.food - valuation.money * price.money
    if effect.tile == "catapult":
        gain += valuation.fighting(built) - valuation.fighting(realm)
    else:
        gain += valuation.economy(built) - valuation.economy(realm)
    likelihood = 1.0 if effects.can_pay(realm, price) else valuation.weights.unpaid
    return valuation.weights.build_card * likelihood * max(0.0, gain)


def _recruit(valuation: Valuation, realm: Principality, unit: Unit) -> float:
    """Return the worth of a card for units: a share of the gain from two to four units, by the stored cubes."""
    few, many = COMPANY
    cubes = realm.favour + (realm.food if unit == "militia" else realm.money)
    grown = with_units(realm, unit, max(few, min(many, cubes)))
    return valuation.weights.recruit_card * max(0.0, valuation.fighting(grown) - valuation.fighting(realm))
