"""Standing orders: what a courier wants answered without being asked."""

from typing import Annotated

import msgspec

from engines.contract import Abstain, Pending
from engines.specimen.actions import Action, Decline, DrawFrom, Join
from engines.specimen.content import Bag
from engines.specimen.decisions import draw, relay
from engines.specimen.options import Options
from engines.specimen.state import Seen


class JoinUpTo(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Join every relay whose next place is not beyond this one, decline the others; 0 declines all [S-4.3]."""

    place: Annotated[int, msgspec.Meta(ge=0, le=9)]


class AlwaysDraw(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Draw from this bag whenever there is a choice [S-4.4]."""

    bag: Bag


type Policy = JoinUpTo | AlwaysDraw


def habits(options: Options) -> tuple[Policy, ...]:
    """To draw as the options say, so that nobody is asked."""
    return () if isinstance(options.habit, msgspec.UnsetType) else (AlwaysDraw(options.habit),)


def usual(options: Options, seats: int) -> tuple[Policy, ...]:
    """First places are cheap, and court letters are worth more."""
    return JoinUpTo(1), AlwaysDraw("court")


def answer(order: Policy, seen: Seen, pending: Pending) -> Action | Abstain:
    """What an order says to a decision, or that it has nothing to say."""
    match order, pending.kind:
        case JoinUpTo(place), relay.KIND:
            places = [action for action in relay.legal(seen, pending) if isinstance(action, Join) and action.place <= place]
            return places[0] if places else Decline()
        case AlwaysDraw(bag), draw.KIND:
            return DrawFrom(bag)
        case _:
            return Abstain("no_order")
