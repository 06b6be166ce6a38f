"""What the cards of a hand are worth to keep."""

from engines.zena1814.actions import Discard, DrawFrom, PassCard
from engines.zena1814.state import Laid
from engines.zena1814.thinking.goals import Goals
from engines.zena1814.thinking.ground import Ground
from engines.zena1814.thinking.purchases import Market
from engines.zena1814.thinking.worth import Worth

FADING = 0.85
"""What is left of a card's worth for each better card that will be offered before it."""


class Keeping:
    """How one seat ranks the cards of its hand."""

    def __init__(self, worth: Worth, goals: Goals, ground: Ground, market: Market, cards: tuple[str, ...]) -> None:
        self.worth, self.goals, self.ground, self.market = worth, goals, ground, market
        self.cards = cards
        self.facts, self.weights = worth.facts, worth.weights

    def discard(self) -> Discard:
        """Put away the card that is worth least."""
        return Discard(self._worst())

    def give(self) -> PassCard:
        """Pass on the card that is worth least."""
        return PassCard(self._worst())

    def _worst(self) -> str:
        worths = self.worths()
        return min(self.cards, key=lambda name: (worths[name], name))

    def worths(self) -> dict[str, float]:
        """What each card is worth: goals for their points, actions for being offered one after the other."""
        holds = self.ground.holds()
        by_card = {name: self.goals.value(name, holds) * self.worth.waiting for name in self.goals.copies}
        actions = [name for name in self.cards if self.facts.deck_of(name) == "action"]
        offered = {name: self.offering(name) for name in dict.fromkeys(actions)}
        for place, name in enumerate(sorted(actions, key=lambda name: (-offered[name], name))):
            by_card[name] = offered[name] * FADING**place if place < self.worth.left else 0.0
        return by_card

    def offering(self, name: str) -> float:
        """What offering a card in a turn to come may bring, prices paid."""
        if not self.worth.left:
            return 0.0
        card = self.facts.action(name)
        profit = self.market.placing(card.area, Laid(0, name), 1)
        profit += sum(self.worth.gain(gain) for gain in card.bonus) * self.weights.join
        near = card.area in self.ground.places
        return max(0.0, profit) * (1.0 if near else self.weights.patience)


def draw(worth: Worth) -> DrawFrom:
    """The deck whose next card is of more use."""
    return DrawFrom("goal" if worth.use_of_goal() > worth.use_of_action(worth.left) else "action")
