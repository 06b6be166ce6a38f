"""News on the Principato board: the results of some events, to be shown as new."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from engines.principato import events
from engines.principato.actions import Cubes
from engines.principato.state import Public
from tables.games.principato.board.pieces import Fresh


class News(NamedTuple):
    """New cards by their slots, counted from 0, and new tiles and cubes of each principality."""

    slots: frozenset[int]
    realms: tuple[Fresh, ...]


def news(public: Public, marked: Iterable[Any]) -> News:
    """Return the results of the marked events, at their current places."""
    entries = list(marked)
    counters = [Counter[str]() for _realm in public.realms]
    for event in entries:
        if (seat := getattr(event, "seat", None)) is not None:
            counters[seat].update(_brought(event))
    return News(frozenset(_slots(public, entries)), tuple(counters))


def _brought(event: Any) -> dict[str, int]:
    match event:
        case events.TilesBuilt(_seat, _card, tile, count, paid):
            return {tile: count} | _spent(paid)
        case events.CultureCreated(_seat, _card, kind, points, paid):
            return {f"{kind} {points}": 1} | _spent(paid)
        case events.UnitsRecruited(_seat, _card, unit, count):
            return {unit: count}
        case events.CubesCollected(_seat, _card, gained, onto):
            return {"food": gained.food - onto.food, "money": gained.money - onto.money}
        case events.FavourTaken(_seat, "church"):
            return {"favour": 1}
        case events.CubesStationed(_seat, cube, _unit, count):
            return {cube: -count}
        case _:
            return {}


def _spent(paid: Cubes) -> dict[str, int]:
    return {"food": -paid.food, "money": -paid.money, "favour": -paid.favour}


def _slots(public: Public, entries: Iterable[Any]) -> set[int]:
    """Return the slots of new cards. They move to the left with each card that drops out."""
    slots: set[int] = set()
    for event in entries:
        match event:
            case events.CardsExchanged():
                slots.add(event.slot)
            case events.CardDropped():
                slots = {slot - 1 for slot in slots if slot}
            case events.CardTurnedUp():
                slots.add(len(public.display) - 1)
    return slots
