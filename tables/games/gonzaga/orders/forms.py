"""The forms of Gonzaga's standing orders: the best turn is taken, or the fief is donated. Plans are always asked."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engines.gonzaga.policy import DonateBelow, Policy, TakeMost
from engines.gonzaga.scoring import DONATION
from engines.gonzaga.state import Seen
from tables.games.contract import Ordered, Player
from tables.games.gonzaga.orders.words import order_words
from tables.games.kit.order_fields import Fields, number, one, shown
from tables.selectors.orders import KeptOrder

POINTS, RINGS = range(1, 100), range(3)
LABELS: Mapping[str, Promise] = {
    "points": gettext_lazy("Points it must bring at once"),
    "rings": gettext_lazy("Rings it may lay"),
    "below": gettext_lazy("Points a turn must bring, or the fief is donated"),
}
PROPOSED = {"points": "9", "rings": "0", "below": str(DONATION)}
"""Nine points are what three flourishing sites bring."""


def context(
    seen: Seen, orders: Sequence[KeptOrder], players: Sequence[Player], edited: Policy | None, given: Fields
) -> Mapping[str, Any]:
    """What ``_preferences.html`` and ``_orders.html`` show."""
    return {
        "said": [order_words(order.policy) for order in orders if order.is_armed],
        "labels": LABELS,
        "values": shown(PROPOSED, _values(edited), given),
        "least": POINTS[0],
        "most": POINTS[-1],
        "ring_choices": [str(rings) for rings in RINGS],
        "donation": DONATION,
    }


def form_of(order: Policy) -> str:
    """The name of the form in which an order can be changed."""
    return "take" if isinstance(order, TakeMost) else "donate"


def _values(order: Policy | None) -> dict[str, str]:
    match order:
        case TakeMost(points, rings):
            return {"points": str(points), "rings": str(rings)}
        case DonateBelow(points):
            return {"below": str(points)}
    return {}


def compose(fields: Fields) -> Ordered:
    """The order of a form: orders to take a turn add up, one to donate replaces the one before and is tried last.

    Raises ValueError for nonsense, IllegalAction for a number that makes no order.
    """
    match one(fields, "order"):
        case "take":
            return Ordered(first=[TakeMost(_points(fields, "points"), number(fields, "rings", LABELS["rings"], RINGS))])
        case "quick":
            return Ordered(first=[TakeMost(_points(fields, "points"))])
        case "donate":
            return Ordered(last=[DonateBelow(_points(fields, "below"))], replaces=(DonateBelow,))
        case unknown:
            raise ValueError(unknown)


def _points(fields: Fields, name: str) -> int:
    return number(fields, name, LABELS[name], POINTS)
