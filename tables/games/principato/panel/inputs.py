"""Values of the inputs in Principato's forms: written for the page, and read as actions."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from engines.principato.actions import Action, Cubes, FeedUnits
from tables.games.kit.inputs import filled

OWN = "own"
"""Form value of the choice to use the number fields."""


def deal_value(offer: int, pay: Cubes) -> str:
    """Return the input value of an offer and its payment."""
    return joined(offer, pay.food, pay.money, pay.favour)


def gain_value(gain: Cubes, onto: Cubes) -> str:
    """Return the input value of a gain and the part of it that goes straight onto units."""
    return joined(gain.food, gain.money, onto.food, onto.money)


def feed_value(fed: FeedUnits) -> str:
    """Return the input value of the cubes put onto units before a scoring."""
    return joined(fed.food, fed.money, fed.favour_militia, fed.favour_condottieri)


def take_value(slot: int, card: str) -> str:
    """Return the input value of a card of the display.

    It contains the slot and the card, so that the engine can refuse it if another card is in the slot.
    """
    return f"{slot}-{card}"


def joined(*numbers: int) -> str:
    """Return numbers joined in one field."""
    return "-".join(map(str, numbers))


def compose(kind: str, fields: Mapping[str, str]) -> list[Action]:
    """Return one action from the inputs of a form. Raises ValueError for unknown or invalid values."""
    if kind not in _READERS:
        raise ValueError(kind)
    name, reader = _READERS[kind]
    try:
        return [msgspec.convert({"type": name, **reader(fields)}, Action)]
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from error


def _deal(fields: Mapping[str, str]) -> dict[str, Any]:
    offer, food, money, favour = _numbers(fields, "deal", 4)
    pay = {"food": food, "money": money, "favour": favour}
    return {"card": _number(fields, "card"), "offer": offer, "pay": pay, **_take(fields)}


def _create(fields: Mapping[str, str]) -> dict[str, Any]:
    return _deal(fields) | {"points": _number(fields, "points")}


def _recruit(fields: Mapping[str, str]) -> dict[str, Any]:
    return {"card": _number(fields, "card"), "count": _number(fields, "count"), **_take(fields)}


def _collect(fields: Mapping[str, str]) -> dict[str, Any]:
    food, money, onto_militia, onto_condottieri = _numbers(fields, "gain", 4)
    return {
        "card": _number(fields, "card"),
        "gain": {"food": food, "money": money},
        "onto": {"food": onto_militia, "money": onto_condottieri},
        **_take(fields),
    }


def _exchange(fields: Mapping[str, str]) -> dict[str, Any]:
    return {"card": _number(fields, "card"), **_taken(fields.get("take", ""))}


def _station(fields: Mapping[str, str]) -> dict[str, Any]:
    return {"cube": fields.get("cube"), "unit": fields.get("unit"), "count": _number(fields, "count")}


def _feed(fields: Mapping[str, str]) -> dict[str, Any]:
    names = ("food", "money", "favour_militia", "favour_condottieri")
    return dict(zip(names, _chosen(fields, names), strict=True))


def _release(fields: Mapping[str, str]) -> dict[str, Any]:
    names = ("condottieri", "militia")
    return dict(zip(names, _chosen(fields, names), strict=True))


def _chosen(fields: Mapping[str, str], names: tuple[str, ...]) -> list[int]:
    """Return the numbers of a ready choice, or those of the number fields.

    An empty field has its preset value. A field without a preset is zero.
    """
    if fields.get("choice") != OWN:
        return _numbers(fields, "choice", len(names))
    return [int(filled(fields, name) or 0) for name in names]


def _take(fields: Mapping[str, str]) -> dict[str, Any]:
    return _taken(fields["take"]) if "take" in fields else {}


def _taken(value: str) -> dict[str, Any]:
    slot, _dash, card = value.partition("-")
    return {"take": int(slot)} | ({"named": card} if card else {})


def _number(fields: Mapping[str, str], name: str) -> int:
    return int(filled(fields, name))


def _numbers(fields: Mapping[str, str], name: str, count: int) -> list[int]:
    numbers = [int(part) for part in fields.get(name, "").split("-")]
    if len(numbers) != count:
        raise ValueError(name)
    return numbers


_READERS: dict[str, tuple[str, Callable[[Mapping[str, str]], dict[str, Any]]]] = {
    "build": ("BuildTiles", _deal),
    "create": ("CreateCulture", _create),
    "recruit": ("RecruitUnits", _recruit),
    "collect": ("CollectCubes", _collect),
    "exchange": ("ExchangeCard", _exchange),
    "station": ("StationCubes", _station),
    "feed": ("FeedUnits", _feed),
    "release": ("ReleaseUnits", _release),
}
