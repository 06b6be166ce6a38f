"""Standing orders: they make decisions for a courier."""

from typing import Annotated

import msgspec

from engines.contract import Abstain, Pending
from engines.specimen.actions import Action, Decline, DrawFrom, Join
from engines.specimen.content import Bag
from engines.specimen.decisions import draw, relay
from engines.specimen.options import Options
from engines.specimen.state import Seen


class JoinUpTo(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Join every relay up to this place, decline the others; 0 declines all [S-4.3]."""

    place: Annotated[int, msgspec.Meta(ge=0, le=9)]


class AlwaysDraw(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Draw from this bag whenever there is a choice [S-4.4]."""

    bag: Bag


type Policy = JoinUpTo | AlwaysDraw


def habits(options: Options) -> tuple[Policy, ...]:
    """Return an order to draw from the bag in the options, if any."""
    return () if isinstance(options.habit, msgspec.UnsetType) else (AlwaysDraw(options.habit),)


def usual(options: Options, seats: int) -> tuple[Policy, ...]:
    """Return orders to join first places, which are cheap, and to draw court letters, which are worth more."""
    return JoinUpTo(1), AlwaysDraw("court")


def answer(order: Policy, seen: Seen, pending: Pending) -> Action | Abstain:
    """Return the answer of an order to a decision, or an abstention if the order is for another kind of decision."""
    match order, pending.kind:
        case JoinUpTo(place), relay.KIND:
            places = [action for action in relay.legal(seen, pending) if isinstance(action, Join) and action.place <= place]
            return places[0] if places else Decline()
        case AlwaysDraw(bag), draw.KIND:
            return DrawFrom(bag)
        case _:
            return Abstain("no_order")
