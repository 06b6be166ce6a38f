"""Tiles and cubes of a principality, each at its place, ready to draw."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, repeat, zip_longest
from typing import NamedTuple

from engines.principato.content import KINDS, Content
from engines.principato.state import Principality
from tables.games.principato.board import land
from tables.games.principato.board.land import Box, Parcel, number

_GROUPS = 6
"""Minimum number of stands for a crowd's groups."""

type Fresh = Mapping[str, int]
"""Number of new tiles and cubes by kind, of culture tiles by kind and worth ("book 4")."""


@dataclass(frozen=True)
class Sprite:
    """A glyph at a place: a tile, a soldier, a cube or an empty place. ``sign`` is a number written on it."""

    glyph: str
    x: str
    y: str
    size: str
    sign: str = ""
    sign_x: str = ""
    sign_y: str = ""
    fresh: bool = False


@dataclass(frozen=True)
class Land:
    """A parcel: a field, the yard of a farm, or bare."""

    css: str
    path: str
    furrows: str
    fresh: bool = False


@dataclass(frozen=True)
class Sign:
    """Number of tiles in an area that has more tiles than printed spaces."""

    x: int
    y: int
    count: int


@dataclass(frozen=True, eq=False)
class Scene:
    """A whole principality: land, then the town, the wall and the houses on the land, each from back to front.

    Scenes are compared as objects, so a cache must keep each one once.
    """

    land: tuple[Land, ...]
    lots: tuple[Sprite, ...]
    town: tuple[Sprite, ...]
    palace: tuple[Sprite, ...]
    church: tuple[Sprite, ...]
    guards: tuple[Sprite, ...]
    niches: tuple[Sprite, ...]
    yards: tuple[Sprite, ...]
    signs: tuple[Sign, ...]


def scene(content: Content, realm: Principality, fresh: Fresh | None = None) -> Scene:
    """Return the drawing of a principality with everything in it. Things counted in ``fresh`` are marked as new."""
    new = fresh or {}
    ground, yards = _environs(content, realm, new)
    lots, town = _centre(content, realm, new)
    guards, niches = _wall(content, realm, new)
    return Scene(
        land=tuple(ground),
        lots=tuple(lots),
        town=tuple(town),
        palace=tuple(_palace(content.spaces.palace, realm, new)),
        church=stored_favour(realm, new),
        guards=tuple(guards),
        niches=tuple(niches),
        yards=tuple(yards),
        signs=tuple(_signs(content, realm)),
    )


def _signs(content: Content, realm: Principality) -> Iterator[Sign]:
    """Return the number of tiles in areas with more tiles than printed spaces [P-1.3]."""
    spaces = content.spaces
    areas = (
        (300, 456, realm.fields + realm.farms, spaces.environs),
        (121, 92, realm.palazzi + realm.banks, spaces.city_centre),
        (300, 302, realm.military_tiles, spaces.city_wall),
        (476, 72, sum(len(realm.culture(kind)) for kind in KINDS), spaces.palace),
    )
    return (Sign(x, y, tiles) for x, y, tiles, printed in areas if tiles > printed)


def sprite(glyph: str, box: Box, *, fresh: bool = False, sign: str = "") -> Sprite:
    """Return a glyph in a box, with its sign at the lower right."""
    at = (number(box.x + box.size * 0.34), number(box.foot - box.size * 0.16)) if sign else ("", "")
    return Sprite(glyph, box.left, box.top, number(box.size), sign, *at, fresh)


def _group(glyph: str, stand: Box, count: int) -> Sprite:
    """Return a glyph for several things of a kind. Their number is beside its middle, since the parapet hides its foot."""
    at = (number(stand.x + stand.size * 0.34), number(stand.foot - stand.size * 0.55))
    return Sprite(glyph, stand.left, stand.top, number(stand.size), str(count), *at)


def _environs(content: Content, realm: Principality, fresh: Fresh) -> tuple[list[Land], list[Sprite]]:
    """Return all parcels, and the plants, farms and food on them. Fields fill the first parcels, farms the last."""
    parcels = land.parcels(max(content.spaces.environs, realm.fields + realm.farms))
    first_yard = len(parcels) - realm.farms
    houses = [parcel.house for parcel in parcels[first_yard:]]
    plants = [
        sprite("sheaf" if at < realm.fields else "tuft", land.within(parcel.house))
        for at, parcel in enumerate(parcels[:first_yard])
    ]
    farms = [sprite("farm", house) for house in houses]
    return _ground(parcels, realm, fresh), [*plants, *farms, *_stored(content.storage.farm, houses, "food", realm.food, fresh)]


def _ground(parcels: Sequence[Parcel], realm: Principality, fresh: Fresh) -> list[Land]:
    bare = len(parcels) - realm.fields - realm.farms
    css = ["field"] * realm.fields + ["bare"] * bare + ["yard"] * realm.farms
    new = [*_newest(realm.fields, fresh.get("field", 0)), *[False] * bare]
    new += reversed(_newest(realm.farms, fresh.get("farm", 0)))
    return [Land(kind, parcel.path, parcel.furrows, fresh=mark) for kind, parcel, mark in zip(css, parcels, new, strict=True)]


def _centre(content: Content, realm: Principality, fresh: Fresh) -> tuple[list[Sprite], list[Sprite]]:
    """Return the empty lots, and the palazzi, banks and money. Palazzi start at the upper left, banks at the lower right."""
    places = land.places(land.CENTRE, max(content.spaces.city_centre, realm.palazzi + realm.banks))
    palazzi, banks = places[: realm.palazzi], places[len(places) - realm.banks :]
    lots = [sprite("lot", box) for box in places[realm.palazzi : len(places) - realm.banks]]
    town = [
        sprite("palazzo", box, fresh=new)
        for box, new in zip(palazzi, _newest(realm.palazzi, fresh.get("palazzo", 0)), strict=True)
    ]
    marks = reversed(_newest(realm.banks, fresh.get("bank", 0)))
    town += [sprite("bank", box, fresh=new) for box, new in zip(banks, marks, strict=True)]
    return lots, town + list(_stored(content.storage.bank, banks, "money", realm.money, fresh))


def _palace(spaces: int, realm: Principality, fresh: Fresh) -> Iterator[Sprite]:
    """Yield a niche for each place, and on it a culture tile as long as there are any, in the order of the kinds."""
    tiles = [(kind, points) for kind in KINDS for points in realm.culture(kind)]
    marks = chain.from_iterable(_newest_worth(kind, realm.culture(kind), fresh) for kind in KINDS)
    for box, tile, new in zip_longest(land.places(land.PALACE, max(spaces, len(tiles))), tiles, marks):
        yield sprite("niche", box)
        if tile:
            yield sprite(tile[0], land.within(box), fresh=new, sign=str(tile[1]))


def _newest_worth(kind: str, values: Sequence[int], fresh: Fresh) -> list[bool]:
    """Return a mark for each tile. Among tiles of the same value the last ones are new."""
    groups = ((worth, len(list(equal))) for worth, equal in groupby(values))
    return list(chain.from_iterable(_newest(count, fresh.get(f"{kind} {worth}", 0)) for worth, count in groups))


def _wall(content: Content, realm: Principality, fresh: Fresh) -> tuple[list[Sprite], list[Sprite]]:
    """Return the machines, the soldiers and the empty stands; and the niches below the soldiers, with or without a cube."""
    army = list(_army(realm, fresh))
    if land.crowded(len(army)):
        return _groups(realm)
    stands = land.stands(max(content.spaces.city_wall, len(army)))
    guards = [sprite(member.glyph, stand, fresh=member.fresh) for stand, member in zip(stands, army, strict=False)]
    niches = [_niche(stand, member) for stand, member in zip(stands, army, strict=False) if member.glyph != "catapult"]
    return guards + [sprite("stand", stand) for stand in stands[len(army) :]], niches


class _Soldier(NamedTuple):
    """A soldier or machine on the wall, and the cube it has."""

    glyph: str
    cube: str
    fresh: bool = False


def _army(realm: Principality, fresh: Fresh) -> Iterator[_Soldier]:
    for new in _newest(realm.catapults, fresh.get("catapult", 0)):
        yield _Soldier("catapult", "", new)
    for glyph, units, proper in (("condottiere", realm.condottieri, "money"), ("militia", realm.militia, "food")):
        cubes = [proper] * units.proper + ["favour"] * units.favour + [""] * units.empty
        yield from map(_Soldier, repeat(glyph), cubes, _newest(units.count, fresh.get(glyph, 0)))


def _niche(stand: Box, soldier: _Soldier) -> Sprite:
    return sprite(soldier.cube or "place", land.niche(stand))


def _groups(realm: Principality) -> tuple[list[Sprite], list[Sprite]]:
    """Return one glyph for each group of soldiers or machines of the same kind and cube, and the niches below the soldiers."""
    counts = Counter(_army(realm, {}))
    pairs = list(zip(land.stands(max(_GROUPS, len(counts))), counts.items(), strict=False))
    guards = [_group(soldier.glyph, stand, count) for stand, (soldier, count) in pairs]
    return guards, [_niche(stand, soldier) for stand, (soldier, _count) in pairs if soldier.glyph != "catapult"]


def stored_favour(realm: Principality, fresh: Fresh | None = None) -> tuple[Sprite, ...]:
    """Return the favour cubes in the church, and its empty places."""
    return tuple(_cubes(land.church(), "favour", realm.favour, fresh or {}))


def _stored(per_house: int, houses: Sequence[Box], cube: str, count: int, fresh: Fresh) -> Iterator[Sprite]:
    """Yield the cubes on houses with ``per_house`` places each, and the empty places."""
    yield from _cubes([place for house in houses for place in land.beside(house, per_house)], cube, count, fresh)


def _cubes(places: Iterable[Box], cube: str, count: int, fresh: Fresh) -> Iterator[Sprite]:
    marks = _newest(count, fresh.get(cube, 0))
    for index, box in enumerate(places):
        yield sprite(cube, box, fresh=marks[index]) if index < count else sprite("place", box)


def _newest(count: int, new: int) -> list[bool]:
    """Return a mark for each of ``count`` objects: the last ``new`` are new."""
    return [index >= count - new for index in range(count)]
