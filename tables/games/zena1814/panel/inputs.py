"""Values of the inputs in Zena 1814's forms: written for the page, and read as actions."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from engines.contract import IllegalAction
from engines.zena1814.actions import Action, Reclaimed
from engines.zena1814.content import FIGURES
from tables.games.kit.inputs import filled

LOWER = "lower"
STEP = "step-"
"""Prefix of the fields for a draft's earlier steps, followed by two digits."""


def source_value(source: Reclaimed) -> str:
    """Return the input value of a marker to reclaim from a card."""
    return f"{source.laid}-{LOWER}" if source.lower else str(source.laid)


def compose(kind: str, fields: Mapping[str, str]) -> list[Action]:
    """Return the actions of a form, after those of the draft's earlier steps.

    Raises ValueError for unknown or invalid values, IllegalAction for a wrong number of cards to discard.
    """
    if kind not in _READERS:
        raise ValueError(kind)
    steps = [fields[name] for name in sorted(fields) if name.startswith(STEP)]
    try:
        drafted = [msgspec.json.decode(step, type=Action) for step in steps]
        return [*drafted, *(msgspec.convert(action, Action) for action in _READERS[kind](fields))]
    except msgspec.MsgspecError as error:
        raise ValueError(str(error)) from error


type _Found = list[dict[str, Any]]


def _place(fields: Mapping[str, str]) -> _Found:
    """Return the placement of each figure that the form sends with a card."""
    return [{"type": "SealFigure", "figure": figure, "card": fields[figure]} for figure in FIGURES if figure in fields]


def _offer(fields: Mapping[str, str]) -> _Found:
    second = _number(fields, "markers") == 2
    names = ("source", "second_source") if second else ("source",)
    reclaim = [_source(fields[name]) for name in names if fields.get(name)]
    return [{"type": "OfferCard", "card": fields.get("card", ""), "second": second, "reclaim": reclaim}]


def _influence(fields: Mapping[str, str]) -> _Found:
    reclaim = _source(fields["source"]) if fields.get("source") else None
    values = {"laid": _number(fields, "laid"), "at_most": _number(fields, "at_most"), "reclaim": reclaim}
    return [{"type": "Influence", **values}]


def _dice(fields: Mapping[str, str]) -> _Found:
    """Return the payment for a roll: a number of coins, or a modifier to reach within a limit.

    A limit above that modifier is lowered to it.
    """
    if fields.get("pay") == "raise":
        modifier, limit = _number(fields, "modifier"), _number(fields, "at_most")
        return [{"type": "RaiseTo", "modifier": modifier, "at_most": min(modifier, limit)}]
    return [{"type": "PayCoins", "coins": _number(fields, "coins") if fields.get("pay") == "pay" else 0}]


def _discard(fields: Mapping[str, str]) -> _Found:
    """Return the ticked cards. Raises IllegalAction for a wrong number of cards."""
    cards = [value for name, value in fields.items() if name.startswith("card-")]
    required = _number(fields, "wanted")
    if len(cards) != required:
        raise IllegalAction("wrong_number", "Z-15.1", wanted=required, given=len(cards))
    return [{"type": "Discard", "card": card} for card in cards]


def _source(value: str) -> dict[str, Any]:
    number, _, lower = value.partition("-")
    return {"laid": int(number), "lower": lower == LOWER}


def _number(fields: Mapping[str, str], name: str) -> int:
    return int(filled(fields, name))


_READERS: dict[str, Callable[[Mapping[str, str]], _Found]] = {
    "place": _place,
    "offer": _offer,
    "influence": _influence,
    "dice": _dice,
    "discard": _discard,
}
