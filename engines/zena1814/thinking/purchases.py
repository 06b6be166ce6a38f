"""Costs and gains of markers on cards in rows and on cards offered from the hand."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from engines.zena1814 import markers
from engines.zena1814.actions import Influence, OfferCard, Reclaimed
from engines.zena1814.content import Area, Battle, Offerable
from engines.zena1814.state import Laid
from engines.zena1814.thinking.stakes import Stakes
from engines.zena1814.thinking.worth import Worth

NEW = 0
"""Number of a card that is not in a row yet."""


class Purchase(NamedTuple):
    """An action that places markers: its area, its price, and its worth beyond the price."""

    action: Influence | OfferCard
    area: Area
    price: int
    profit: float


class Market:
    """Purchases of one seat, as if it had figures in every area."""

    def __init__(self, worth: Worth, stakes: Stakes, fresh: tuple[int, ...] = ()) -> None:
        self.worth, self.stakes, self.fresh = worth, stakes, fresh
        self.public, self.seat, self.facts = worth.public, worth.seat, worth.facts
        self.weights, self.supply = worth.weights, worth.family.supply
        self.limit = markers.limit(self.public)

    def influences(self) -> Iterator[Purchase]:
        """Yield an influence on each card in a row where a marker is worth its price."""
        for row in self.public.rows:
            for laid in row.cards:
                purchase = self.influence(row.area, laid)
                if purchase is not None and purchase.profit > self.weights.eager:
                    yield purchase

    def influence(self, area: Area, laid: Laid) -> Purchase | None:
        """Return a marker on a card, or None if there is no room or it cannot be paid."""
        slot = markers.free_slot(laid, self.facts)
        if slot is None or laid.markers.count(self.seat) >= self.limit or not self.can_pay(laid.card, slot, 1):
            return None
        source = self.source(laid.number)
        if not self.supply and source is None:
            return None
        price = markers.price(laid.card, slot, self.facts)
        profit = self.placing(area, laid, 1) - self.giving(source)
        return Purchase(Influence(laid.number, price, source), area, price, profit)

    def placing(self, area: Area, laid: Laid, count: int) -> float:
        """Return the worth of placing ``count`` markers now, less their prices."""
        newer = self.stakes.newer(area, laid.number) if laid.number else 0
        total = 0.0
        for _ in range(count):
            slot = len(laid.markers) + 1
            laid = Laid(laid.number, laid.card, (*laid.markers, self.seat), laid.moved)
            total += self.stakes.marker(area, laid, newer) - markers.price(laid.card, slot, self.facts) * self.worth.coin
            total += self._bonus(laid, slot)
        return total - self._tying(count)

    def giving(self, source: Reclaimed | None) -> float:
        """Return the loss from reclaiming a marker."""
        return self.stakes.placed_marker(source.laid) if source is not None else 0.0

    def offers(self, hand: Sequence[str]) -> Iterator[Purchase]:
        """Yield the offers of cards in hand that are worth their price, with one marker or with two."""
        for name in dict.fromkeys(hand):
            if self.facts.deck_of(name) == "action":
                card = self.facts.action(name)
                choices = (self.offer(card, count) for count in range(1, min(self.limit, len(card.cost)) + 1))
                yield from (purchase for purchase in choices if purchase is not None and purchase.profit > self.weights.eager)

    def offer(self, card: Offerable, count: int) -> Purchase | None:
        """Return an offer of a card with ``count`` own markers, or None if coins or markers do not suffice.

        Two markers come only from the supply.
        """
        if not self.can_pay(card.id, 1, count) or 0 < self.supply < count or (count > 1 and not self.supply):
            return None
        source = self.source(None)
        if not self.supply and source is None:
            return None
        profit = self.placing(card.area, Laid(NEW, card.id), count) + self._joined(card, count) - self.giving(source)
        action = OfferCard(card.id, count > 1, (source,) if source is not None else ())
        return Purchase(action, card.area, markers.price(card.id, 1, self.facts, count), profit)

    def can_pay(self, card: str, slot: int, count: int) -> bool:
        """Return whether the seat can pay for ``count`` slots and keep the coins it never spends."""
        price = markers.price(card, slot, self.facts, count)
        return price <= self.worth.family.coins - self.weights.reserve

    def source(self, target: int | None) -> Reclaimed | None:
        """Return the least valuable marker to reclaim if the supply is empty."""
        sources = markers.sources(self.public, self.seat, target, self.fresh)
        return min(sources, key=lambda source: (self.giving(source), source.laid, source.lower), default=None)

    def _bonus(self, laid: Laid, slot: int) -> float:
        """Return the worth of a new slot's bonus to the promoter: this seat, or a rival."""
        gain = markers.bonus(laid.card, slot, self.facts)
        if gain is None:
            return 0.0
        worth = self.worth.gain(gain)
        return worth if markers.promoter(laid) == self.seat else -worth * self.worth.rival

    def _tying(self, count: int) -> float:
        """Return the cost of tying down markers: they become scarce, except in the last round."""
        remaining = max(0, self.supply - count)
        return count * self.weights.marker / (1 + remaining) if self.worth.left else 0.0

    def _joined(self, card: Offerable, count: int) -> float:
        """Return the expected worth of others joining an offered card, less their own gains."""
        slots = range(count + 1, len(card.cost) + 1)
        joiners = sum(self._may_join(seat, card, count + 1) for seat in range(len(self.public.families)) if slots)
        total, owners = 0.0, (self.seat,) * count
        for index, slot in enumerate(slots):
            chance = _at_least(index + 1, joiners, self.weights.join)
            owners = (*owners, -1)
            gain = markers.bonus(card.id, slot, self.facts)
            own = self.worth.gain(gain) if gain is not None else 0.0
            theirs = self.stakes.marker(card.area, Laid(NEW, card.id, owners), 0) - card.cost[slot - 1] * self.worth.coin
            total += chance * (own - max(0.0, theirs) * self.worth.rival)
        return total

    def _may_join(self, seat: int, card: Offerable | Battle, slot: int) -> bool:
        if seat == self.seat or not isinstance(card, Offerable):
            return False
        family = self.public.families[seat]
        return family.stands_in(card.area) and family.coins >= card.cost[slot - 1]


def _at_least(count: int, total: int, chance: float) -> float:
    """Return the chance that at least ``count`` of ``total`` seats join, each with that chance."""
    if count > total:
        return 0.0
    return 1 - sum(_exactly(joined, total, chance) for joined in range(count))


def _exactly(count: int, total: int, chance: float) -> float:
    combination_count = sum(1 for _ in combinations(range(total), count))
    return float(combination_count * chance**count * (1 - chance) ** (total - count))
