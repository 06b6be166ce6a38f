"""Forms of Principato's standing orders: supplying units at a scoring, and giving units back after it.

A seat has at most one order of each kind: a new one replaces the previous one. There are no orders for turns.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engines.principato.policy import (
    FeedAll,
    FeedExactly,
    FeedNone,
    FeedToKeepRank,
    FeedToReach,
    KeepAtMost,
    Policy,
    ReleaseNone,
    ReleaseUnfed,
)
from engines.principato.state import Seen
from tables.games.contract import Ordered, Player
from tables.games.kit.order_fields import Fields, form_values, last_value
from tables.games.kit.order_forms import Choice, OrderForm, Whole
from tables.games.principato.orders.words import order_words
from tables.selectors.orders import KeptOrder

FEEDING = (FeedAll, FeedNone, FeedExactly, FeedToReach, FeedToKeepRank)
RELEASING = (ReleaseNone, KeepAtMost, ReleaseUnfed)
ASK, STAY = "ask", "stay"
COUNT, STRENGTH, RANK = range(100), range(1, 100), range(1, 5)
CUBES = ("food", "money", "favour_militia", "favour_condottieri")
PROPOSED = {
    "feed": "rank",
    "rank": "1",
    "rank_otherwise": "none",
    "strength": "3",
    "reach_otherwise": "none",
    "keep_favour": "",
    **dict.fromkeys(CUBES, "0"),
    "release": "all",
    "condottieri": "0",
    "militia": "0",
}
QUICK: Mapping[str, Policy] = {
    "ahead": FeedToKeepRank(1, "none"),
    "most": FeedAll(),
    "nobody": FeedNone(),
    "all": ReleaseNone(),
    "unfed": ReleaseUnfed(),
}
"""Orders offered on the table page, by form value."""


class Feed(OrderForm):
    """Order to supply units."""

    feed = Choice("rank", "reach", "all", "exactly", "none")
    rank = Whole(RANK, gettext_lazy("Enough to be"))
    rank_otherwise = Choice("all", "none")
    strength = Whole(STRENGTH, gettext_lazy("Strength"))
    reach_otherwise = Choice("all", "none")
    keep_favour = forms.BooleanField(required=False)
    food = Whole(COUNT, gettext_lazy("Food onto militia"))
    money = Whole(COUNT, gettext_lazy("Money onto condottieri"))
    favour_militia = Whole(COUNT, gettext_lazy("Favour onto militia"))
    favour_condottieri = Whole(COUNT, gettext_lazy("Favour onto condottieri"))

    use_required_attribute = False
    only_with = {
        **dict.fromkeys(("rank", "rank_otherwise"), ("feed", "rank")),
        **dict.fromkeys(("strength", "reach_otherwise"), ("feed", "reach")),
        **dict.fromkeys(CUBES, ("feed", "exactly")),
    }

    @property
    def cubes(self) -> Sequence[forms.BoundField]:
        """Fields for the number of cubes of each kind."""
        return [self[name] for name in CUBES]


class Release(OrderForm):
    """Order to give units back."""

    release = Choice("all", "unfed", "at_most")
    condottieri = Whole(COUNT, gettext_lazy("Condottieri"))
    militia = Whole(COUNT, gettext_lazy("Militia"))

    use_required_attribute = False
    only_with = dict.fromkeys(("condottieri", "militia"), ("release", "at_most"))


def context(
    seen: Seen, orders: Sequence[KeptOrder], players: Sequence[Player], edited: Policy | None, posted: Fields
) -> Mapping[str, Any]:
    """Return the context of ``_preferences.html`` and ``_orders.html``.

    A form shows refused values, or the order being changed, or the active order, or a proposal.
    """
    policies = [order.policy for order in orders if order.is_armed]
    feeding, releasing = _of(FEEDING, policies), _of(RELEASING, policies)
    ordered = _values(feeding) | _values(releasing) | _values(edited)
    values, sent = form_values(PROPOSED, ordered, posted), last_value(posted, "order")
    return {
        "values": values,
        "feed": SimpleLazyObject(lambda: Feed(posted if sent == "feed" else None, values)),
        "release": SimpleLazyObject(lambda: Release(posted if sent == "release" else None, values)),
        "ranks": [(str(rank), _rank(rank)) for rank in _ranks(seen)],
        "feeding": _quick(feeding),
        "releasing": _quick(releasing),
        "feeding_words": order_words(feeding) if feeding else "",
        "releasing_words": order_words(releasing) if releasing else "",
    }


def form_of(order: Policy) -> str:
    """Return the name of the form for changing an order."""
    return "feed" if isinstance(order, FEEDING) else "release"


def _of(kinds: tuple[type, ...], policies: Sequence[Policy]) -> Policy | None:
    """Return the first of the policies that is of one of ``kinds``, or None."""
    return next((policy for policy in policies if isinstance(policy, kinds)), None)


def _quick(order: Policy | None) -> str:
    """Return the marked choice on the table page: one of ``QUICK``, ``STAY`` for another order, ``ASK`` for none."""
    if order is None:
        return ASK
    return next((name for name, policy in QUICK.items() if policy == order), STAY)


def _ranks(seen: Seen) -> range:
    """Return the ranks to choose from, without the last one, which every army reaches."""
    return range(1, len(seen.public.realms))


def _rank(rank: int) -> str:
    if rank == 1:
        return _("ahead of everybody")
    words = ngettext("tied with or behind at most %(count)d other", "tied with or behind at most %(count)d others", rank - 1)
    return words % {"count": rank - 1}


def _values(order: Policy | None) -> dict[str, str]:
    """Return the values of the form's inputs for an order. They are empty for None."""
    match order:
        case FeedToKeepRank(rank, otherwise):
            return {"feed": "rank", "rank": str(rank), "rank_otherwise": otherwise}
        case FeedToReach(strength, otherwise):
            return {"feed": "reach", "strength": str(strength), "reach_otherwise": otherwise}
        case FeedAll(keep_favour):
            return {"feed": "all", "keep_favour": "on" if keep_favour else ""}
        case FeedExactly():
            return {"feed": "exactly", **{name: str(getattr(order, name)) for name in CUBES}}
        case FeedNone():
            return {"feed": "none"}
        case KeepAtMost(condottieri, militia):
            return {"release": "at_most", "condottieri": str(condottieri), "militia": str(militia)}
        case ReleaseNone():
            return {"release": "all"}
        case ReleaseUnfed():
            return {"release": "unfed"}
    return {}


# Reading the forms


def compose(fields: Fields) -> Ordered:
    """Return the orders from a posted form. Raises ValueError for unknown values, IllegalAction for an invalid number."""
    match last_value(fields, "order"):
        case "feed":
            return Ordered(last=[_feeding(fields)], replaces=FEEDING)
        case "release":
            return Ordered(last=[_releasing(fields)], replaces=RELEASING)
        case "preferences":
            return _preferred(fields)
        case unknown:
            raise ValueError(unknown)


def _feeding(fields: Fields) -> Policy:
    values = Feed(fields).checked_values()
    match values["feed"]:
        case "rank":
            return FeedToKeepRank(values["rank"], values["rank_otherwise"])
        case "reach":
            return FeedToReach(values["strength"], values["reach_otherwise"])
        case "all":
            return FeedAll(keep_favour=values["keep_favour"])
        case "exactly":
            counts = [values[name] for name in CUBES]
            return FeedExactly(*counts) if any(counts) else FeedNone()
    return FeedNone()


def _releasing(fields: Fields) -> Policy:
    values = Release(fields).checked_values()
    match values["release"]:
        case "all":
            return ReleaseNone()
        case "unfed":
            return ReleaseUnfed()
    return KeepAtMost(values["condottieri"], values["militia"])


def _preferred(fields: Fields) -> Ordered:
    """Return the orders chosen on the table page. A kind with the value ``STAY`` keeps its order; ``ASK`` removes it."""
    chosen = {kinds: last_value(fields, name) for name, kinds in (("feeding", FEEDING), ("releasing", RELEASING))}
    changed = {kinds: value for kinds, value in chosen.items() if value != STAY}
    policies = [_quickly(value, kinds) for kinds, value in changed.items() if value != ASK]
    return Ordered(last=policies, replaces=tuple(kind for kinds in changed for kind in kinds), lasting=True)


def _quickly(value: str, kinds: tuple[type, ...]) -> Policy:
    if value not in QUICK or not isinstance(QUICK[value], kinds):
        raise ValueError(value)
    return QUICK[value]
