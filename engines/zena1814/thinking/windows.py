"""Joining a card in a window, or declining [Z-9]."""

from collections.abc import Iterator
from typing import NamedTuple

from engines.zena1814 import markers
from engines.zena1814.actions import Decline, React, Reclaimed
from engines.zena1814.content import Area
from engines.zena1814.state import Laid
from engines.zena1814.thinking.purchases import Market


class Joining(NamedTuple):
    """A reaction and its worth beyond its price."""

    action: React
    profit: float


def react(market: Market, area: Area, laid: Laid) -> React | Decline:
    """Return the best reaction at the topmost affordable slot, or declining if no marker is worth its price."""
    best = max(_joinings(market, area, laid), key=lambda joining: joining.profit, default=None)
    return Decline() if best is None or best.profit <= market.weights.eager else best.action


def weighed(market: Market, area: Area, laid: Laid) -> list[tuple[float, React | Decline]]:
    """Return the worth of joining beyond its price, and of declining, best first."""
    options: list[tuple[float, React | Decline]] = [(0.0, Decline())]
    options += [(joining.profit - market.weights.eager, joining.action) for joining in _joinings(market, area, laid)]
    return sorted(options, key=lambda option: -option[0])


def _joinings(market: Market, area: Area, laid: Laid) -> Iterator[Joining]:
    """Yield joining at the topmost affordable slot with one marker, or with two from the supply."""
    slots = markers.slots(laid.card, market.facts)
    coins = market.worth.family.coins
    for slot in range(len(laid.markers) + 1, slots + 1):
        price = markers.price(laid.card, slot, market.facts)
        if price <= coins:  # the seat is not asked if the free slot is dearer
            if price <= coins - market.weights.reserve:
                yield from _at(market, area, _filled_up(laid, slot), slot)
            return


def _at(market: Market, area: Area, laid: Laid, slot: int) -> Iterator[Joining]:
    source = market.source(laid.number)
    if market.supply or source is not None:
        reclaim: tuple[Reclaimed, ...] = () if source is None else (source,)
        yield Joining(React(slot, 1, reclaim), market.placing(area, laid, 1) - market.giving(source))
    most_markers = min(market.limit - laid.markers.count(market.seat), markers.slots(laid.card, market.facts) - slot + 1)
    if most_markers > 1 and market.supply > 1 and market.can_pay(laid.card, slot, 2):
        yield Joining(React(slot, 2), market.placing(area, laid, 2))


def _filled_up(laid: Laid, slot: int) -> Laid:
    """Return the card with other seats' markers in the slots above."""
    others = slot - 1 - len(laid.markers)
    return Laid(laid.number, laid.card, (*laid.markers, *(-1 for _ in range(others))), laid.moved)
