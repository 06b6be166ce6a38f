"""Default moves at a deadline: no coins spent, nothing offered, no search; the same on every run."""

from engines.contract import Pending
from engines.specimen.actions import Action, Decline, DrawFrom, OfferNothing, Pack, Rest, SealRoad
from engines.specimen.content import BAGS, content
from engines.specimen.decisions import draw, offer, packing, relay, saddle, stable
from engines.specimen.state import Seen


def fallback(seen: Seen, pending: Pending) -> Action:
    """Return the default move for a decision.

    Depending on the decision, it is the easiest road, no offer, not joining a relay, the first bag, no horse, or the
    alphabetically first letter.
    """
    match pending.kind:
        case saddle.KIND:
            roads = content(seen.public.version).roads.values()
            return SealRoad(min(roads, key=lambda road: road.climb).id)
        case offer.KIND:
            return OfferNothing()
        case relay.KIND:
            return Decline()
        case draw.KIND:
            return DrawFrom(BAGS[0])
        case stable.KIND:
            return Rest()
        case packing.KIND if seen.hand is not None:
            return Pack(min(packing.unpacked(seen.hand)))
        case _:
            raise ValueError(f"{pending.kind} asked of {seen}")
