"""Military scorings: the order of supplying, possible cubes, strength, and points by rank [P-8].

Pure functions over ``Public`` and ``Principality``.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from engines.principato.actions import FeedUnits
from engines.principato.state import Principality, Public


def feeding_order(public: Public) -> tuple[int, ...]:
    """Return all seats, those with most military tiles first.

    Ties go clockwise from the start player [P-8.3, P-8.4].
    """
    seats = len(public.realms)
    return tuple(sorted(range(seats), key=lambda seat: (-public.realms[seat].military_tiles, (seat - public.start) % seats)))


def strength(realm: Principality) -> int:
    """Return the strength of a principality.

    A catapult counts one. A unit counts one with a cube and minus one without [P-8.6].
    """
    condottieri, militia = realm.condottieri, realm.militia
    fed = condottieri.proper + condottieri.favour + militia.proper + militia.favour
    return realm.catapults + 2 * fed - condottieri.count - militia.count


def best_strength(realm: Principality) -> int:
    """Return the highest strength that the stored cubes allow. Supplying a unit adds two."""
    return strength(realm) + 2 * most_fed(realm)


def most_fed(realm: Principality) -> int:
    """Return the largest number of empty units that the stores can supply, favour included."""
    militia, condottieri = realm.militia.empty, realm.condottieri.empty
    proper = min(militia, realm.food) + min(condottieri, realm.money)
    return proper + min(realm.favour, militia + condottieri - proper)


def feeds_most(realm: Principality) -> FeedUnits:
    """Return the cubes that supply as many units as possible: proper cubes before favour, favour onto militia first."""
    return feeds(realm, most_fed(realm), realm.favour)


def feeds(realm: Principality, units: int, favour: int) -> FeedUnits:
    """Return the cubes that supply at most ``units`` units with at most ``favour`` favour cubes.

    Food goes first, then money, then favour, favour onto militia first.
    """
    food = min(units, realm.food, realm.militia.empty)
    money = min(units - food, realm.money, realm.condottieri.empty)
    onto_militia = min(units - food - money, favour, realm.militia.empty - food)
    units_left = units - food - money - onto_militia
    return FeedUnits(food, money, onto_militia, min(units_left, favour - onto_militia, realm.condottieri.empty - money))


def can_feed(realm: Principality) -> bool:
    """Return whether the seat has a supply decision: an empty unit and a stored cube that fits it."""
    return bool(
        (realm.militia.empty and (realm.food or realm.favour)) or (realm.condottieri.empty and (realm.money or realm.favour))
    )


def feedings(realm: Principality) -> Iterator[FeedUnits]:
    """Yield every way to supply units, including none [P-8.1]."""
    militia, condottieri, favour = realm.militia.empty, realm.condottieri.empty, realm.favour
    for food in range(min(realm.food, militia) + 1):
        for money in range(min(realm.money, condottieri) + 1):
            for onto_militia in range(min(favour, militia - food) + 1):
                for onto_condottieri in range(min(favour - onto_militia, condottieri - money) + 1):
                    yield FeedUnits(food, money, onto_militia, onto_condottieri)


def strength_after(realm: Principality, feeding: FeedUnits) -> int:
    """Return the strength once these cubes are on units."""
    return strength(realm) + 2 * (feeding.food + feeding.money + feeding.favour_militia + feeding.favour_condottieri)


def points_for(strengths: Sequence[int], prizes: Sequence[int]) -> tuple[int, ...]:
    """Return the military points of each seat by its rank in strength.

    Tied seats share the points of their ranks, rounded up for each [P-8.7, P-8.8, P-8.9].
    """
    points = [0] * len(strengths)
    rank = 0
    best_first = sorted(range(len(strengths)), key=lambda seat: -strengths[seat])
    for _, group in groupby(best_first, key=lambda seat: strengths[seat]):
        tied = tuple(group)
        for seat in tied:
            points[seat] = -(-sum(prizes[rank : rank + len(tied)]) // len(tied))
        rank += len(tied)
    return tuple(points)
