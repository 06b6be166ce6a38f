"""What the cards of a hand are worth to their owner for the turns to come."""

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
"""How many units somebody recruits who has fewer cubes for them, or more."""


def card(value: Valuation, realm: Principality, supply: Supply, name: str) -> float:
    """What one card is worth to a principality as it stands."""
    if not value.turns:
        return 0.0
    match value.facts.card(name).effect:
        case Collect(cube, count):
            return _collect(value, realm, cube, count)
        case CollectPerTile(cube, tile):
            return _collect(value, realm, cube, realm.tiles(tile))
        case CollectAny(total):
            return max(_collect(value, realm, "food", total), _collect(value, realm, "money", total))
        case Create() as effect:
            return _create(value, realm, supply, effect)
        case Build() as effect:
            return _build(value, realm, effect)
        case Recruit(unit):
            return _recruit(value, realm, unit)


def pair(value: Valuation, one: float, other: float) -> float:
    """What two cards are worth together."""
    return max(one, other) + value.weights.second * min(one, other)


def _collect(value: Valuation, realm: Principality, cube: str, count: int) -> float:
    """The cubes that find room now, and a share of those that will once some are spent."""
    storage = value.facts.storage
    if cube == "food":
        places, stored = storage.farm * realm.farms, realm.food
    else:
        places, stored = storage.bank * realm.banks, realm.money
    now = min(count, places - stored)
    later = min(count, places) - now
    return value.weights.cube_card * value.use * (now + value.weights.overflow * later)


def _create(value: Valuation, realm: Principality, supply: Supply, effect: Create) -> float:
    """The profit of the next tile, the less likely the more cubes are missing, and of those after it."""
    points = best_points(supply, effect.kind)
    if points is None:
        return 0.0
    weights = value.weights
    cost, have, income = _means(value, realm, effect)
    profit = points + _goal_gain(value, realm, effect.kind) - cost * value.cube
    if profit <= 0:
        return 0.0
    further = min(value.turns - 1, max(0.0, (have - cost + weights.flow * value.turns * income) / cost))
    return weights.culture_card * profit * (weights.patience ** max(0, cost - have) + weights.repeat * further)


def _means(value: Valuation, realm: Principality, effect: Create) -> tuple[int, int, float]:
    """What a culture tile costs, how much of it there is, favour included, and what one harvest or rent adds."""
    prices = [offer.price for offer in effect.offers]
    food, money = max(price.food for price in prices), max(price.money for price in prices)
    cost = prices[0].food + prices[0].money
    have = min(cost, min(realm.food, food) + min(realm.money, money)) + realm.favour
    incomes = [value.harvest(realm)] * bool(food) + [value.rent(realm)] * bool(money)
    return cost, have, sum(incomes) / len(incomes)


def _goal_gain(value: Valuation, realm: Principality, kind: Kind) -> float:
    """What one more tile of a kind adds to goals."""
    counts = [len(realm.culture(kind)) for kind in KINDS]
    more = [count + (each == kind) for each, count in zip(KINDS, counts, strict=True)]
    return value.sets(*more) - value.sets(*counts)


def _build(value: Valuation, realm: Principality, effect: Build) -> float:
    """The gain of one more tile of the kind."""
    price = effect.offers[0].price
    built = with_tiles(realm, effect.tile, 1)
    gain = value.tiles(built) - value.tiles(realm) - value.food * price.food - value.money * price.money
    if effect.tile == "catapult":
        gain += value.fighting(built) - value.fighting(realm)
    else:
        gain += value.economy(built) - value.economy(realm)
    likely = 1.0 if effects.can_pay(realm, price) else value.weights.unpaid
    return value.weights.build_card * likely * max(0.0, gain)


def _recruit(value: Valuation, realm: Principality, unit: Unit) -> float:
    """What a company is worth that the stored cubes can feed."""
    few, many = COMPANY
    cubes = realm.favour + (realm.food if unit == "militia" else realm.money)
    grown = with_units(realm, unit, max(few, min(many, cubes)))
    return value.weights.recruit_card * max(0.0, value.fighting(grown) - value.fighting(realm))
