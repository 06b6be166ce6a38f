"""Whether to join a card in a window [Z-9]."""

from collections.abc import Iterator
from typing import NamedTuple

from engines.zena1814 import markers
from engines.zena1814.actions import Decline, React, Reclaimed
from engines.zena1814.content import Area
from engines.zena1814.state import Laid
from engines.zena1814.thinking.purchases import Market


class Joining(NamedTuple):
    """A reaction and what it is worth beyond its price."""

    action: React
    profit: float


def react(market: Market, area: Area, laid: Laid) -> React | Decline:
    """The best way to join at the topmost slot the seat can pay for, if any is worth it."""
    best = max(_joinings(market, area, laid), key=lambda joining: joining.profit, default=None)
    return Decline() if best is None or best.profit <= market.weights.eager else best.action


def weighed(market: Market, area: Area, laid: Laid) -> list[tuple[float, React | Decline]]:
    """What joining is worth beyond its price, and declining; the best first."""
    ways: list[tuple[float, React | Decline]] = [(0.0, Decline())]
    ways += [(joining.profit - market.weights.eager, joining.action) for joining in _joinings(market, area, laid)]
    return sorted(ways, key=lambda way: -way[0])


def _joinings(market: Market, area: Area, laid: Laid) -> Iterator[Joining]:
    """One marker, or two from the supply."""
    slots = markers.slots(laid.card, market.facts)
    coins = market.worth.family.coins
    for slot in range(len(laid.markers) + 1, slots + 1):
        price = markers.price(laid.card, slot, market.facts)
        if price <= coins:  # at its place the topmost slot, or it would not be asked
            if price <= coins - market.weights.reserve:
                yield from _at(market, area, _filled_up(laid, slot), slot)
            return


def _at(market: Market, area: Area, laid: Laid, slot: int) -> Iterator[Joining]:
    source = market.source(laid.number)
    if market.supply or source is not None:
        reclaim: tuple[Reclaimed, ...] = () if source is None else (source,)
        yield Joining(React(slot, 1, reclaim), market.placing(area, laid, 1) - market.giving(source))
    most = min(market.limit - laid.markers.count(market.seat), markers.slots(laid.card, market.facts) - slot + 1)
    if most > 1 and market.supply > 1 and market.can_pay(laid.card, slot, 2):
        yield Joining(React(slot, 2), market.placing(area, laid, 2))


def _filled_up(laid: Laid, slot: int) -> Laid:
    """The card with somebody else in the slots above."""
    others = slot - 1 - len(laid.markers)
    return Laid(laid.number, laid.card, (*laid.markers, *(-1 for _ in range(others))), laid.moved)
