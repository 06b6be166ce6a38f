"""Forms of Gonzaga's standing orders: take the best turn, or donate the fief. Plans are always decided by the player."""

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
from tables.games.kit.order_fields import Fields, form_values, last_value
from tables.games.kit.order_forms import OrderForm, Whole
from tables.games.kit.spoken import cached_by_language
from tables.selectors.orders import KeptOrder

POINTS, RINGS = range(1, 100), range(3)
PROPOSED = {"points": "9", "rings": "0", "below": str(DONATION)}
"""Three flourishing sites score nine points."""


class Quick(OrderForm):
    """Order to take the best turn without weddings."""

    points = Whole(POINTS, gettext_lazy("Points it must score immediately"))


class Take(Quick):
    """Order to take the best turn."""

    rings = Whole(RINGS, gettext_lazy("Rings it may use"))


class Donate(OrderForm):
    """Order to donate the fief if no turn scores enough."""

    below = Whole(POINTS, gettext_lazy("Minimum points for a turn, otherwise donate"))


def context(
    seen: Seen, orders: Sequence[KeptOrder], players: Sequence[Player], edited: Policy | None, posted: Fields
) -> Mapping[str, Any]:
    """Return the context of ``_preferences.html`` and ``_orders.html``. A form that is not shown is not built."""
    values = form_values(PROPOSED, _values(edited), posted)
    sent = last_value(posted, "order")
    return {
        "active_orders": [order_words(order.policy) for order in orders if order.is_armed],
        "quick_points": SimpleLazyObject(lambda: _points_field(values["points"])),
        "take": SimpleLazyObject(
            lambda: Take({"rings": [values["rings"]], **posted} if sent in ("quick", "take") else None, values)
        ),
        "donate": SimpleLazyObject(lambda: Donate(posted if sent == "donate" else None, values)),
        "rings": values["rings"],
        "ring_choices": [str(rings) for rings in RINGS],
        "donation": DONATION,
    }


@cached_by_language
def _points_field(points: str) -> SafeString:
    """Return the field of the quick form. Most table pages show it with the proposed number."""
    return Quick(initial={"points": points})["points"].as_widget()


def form_of(order: Policy) -> str:
    """Return the name of the form for changing an order."""
    return "take" if isinstance(order, TakeMost) else "donate"


def _values(order: Policy | None) -> dict[str, str]:
    match order:
        case TakeMost(points, rings):
            return {"points": str(points), "rings": str(rings)}
        case DonateBelow(points):
            return {"below": str(points)}
    return {}


def compose(fields: Fields) -> Ordered:
    """Return the order of a form.

    Orders to take a turn add up. An order to donate replaces the previous one and is tried last.

    Raises ValueError for nonsense, IllegalAction for an invalid number.
    """
    match last_value(fields, "order"):
        case "take":
            return Ordered(first=[TakeMost(**Take(fields).checked_values())])
        case "quick":
            return Ordered(first=[TakeMost(**Quick(fields).checked_values())])
        case "donate":
            return Ordered(last=[DonateBelow(Donate(fields).checked_values()["below"])], replaces=(DonateBelow,))
        case unknown:
            raise ValueError(unknown)
