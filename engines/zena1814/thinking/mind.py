"""What one seat thinks of one position: the opinions the decisions share, each made when it is first needed."""

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
    """The opinions of a seat, by what it sees."""

    def __init__(self, seen: Seen, seat: int, weights: Weights) -> None:
        self.public, self.seat = seen.public, seat
        self.cards = discard.kept(seen.hand) if seen.hand is not None else ()
        self.worth = Worth(seen.public, seat, weights)

    @cached_property
    def goals(self) -> Goals:
        """Of the goals in hand."""
        return Goals(self.worth, self.cards)

    @cached_property
    def ground(self) -> Ground:
        """Of places to stand."""
        return Ground(self.worth, self.goals, self.cards)

    @cached_property
    def stakes(self) -> Stakes:
        """Of markers on cards."""
        return Stakes(self.worth, self.goals)

    @cached_property
    def market(self) -> Market:
        """Of placing markers, in a window or in the turn that is being played."""
        task = self.turn_task
        return Market(self.worth, self.stakes, task.fresh if task.seat == self.seat else ())

    @cached_property
    def turn(self) -> Turn:
        """Of what is left of the turn."""
        return Turn(self.worth, self.ground, self.market, self.cards, self.turn_task)

    @cached_property
    def keeping(self) -> Keeping:
        """Of the cards in hand."""
        return Keeping(self.worth, self.goals, self.ground, self.market, self.cards)

    @property
    def turn_task(self) -> AskTurn:
        """The turn being played, or the next; one that has not begun where none is to come."""
        return turn.find(self.public) or AskTurn(self.seat)
