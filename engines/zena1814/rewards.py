"""Rewards of markers when a card is resolved, and their changes by events [Z-12]."""

from msgspec.structs import replace

from engines.zena1814.content import DICE_AREAS, Area, Gain
from engines.zena1814.loader import content
from engines.zena1814.state import Laid, Public

RELACOIN_AREAS: tuple[Area, ...] = ("port", "bank")
"""Areas in which an own marker makes Relaçoin pay, one point each [Z-18.11]."""
RELACOIN_POINTS = 1
FESTA_POINTS = 1
"""Points for the promoter of the Festa [Z-18.13]."""
FESTA_CARDS = 1
"""Number of cards every seat draws at the Festa [Z-18.14]."""


def reward(public: Public, area: Area, laid: Laid) -> Gain:
    """Return the reward of each marker of a card in an area; for a dice card, on success [Z-12.2, Z-16.9]."""
    printed = content(public.version).laid(laid.card).reward
    change = coin_change(public, area) if printed.coin else 0
    return replace(printed, coin=max(0, printed.coin + change)) if change else printed


def coin_change(public: Public, area: Area) -> int:
    """Return the event's change to each coin payout of a card in the area.

    A payout never falls below zero. Payouts without coins and other gains do not change [Z-5.3, Z-12.5, Z-12.6, R-18].
    """
    if public.event is None or area not in DICE_AREAS:
        return 0
    event = content(public.version).event(public.event)
    return event.bank if area == "bank" else event.port


def relacoin(public: Public, seat: int) -> Gain:
    """Return the reward of a marker on Relaçoin [Z-18.11, Z-18.12, R-22].

    Both areas add up. Any kind of card counts, once per area.
    """
    areas = sum(any(seat in laid.markers for laid in public.row(area)) for area in RELACOIN_AREAS)
    return Gain(vp=RELACOIN_POINTS * areas)
