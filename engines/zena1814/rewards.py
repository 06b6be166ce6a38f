"""What a marker on a card earns when the card resolves, and the event's change of it [Z-12]."""

from msgspec.structs import replace

from engines.zena1814.content import DICE_AREAS, Area, Gain
from engines.zena1814.loader import content
from engines.zena1814.state import Laid, Public

RELACOIN_AREAS: tuple[Area, ...] = ("port", "bank")
"""Where a marker of one's own makes Relaçoin pay, a point for each of these areas [Z-18.11]."""
RELACOIN_POINTS = 1
FESTA_POINTS = 1
"""What the promoter of the Festa gains [Z-18.13]."""
FESTA_CARDS = 1
"""What everybody draws at the Festa [Z-18.14]."""


def reward(public: Public, area: Area, laid: Laid) -> Gain:
    """What each marker of a card earns in an area; of a dice card, on success [Z-12.2, Z-16.9]."""
    printed = content(public.version).laid(laid.card).reward
    change = change_of_coins(public, area)
    return replace(printed, coin=max(0, printed.coin + change)) if printed.coin else printed


def change_of_coins(public: Public, area: Area) -> int:
    """What the event adds to each payout of coins by a card lying there, never below nothing; a payout without coins stays
    without, and nothing else changes [Z-5.3, Z-12.5, Z-12.6, R-18]."""
    if public.event is None or area not in DICE_AREAS:
        return 0
    event = content(public.version).event(public.event)
    return event.bank if area == "bank" else event.port


def relacoin(public: Public, seat: int) -> Gain:
    """What a marker on Relaçoin earns its owner: both conditions add up, and any kind of card counts, once for an area
    [Z-18.11, Z-18.12, R-22]."""
    areas = sum(any(seat in laid.markers for laid in public.row(area)) for area in RELACOIN_AREAS)
    return Gain(vp=RELACOIN_POINTS * areas)
