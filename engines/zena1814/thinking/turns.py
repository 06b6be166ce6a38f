"""Best turn: moves, offers and influences [Z-6]."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engines.zena1814.actions import EndTurn, Influence, MoveFigure, OfferCard, TakeBonus
from engines.zena1814.content import FIGURES, Area, Figure
from engines.zena1814.state import AskTurn
from engines.zena1814.thinking.ground import Ground, Places
from engines.zena1814.thinking.purchases import Market, Purchase
from engines.zena1814.thinking.worth import Worth

type Step = MoveFigure | OfferCard | Influence | TakeBonus | EndTurn


class BuyingPlan(NamedTuple):
    """A set of purchases and their total worth."""

    purchases: tuple[Purchase, ...]
    profit: float


NOTHING = BuyingPlan((), 0.0)


class Turn:
    """Rest of one seat's turn."""

    def __init__(self, worth: Worth, ground: Ground, market: Market, hand: Sequence[str], task: AskTurn) -> None:
        self.worth, self.ground, self.task = worth, ground, task
        self.purse = worth.family.coins - worth.weights.reserve
        self.markers = max(1, worth.family.supply)
        self.influences = sorted(market.influences(), key=_yield, reverse=True)
        self.offers = [] if task.offered or self._is_past_offering else sorted(market.offers(hand), key=_yield, reverse=True)
        self._sprees: dict[frozenset[Area], BuyingPlan] = {}

    @property
    def _is_past_offering(self) -> bool:
        return self.task.influenced and not self.worth.public.free_order

    def step(self) -> Step:
        """Return the next step of the best turn."""
        value, steps = max(self._turns(), key=lambda turn: turn[0])
        bonus = self._bonus()
        return bonus[1] if bonus is not None and bonus[0] >= value else steps[0]

    def weighed(self) -> list[tuple[float, tuple[Step, ...]]]:
        """Return each turn with its worth over ending it straight away, best first.

        Taking the bonus for no action is included.
        """
        turns = [*self._turns()]
        bonus = self._bonus()
        if bonus is not None:
            turns.insert(0, (bonus[0], (bonus[1],)))
        return sorted(turns, key=lambda turn: -turn[0])

    def plan(self, window: int | None) -> tuple[Influence | EndTurn, ...]:
        """Return the influences planned for after the window, and the end of the turn.

        The card of the window is left out, because it could be full by then.
        """
        buying_plan = self._spree(self.ground.places, offering=False)
        steps = (purchase.action for purchase in buying_plan.purchases)
        return (*(step for step in steps if isinstance(step, Influence) and step.laid != window), EndTurn())

    def _turns(self) -> Iterator[tuple[float, tuple[Step, ...]]]:
        """Yield worth and steps of the best turn without a move, then with each move."""
        plan_in_place = self._spree(self.ground.places)
        base = self.ground.value(self.ground.places)
        yield plan_in_place.profit, _steps(plan_in_place)
        if self._may_move:
            for figure, places in self._moves():
                plan = self._spree(places)
                gain = self.ground.value(places) - base - self.worth.weights.roam
                to = places[FIGURES.index(figure)]
                assert to is not None
                yield gain + plan.profit, (MoveFigure(figure, to), *_steps(plan))

    @property
    def _may_move(self) -> bool:
        return not (self.task.moved or self.task.offered or self.task.influenced)

    def _moves(self) -> Iterator[tuple[Figure, Places]]:
        current = self.ground.places
        for index, figure in enumerate(FIGURES):
            for area in self.ground.areas:
                if area != current[index]:
                    yield figure, (*current[:index], area, *current[index + 1 :])

    def _spree(self, places: Places, *, offering: bool = True) -> BuyingPlan:
        """Return the best purchases with figures in these areas."""
        areas = frozenset(place for place in places if place is not None)
        if not offering:
            return self._filled(NOTHING, areas)
        if areas not in self._sprees:
            offers = (BuyingPlan((offer,), offer.profit) for offer in self.offers if offer.area in areas)
            plans = (self._filled(start, areas) for start in (NOTHING, *offers))
            self._sprees[areas] = max(plans, key=lambda plan: plan.profit)
        return self._sprees[areas]

    def _filled(self, start: BuyingPlan, areas: frozenset[Area]) -> BuyingPlan:
        """Return the purchases extended by further influences, best yield first, while coins and supply last.

        Return no purchases if the seat cannot pay for ``start``.
        """
        purchases, profit = start
        purse = self.purse - sum(purchase.price for purchase in purchases)
        supply = self.markers - sum(_markers(purchase) for purchase in purchases)
        if purse < 0 or supply < 0:
            return NOTHING
        for influence in self.influences:
            if influence.area in areas and influence.price <= purse and supply > 0:
                purchases, profit = (*purchases, influence), profit + influence.profit
                purse, supply = purse - influence.price, supply - 1
        return BuyingPlan(purchases, profit)

    def _bonus(self) -> tuple[float, TakeBonus] | None:
        """Return the best bonus for a turn without actions: a coin or a card [Z-6.7]."""
        if self.task.step:
            return None
        decks = self.worth.public.decks
        bonuses: list[tuple[float, TakeBonus]] = [(self.worth.coin, TakeBonus("coin"))]
        if decks.action:
            bonuses.append((self.worth.use_of_action(self.worth.left), TakeBonus("action")))
        if decks.goal:
            bonuses.append((self.worth.use_of_goal(), TakeBonus("goal")))
        return max(bonuses, key=lambda bonus: bonus[0])


def _steps(plan: BuyingPlan) -> tuple[Step, ...]:
    return (*(purchase.action for purchase in plan.purchases), EndTurn())


def _markers(purchase: Purchase) -> int:
    return 2 if isinstance(purchase.action, OfferCard) and purchase.action.second else 1


def _yield(purchase: Purchase) -> float:
    return purchase.profit / purchase.price
