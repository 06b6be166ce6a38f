"""The table during one action: principalities and the general supply."""

from typing import Any

from msgspec.structs import replace

from engines.kit.desk import AgendaDesk, put
from engines.principato.actions import Cubes
from engines.principato.content import PROPER, Content, Cube, Kind, Tile, Unit
from engines.principato.events import Event
from engines.principato.loader import content
from engines.principato.state import (
    CULTURE_FIELD,
    POOL_FIELD,
    TILE_FIELD,
    UNIT_FIELD,
    Hand,
    Principality,
    Public,
    Stock,
    Task,
    Units,
    Vault,
)


class Desk(AgendaDesk[Public, Hand, Vault, Event, Task]):
    """Desk of a game, with its principalities and general supply."""

    @property
    def content(self) -> Content:
        """Facts used by this table."""
        return content(self.public.version)

    def realm(self, seat: int) -> Principality:
        """Return the principality of a seat."""
        return self.public.realms[seat]

    def change_realm(self, seat: int, **fields: Any) -> None:
        """Change the principality of a seat."""
        self.change(realms=put(self.public.realms, seat, replace(self.realm(seat), **fields)))

    def pay(self, seat: int, pay: Cubes) -> None:
        """Move stored cubes to the supply [P-2.17]."""
        self._move(seat, Cubes(), pay)

    def store(self, seat: int, gain: Cubes) -> None:
        """Move cubes from the general supply to farms, banks and the church; there must be room."""
        self._move(seat, gain, Cubes())

    def bear(self, seat: int, cube: Cube, unit: Unit, count: int) -> None:
        """Move cubes from the general supply onto empty units; there must be enough units."""
        self._load(seat, cube, unit, count)
        self._change_supply(**{cube: self.public.supply.cubes(cube) - count})

    def station(self, seat: int, cube: Cube, unit: Unit, count: int) -> None:
        """Move stored cubes onto empty units [P-2.12]."""
        self._load(seat, cube, unit, count)
        self.change_realm(seat, **{cube: self.realm(seat).stored(cube) - count})

    def clear(self, seat: int) -> Cubes:
        """Move all cubes on units to the general supply and return their numbers [P-8.11]."""
        realm, supply = self.realm(seat), self.public.supply
        condottieri, militia = realm.condottieri, realm.militia
        cubes = Cubes(militia.proper, condottieri.proper, condottieri.favour + militia.favour)
        if cubes.total():
            self.change_realm(seat, condottieri=Units(condottieri.count), militia=Units(militia.count))
            self._change_supply(
                food=supply.food + cubes.food, money=supply.money + cubes.money, favour=supply.favour + cubes.favour
            )
        return cubes

    def take_tiles(self, seat: int, tile: Tile, count: int) -> None:
        """Move tiles from the general supply to a seat."""
        self.change_realm(seat, **{TILE_FIELD[tile]: self.realm(seat).tiles(tile) + count})
        self._change_supply(**{POOL_FIELD[tile]: self.public.supply.tiles(tile) - count})

    def take_units(self, seat: int, unit: Unit, count: int) -> None:
        """Move empty units from the general supply to a seat, or back if ``count`` is negative [P-13.20, P-8.12]."""
        units = self.realm(seat).units(unit)
        self.change_realm(seat, **{UNIT_FIELD[unit]: replace(units, count=units.count + count)})
        self._change_supply(units=self.public.supply.units - count)

    def take_culture(self, seat: int, kind: Kind, points: int) -> None:
        """Move a culture tile from the general supply to a seat [P-13.18]."""
        field, own_tiles = CULTURE_FIELD[kind], self.realm(seat).culture(kind)
        stocks = (Stock(stock.points, stock.tiles - (stock.points == points)) for stock in self.public.supply.culture(kind))
        self.change_realm(seat, **{field: tuple(sorted((*own_tiles, points), reverse=True))})
        self._change_supply(**{field: tuple(stocks)})

    def exchange(self, seat: int, place: int, slot: int) -> tuple[str, str]:
        """Swap a card in hand for one in the display; returns the card given and the card taken [P-5.7]."""
        cards, display = self.realm(seat).cards, self.public.display
        given_card, taken_card = cards[place], display[slot]
        self.change_realm(seat, cards=put(cards, place, taken_card))
        self.change(display=put(display, slot, given_card))
        return given_card, taken_card

    def _load(self, seat: int, cube: Cube, unit: Unit, count: int) -> None:
        units = self.realm(seat).units(unit)
        if cube == PROPER[unit]:
            updated = replace(units, proper=units.proper + count)
        else:
            updated = replace(units, favour=units.favour + count)
        self.change_realm(seat, **{UNIT_FIELD[unit]: updated})

    def _move(self, seat: int, gain: Cubes, loss: Cubes) -> None:
        realm, supply = self.realm(seat), self.public.supply
        food, money, favour = gain.food - loss.food, gain.money - loss.money, gain.favour - loss.favour
        self.change_realm(seat, food=realm.food + food, money=realm.money + money, favour=realm.favour + favour)
        self._change_supply(food=supply.food - food, money=supply.money - money, favour=supply.favour - favour)

    def _change_supply(self, **fields: Any) -> None:
        self.change(supply=replace(self.public.supply, **fields))
