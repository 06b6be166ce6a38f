"""Cubes in storage: capacity of farms, banks, the church and units, placement of gains, and possible moves [P-2].

Pure arithmetic over ``Content``, ``Supply`` and ``Principality``. Food fits militia, money fits condottieri, favour fits both.
"""

from collections.abc import Iterator
from itertools import product
from typing import Literal

import msgspec

from engines.principato.actions import Cubes, StationCubes
from engines.principato.content import PROPER, UNITS, Content, Cube, Unit
from engines.principato.state import Principality, Supply

type FavourPlace = Literal["church"] | Unit

BEARER: dict[Cube, Unit] = {"food": "militia", "money": "condottiere"}
"""Kind of unit that gained food or money can go onto; for favour, the player chooses [P-2.11]."""
FITS: tuple[tuple[Cube, Unit], ...] = (
    ("food", "militia"),
    ("money", "condottiere"),
    ("favour", "militia"),
    ("favour", "condottiere"),
)
"""Pairs of cube and fitting unit [P-2.4, P-2.5]."""


class Placing(msgspec.Struct, frozen=True):
    """Placement of a gain.

    Cubes are ``stored`` or put ``onto`` units; ``lapsed`` found no room [P-2.8], ``short`` are not in the supply [P-15.2].
    """

    stored: Cubes
    onto: Cubes
    lapsed: Cubes
    short: Cubes

    @property
    def gained(self) -> Cubes:
        """All cubes placed."""
        return Cubes(
            self.stored.food + self.onto.food, self.stored.money + self.onto.money, self.stored.favour + self.onto.favour
        )


def capacity(content: Content, realm: Principality, cube: Cube) -> int:
    """Return the number of cubes of a kind that farms, banks or the church hold [P-2.1, P-2.2, P-2.3]."""
    if cube == "food":
        return content.storage.farm * realm.farms
    return content.storage.bank * realm.banks if cube == "money" else content.storage.church


def free(content: Content, realm: Principality, cube: Cube) -> int:
    """Return the free places for a kind of cube on farms, on banks or in the church [P-2.1, P-2.2, P-2.3, P-2.7]."""
    return capacity(content, realm, cube) - realm.stored(cube)


def fits(cube: Cube, unit: Unit) -> bool:
    """Return whether a unit can hold such a cube [P-2.4, P-2.5]."""
    return cube in ("favour", PROPER[unit])


def onto_range(arriving: int, places: int, empty: int) -> range:
    """Return the possible numbers of ``arriving`` cubes that go onto ``empty`` units.

    ``places`` is the free storage; cubes that do not fit there must go onto units while there are empty ones [P-2.11].
    """
    return range(min(empty, max(0, arriving - places)), min(empty, arriving) + 1)


def arriving(supply: Supply, cube: Cube, gain: int) -> int:
    """Return a gain limited by the general supply [P-15.2]."""
    return min(gain, supply.cubes(cube))


def onto_units(content: Content, supply: Supply, realm: Principality, cube: Cube, gain: int) -> range:
    """Return the possible numbers of cubes of a food or money gain put onto units [P-2.11]."""
    empty = realm.units(BEARER[cube]).empty
    return onto_range(arriving(supply, cube, gain), free(content, realm, cube), empty)


def placements(content: Content, supply: Supply, realm: Principality, gain: Cubes) -> tuple[Cubes, ...]:
    """Return every way to put gained food and money straight onto units; at least one way [P-2.11]."""
    food = onto_units(content, supply, realm, "food", gain.food)
    money = onto_units(content, supply, realm, "money", gain.money)
    return tuple(Cubes(onto_militia, onto_condottieri) for onto_militia, onto_condottieri in product(food, money))


def placing(content: Content, supply: Supply, realm: Principality, gain: Cubes, onto: Cubes) -> Placing:
    """Return the placement of a gain of food and money of which the cubes ``onto`` go straight onto units.

    ``onto`` must be legal.
    """
    food = arriving(supply, "food", gain.food)
    money = arriving(supply, "money", gain.money)
    stored = Cubes(min(food - onto.food, free(content, realm, "food")), min(money - onto.money, free(content, realm, "money")))
    return Placing(
        stored=stored,
        onto=onto,
        lapsed=Cubes(food - onto.food - stored.food, money - onto.money - stored.money),
        short=Cubes(gain.food - food, gain.money - money),
    )


def favour_places(content: Content, supply: Supply, realm: Principality) -> tuple[FavourPlace, ...]:
    """Return the places for a favour cube from the supply: the church and each kind of unit with room [P-5.10, P-5.11]."""
    if not supply.favour:
        return ()
    church: tuple[FavourPlace, ...] = ("church",) if free(content, realm, "favour") > 0 else ()
    return (*church, *(unit for unit in UNITS if realm.units(unit).empty))


def movable(realm: Principality, cube: Cube, unit: Unit) -> int:
    """Return the most stored cubes of a kind that can be moved onto units of a kind [P-2.12]."""
    return min(realm.stored(cube), realm.units(unit).empty) if fits(cube, unit) else 0


def moves(realm: Principality) -> Iterator[StationCubes]:
    """Yield every free move of stored cubes onto units [P-2.12]."""
    for cube, unit in FITS:
        for count in range(1, movable(realm, cube, unit) + 1):
            yield StationCubes(cube, unit, count)
