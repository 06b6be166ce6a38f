"""The forms of Gonzaga's standing orders: the best turn is taken, or the fief is donated. Plans are always asked."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from engines.gonzaga.policy import DonateBelow, Policy, TakeMost
from engines.gonzaga.scoring import DONATION
from engines.gonzaga.state import Seen
from tables.games.contract import Ordered, Player
from tables.games.gonzaga.orders.words import order_words
from tables.games.kit.order_fields import Fields, one, shown
from tables.games.kit.order_forms import MadeOrder, Whole
from tables.games.kit.spoken import spoken
from tables.selectors.orders import KeptOrder

POINTS, RINGS = range(1, 100), range(3)
PROPOSED = {"points": "9", "rings": "0", "below": str(DONATION)}
"""Nine points are what three flourishing sites bring."""


class Quick(MadeOrder):
    """The best turn, without weddings."""

    points = Whole(POINTS, gettext_lazy("Points it must bring at once"))


class Take(Quick):
    """The best turn."""

    rings = Whole(RINGS, gettext_lazy("Rings it may lay"))


class Donate(MadeOrder):
    """The fief, where no turn brings enough."""

    below = Whole(POINTS, gettext_lazy("Points a turn must bring, or the fief is donated"))


def context(
    seen: Seen, orders: Sequence[KeptOrder], players: Sequence[Player], edited: Policy | None, given: Fields
) -> Mapping[str, Any]:
    """What ``_preferences.html`` and ``_orders.html`` show; a form that is not shown is not made."""
    values = shown(PROPOSED, _values(edited), given)
    sent = one(given, "order")
    return {
        "said": [order_words(order.policy) for order in orders if order.is_armed],
        "quick_points": SimpleLazyObject(lambda: _points_field(values["points"])),
        "take": SimpleLazyObject(
            lambda: Take({"rings": [values["rings"]], **given} if sent in ("quick", "take") else None, values)
        ),
        "donate": SimpleLazyObject(lambda: Donate(given if sent == "donate" else None, values)),
        "rings": values["rings"],
        "ring_choices": [str(rings) for rings in RINGS],
        "donation": DONATION,
    }


@spoken
def _points_field(points: str) -> SafeString:
    """The field of the quick form, which most pages of a table show with the number that is proposed."""
    return Quick(initial={"points": points})["points"].as_widget()


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
            return Ordered(first=[TakeMost(**Take(fields).made())])
        case "quick":
            return Ordered(first=[TakeMost(**Quick(fields).made())])
        case "donate":
            return Ordered(last=[DonateBelow(Donate(fields).made()["below"])], replaces=(DonateBelow,))
        case unknown:
            raise ValueError(unknown)
