"""A modest opponent that decides by rules of thumb from what its seat sees."""

from engines.contract import Filed, Pending, When
from engines.specimen.actions import Action, DrawFrom, Hire, Join, Offer, Pack, Rest, SealRoad
from engines.specimen.content import Road, content
from engines.specimen.decisions import draw, offer, packing, relay, saddle, stable
from engines.specimen.fallback import fallback
from engines.specimen.state import Courier, Public, Seen

DEAREST_HORSE = 3


def decide(seen: Seen, pending: Pending) -> Action | Filed[Action]:
    """Return the bot's choice, or the default move if it has no opinion.

    It queues the hiring of horses while other players decide.
    """
    match pending.kind:
        case saddle.KIND:
            return SealRoad(_best_road(seen.public, pending.seat))
        case offer.KIND:
            return _offer(seen, pending)
        case relay.KIND:
            places = (action for action in relay.legal(seen, pending) if isinstance(action, Join))
            return next(places, fallback(seen, pending))
        case draw.KIND:
            return _draw(seen.public)
        case stable.KIND if pending.when is When.MAY:
            return _plan(seen.public, pending)
        case stable.KIND:
            return _hire(seen.public, pending.seat) or fallback(seen, pending)
        case packing.KIND if seen.hand is not None:
            return Pack(max(packing.unpacked(seen.hand), key=lambda letter: (_worth(seen.public, letter), letter)))
        case _:
            return fallback(seen, pending)


def _offer(seen: Seen, pending: Pending) -> Action:
    """Return an offer of the best letter beyond the two to pack, or the default move."""
    letters = sorted(seen.hand.letters if seen.hand else (), key=lambda letter: (_worth(seen.public, letter), letter))
    spare = letters[: -content(seen.public.version).limits.pack]
    return Offer(spare[-1]) if spare else fallback(seen, pending)


def _draw(public: Public) -> DrawFrom:
    """Return a draw from the court bag, or from the town bag on the last night.

    Court letters are worth more, but none should be left at the end.
    """
    return DrawFrom("town" if public.night == public.nights else "court")


def _plan(public: Public, pending: Pending) -> Filed[Action]:
    """Return the hires that the ride can need, each at the highest price the bot would pay."""
    is_cheap = stable.price_of_horse(public) <= DEAREST_HORSE
    hires = (Hire(DEAREST_HORSE),) * _needed(public, pending.seat) if is_cheap else ()
    return Filed(pending.key, (*hires, Rest()), how="each", otherwise="fallback")


def _hire(public: Public, seat: int) -> Hire | None:
    """Return a hire if a cheap horse still makes the ride safer, or None."""
    price = stable.price_of_horse(public)
    return Hire(price) if _needed(public, seat) and price <= DEAREST_HORSE else None


def _needed(public: Public, seat: int) -> int:
    """Return the number of further horses with which the ride succeeds on any roll."""
    courier = public.couriers[seat]
    return max(0, content(public.version).roads[courier.road or ""].climb - 1 - courier.horses)


def _best_road(public: Public, seat: int) -> str:
    """Return the road with the most expected points, for two letters worth three each.

    It assumes one horse, or two for a courier with at least three coins.
    """
    roads = content(public.version).roads.values()
    return max(roads, key=lambda road: _expected(public, public.couriers[seat], road)).id


def _expected(public: Public, courier: Courier, road: Road) -> int:
    """Return the expected points, multiplied by the number of faces of the die.

    Each passing face counts the points on success, each other face the points on failure.
    """
    limits = content(public.version).limits
    horses = 1 if courier.coins < 3 else 2
    passing = max(0, min(limits.die, limits.die + 1 - (road.climb - horses)))
    return passing * (3 + road.reward) + (limits.die - passing) * limits.late


def _worth(public: Public, letter: str) -> int:
    return content(public.version).letters[letter].worth
