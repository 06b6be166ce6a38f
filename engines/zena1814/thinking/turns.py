"""The best turn: where to move, what to offer, what to influence [Z-6]."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engines.zena1814.actions import EndTurn, Influence, MoveFigure, OfferCard, TakeBonus
from engines.zena1814.content import FIGURES, Area, Figure
from engines.zena1814.state import AskTurn
from engines.zena1814.thinking.ground import Ground, Places
from engines.zena1814.thinking.purchases import Market, Purchase
from engines.zena1814.thinking.worth import Worth

type Step = MoveFigure | OfferCard | Influence | TakeBonus | EndTurn


class Spree(NamedTuple):
    """What is bought, and what it is worth in all."""

    purchases: tuple[Purchase, ...]
    profit: float


NOTHING = Spree((), 0.0)


class Turn:
    """What is left of one seat's turn."""

    def __init__(self, worth: Worth, ground: Ground, market: Market, hand: Sequence[str], task: AskTurn) -> None:
        self.worth, self.ground, self.task = worth, ground, task
        self.purse = worth.family.coins - worth.weights.reserve
        self.markers = max(1, worth.family.supply)
        self.influences = sorted(market.influences(), key=_yield, reverse=True)
        self.offers = [] if task.offered or self._is_past_offering else sorted(market.offers(hand), key=_yield, reverse=True)
        self._sprees: dict[frozenset[Area], Spree] = {}

    @property
    def _is_past_offering(self) -> bool:
        return self.task.influenced and not self.worth.public.free_order

    def step(self) -> Step:
        """The next step of the best turn."""
        value, steps = max(self._turns(), key=lambda turn: turn[0])
        bonus = self._bonus()
        return bonus[1] if bonus is not None and bonus[0] >= value else steps[0]

    def weighed(self) -> list[tuple[float, tuple[Step, ...]]]:
        """What every turn is worth beyond ending it at once, doing nothing for a bonus among them; the best first."""
        turns = [*self._turns()]
        bonus = self._bonus()
        if bonus is not None:
            turns.insert(0, (bonus[0], (bonus[1],)))
        return sorted(turns, key=lambda turn: -turn[0])

    def plan(self, window: int | None) -> tuple[Influence | EndTurn, ...]:
        """What is influenced once the window has closed; not the card of the window, which may be full by then."""
        spree = self._spree(self.ground.places, offering=False)
        steps = (purchase.action for purchase in spree.purchases)
        return (*(step for step in steps if isinstance(step, Influence) and step.laid != window), EndTurn())

    def _turns(self) -> Iterator[tuple[float, tuple[Step, ...]]]:
        """Staying, and every move, with the best that can be bought then; what comes first is preferred to its equals."""
        stay = self._spree(self.ground.places)
        base = self.ground.value(self.ground.places)
        yield stay.profit, _steps(stay)
        if self._may_move:
            for figure, places in self._moves():
                spree = self._spree(places)
                gained = self.ground.value(places) - base - self.worth.weights.roam
                to = places[FIGURES.index(figure)]
                assert to is not None
                yield gained + spree.profit, (MoveFigure(figure, to), *_steps(spree))

    @property
    def _may_move(self) -> bool:
        return not (self.task.moved or self.task.offered or self.task.influenced)

    def _moves(self) -> Iterator[tuple[Figure, Places]]:
        here = self.ground.places
        for index, figure in enumerate(FIGURES):
            for area in self.ground.areas:
                if area != here[index]:
                    yield figure, (*here[:index], area, *here[index + 1 :])

    def _spree(self, places: Places, *, offering: bool = True) -> Spree:
        """The best that can be bought standing like this."""
        areas = frozenset(place for place in places if place is not None)
        if not offering:
            return self._filled(NOTHING, areas)
        if areas not in self._sprees:
            offers = (Spree((offer,), offer.profit) for offer in self.offers if offer.area in areas)
            sprees = (self._filled(begun, areas) for begun in (NOTHING, *offers))
            self._sprees[areas] = max(sprees, key=lambda spree: spree.profit)
        return self._sprees[areas]

    def _filled(self, begun: Spree, areas: frozenset[Area]) -> Spree:
        """More markers as long as coins and supply go, those that yield most for their price first."""
        purchases, profit = begun
        purse = self.purse - sum(purchase.price for purchase in purchases)
        left = self.markers - sum(_markers(purchase) for purchase in purchases)
        if purse < 0 or left < 0:
            return NOTHING
        for influence in self.influences:
            if influence.area in areas and influence.price <= purse and left > 0:
                purchases, profit = (*purchases, influence), profit + influence.profit
                purse, left = purse - influence.price, left - 1
        return Spree(purchases, profit)

    def _bonus(self) -> tuple[float, TakeBonus] | None:
        """What doing nothing brings: a coin, or a card [Z-6.7]."""
        if self.task.step:
            return None
        decks = self.worth.public.decks
        bonuses: list[tuple[float, TakeBonus]] = [(self.worth.coin, TakeBonus("coin"))]
        if decks.action:
            bonuses.append((self.worth.use_of_action(self.worth.left), TakeBonus("action")))
        if decks.goal:
            bonuses.append((self.worth.use_of_goal(), TakeBonus("goal")))
        return max(bonuses, key=lambda bonus: bonus[0])


def _steps(spree: Spree) -> tuple[Step, ...]:
    return (*(purchase.action for purchase in spree.purchases), EndTurn())


def _markers(purchase: Purchase) -> int:
    return 2 if isinstance(purchase.action, OfferCard) and purchase.action.second else 1


def _yield(purchase: Purchase) -> float:
    return purchase.profit / purchase.price
