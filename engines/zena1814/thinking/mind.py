"""Valuations of one position for one seat, each computed on first use."""

from functools import cached_property

from engines.zena1814.decisions import discard, turn
from engines.zena1814.state import AskTurn, Seen
from engines.zena1814.thinking.goals import Goals
from engines.zena1814.thinking.ground import Ground
from engines.zena1814.thinking.hands import Keeping
from engines.zena1814.thinking.purchases import Market
from engines.zena1814.thinking.stakes import Stakes
from engines.zena1814.thinking.turns import Turn
from engines.zena1814.thinking.weights import Weights
from engines.zena1814.thinking.worth import Worth


class Mind:
    """Valuations for one seat, from its own information."""

    def __init__(self, seen: Seen, seat: int, weights: Weights) -> None:
        self.public, self.seat = seen.public, seat
        self.cards = discard.remaining_cards(seen.hand) if seen.hand is not None else ()
        self.worth = Worth(seen.public, seat, weights)

    @cached_property
    def goals(self) -> Goals:
        """Valuation of the goals in hand."""
        return Goals(self.worth, self.cards)

    @cached_property
    def ground(self) -> Ground:
        """Valuation of areas for figures."""
        return Ground(self.worth, self.goals, self.cards)

    @cached_property
    def stakes(self) -> Stakes:
        """Valuation of markers on cards."""
        return Stakes(self.worth, self.goals)

    @cached_property
    def market(self) -> Market:
        """Valuation of placing markers, in a window or in the current turn."""
        task = self.turn_task
        return Market(self.worth, self.stakes, task.fresh if task.seat == self.seat else ())

    @cached_property
    def turn(self) -> Turn:
        """Valuation of the rest of the turn."""
        return Turn(self.worth, self.ground, self.market, self.cards, self.turn_task)

    @cached_property
    def keeping(self) -> Keeping:
        """Valuation of the cards in hand."""
        return Keeping(self.worth, self.goals, self.ground, self.market, self.cards)

    @property
    def turn_task(self) -> AskTurn:
        """The current turn, or the next one. If no turn is to come, a turn that has not begun."""
        return turn.find(self.public) or AskTurn(self.seat)
