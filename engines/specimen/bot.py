"""A modest opponent: decides from what its seat sees, by rules of thumb."""

from engines.contract import Filed, Pending, When
from engines.specimen.actions import Action, DrawFrom, Hire, Join, Offer, Pack, Rest, SealRoad
from engines.specimen.content import Road, content
from engines.specimen.decisions import draw, offer, packing, relay, saddle, stable
from engines.specimen.fallback import fallback
from engines.specimen.state import Courier, Public, Seen

DEAREST_HORSE = 3


def decide(seen: Seen, pending: Pending) -> Action | Filed[Action]:
    """What the bot does; where it has no opinion, what the deadline would do. While others are asked it files its horses."""
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
    """Offer the best letter beyond the two that will be packed, as long as there are such."""
    letters = sorted(seen.hand.letters if seen.hand else (), key=lambda letter: (_worth(seen.public, letter), letter))
    spare = letters[: -content(seen.public.version).limits.pack]
    return Offer(spare[-1]) if spare else fallback(seen, pending)


def _draw(public: Public) -> DrawFrom:
    """Court letters are worth more, but none should be left at the end."""
    return DrawFrom("town" if public.night == public.nights else "court")


def _plan(public: Public, pending: Pending) -> Filed[Action]:
    """As many horses as the ride may need, each for what it would pay for one by then."""
    is_cheap = stable.price_of_horse(public) <= DEAREST_HORSE
    hires = (Hire(DEAREST_HORSE),) * _needed(public, pending.seat) if is_cheap else ()
    return Filed(pending.key, (*hires, Rest()), how="each", otherwise="fallback")


def _hire(public: Public, seat: int) -> Hire | None:
    """Hire while it makes a failed ride likelier to pass."""
    price = stable.price_of_horse(public)
    return Hire(price) if _needed(public, seat) and price <= DEAREST_HORSE else None


def _needed(public: Public, seat: int) -> int:
    """How many more horses make a ride pass whatever is rolled."""
    courier = public.couriers[seat]
    return max(0, content(public.version).roads[courier.road or ""].climb - 1 - courier.horses)


def _best_road(public: Public, seat: int) -> str:
    """The road with the most points to expect for two letters worth three each, with the horses that can be paid for."""
    roads = content(public.version).roads.values()
    return max(roads, key=lambda road: _expected(public, public.couriers[seat], road)).id


def _expected(public: Public, courier: Courier, road: Road) -> int:
    """Points times the number of faces that pass, summed over the faces that do not as well."""
    limits = content(public.version).limits
    horses = 1 if courier.coins < 3 else 2
    passing = max(0, min(limits.die, limits.die + 1 - (road.climb - horses)))
    return passing * (3 + road.reward) + (limits.die - passing) * limits.late


def _worth(public: Public, letter: str) -> int:
    return content(public.version).letters[letter].worth
