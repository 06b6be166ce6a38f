"""Where cubes lie: what farms, banks, the church and units hold, what of a gain is placed, and what may be moved [P-2].

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
"""The unit that food or money gained may go straight onto; for favour the player names the kind [P-2.11]."""
FITS: tuple[tuple[Cube, Unit], ...] = (
    ("food", "militia"),
    ("money", "condottiere"),
    ("favour", "militia"),
    ("favour", "condottiere"),
)
"""Which cube fits which unit [P-2.4, P-2.5]."""


class Placing(msgspec.Struct, frozen=True):
    """What becomes of a gain.

    ``stored`` or put ``onto`` units; ``lapsed`` found no place [P-2.8], ``short`` were not in the supply [P-15.2].
    """

    stored: Cubes
    onto: Cubes
    lapsed: Cubes
    short: Cubes

    @property
    def gained(self) -> Cubes:
        """All that was placed."""
        return Cubes(
            self.stored.food + self.onto.food, self.stored.money + self.onto.money, self.stored.favour + self.onto.favour
        )


def capacity(content: Content, realm: Principality, cube: Cube) -> int:
    """How many cubes of a kind farms, banks or the church hold [P-2.1, P-2.2, P-2.3]."""
    if cube == "food":
        return content.storage.farm * realm.farms
    return content.storage.bank * realm.banks if cube == "money" else content.storage.church


def free(content: Content, realm: Principality, cube: Cube) -> int:
    """Free places for a kind of cube on farms, on banks or in the church [P-2.1, P-2.2, P-2.3, P-2.7]."""
    return capacity(content, realm, cube) - realm.stored(cube)


def fits(cube: Cube, unit: Unit) -> bool:
    """Whether a unit can bear such a cube [P-2.4, P-2.5]."""
    return cube in ("favour", PROPER[unit])


def onto_range(arriving: int, places: int, empty: int) -> range:
    """How many of ``arriving`` cubes may go straight onto ``empty`` units; ``places`` are free in storage [P-2.11]."""
    return range(min(empty, max(0, arriving - places)), min(empty, arriving) + 1)


def arriving(supply: Supply, cube: Cube, gain: int) -> int:
    """A gain cut to what the supply holds [P-15.2]."""
    return min(gain, supply.cubes(cube))


def onto_units(content: Content, supply: Supply, realm: Principality, cube: Cube, gain: int) -> range:
    """How many cubes of a gain of food or money may go straight onto units [P-2.11]."""
    empty = realm.units(BEARER[cube]).empty
    return onto_range(arriving(supply, cube, gain), free(content, realm, cube), empty)


def placements(content: Content, supply: Supply, realm: Principality, gain: Cubes) -> tuple[Cubes, ...]:
    """Every way to send cubes of a gain of food and money straight onto units; at least one [P-2.11]."""
    food = onto_units(content, supply, realm, "food", gain.food)
    money = onto_units(content, supply, realm, "money", gain.money)
    return tuple(Cubes(onto_militia, onto_condottieri) for onto_militia, onto_condottieri in product(food, money))


def placing(content: Content, supply: Supply, realm: Principality, gain: Cubes, onto: Cubes) -> Placing:
    """What becomes of a gain of food and money with so much of it sent straight onto units; ``onto`` must be legal."""
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
    """Where a favour cube taken may go: the church and each kind of unit with room [P-5.10, P-5.11]."""
    if not supply.favour:
        return ()
    church: tuple[FavourPlace, ...] = ("church",) if free(content, realm, "favour") > 0 else ()
    return (*church, *(unit for unit in UNITS if realm.units(unit).empty))


def movable(realm: Principality, cube: Cube, unit: Unit) -> int:
    """The most stored cubes of a kind that can be moved onto units of a kind [P-2.12]."""
    return min(realm.stored(cube), realm.units(unit).empty) if fits(cube, unit) else 0


def moves(realm: Principality) -> Iterator[StationCubes]:
    """Every free move of stored cubes onto units [P-2.12]."""
    for cube, unit in FITS:
        for count in range(1, movable(realm, cube, unit) + 1):
            yield StationCubes(cube, unit, count)
