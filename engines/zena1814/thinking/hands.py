"""Worth of keeping the cards in hand."""

from engines.zena1814.actions import Discard, DrawFrom, PassCard
from engines.zena1814.state import Laid
from engines.zena1814.thinking.goals import Goals
from engines.zena1814.thinking.ground import Ground
from engines.zena1814.thinking.purchases import Market
from engines.zena1814.thinking.worth import Worth

FADING = 0.85
"""Factor on a card's worth for each better card offered before it."""


class Keeping:
    """Ranking of the cards in one seat's hand."""

    def __init__(self, worth: Worth, goals: Goals, ground: Ground, market: Market, cards: tuple[str, ...]) -> None:
        self.worth, self.goals, self.ground, self.market = worth, goals, ground, market
        self.cards = cards
        self.facts, self.weights = worth.facts, worth.weights

    def discard(self) -> Discard:
        """Return the discard of the least valuable card."""
        return Discard(self._worst())

    def give(self) -> PassCard:
        """Return the pass of the least valuable card."""
        return PassCard(self._worst())

    def _worst(self) -> str:
        worths = self.worths()
        return min(self.cards, key=lambda name: (worths[name], name))

    def worths(self) -> dict[str, float]:
        """Return the worth of each card: goals for their points, actions for being offered one after the other."""
        holds = self.ground.holds()
        by_card = {name: self.goals.value(name, holds) * self.worth.waiting for name in self.goals.copies}
        actions = [name for name in self.cards if self.facts.deck_of(name) == "action"]
        offer_worths = {name: self.offering(name) for name in dict.fromkeys(actions)}
        for rank, name in enumerate(sorted(actions, key=lambda name: (-offer_worths[name], name))):
            by_card[name] = offer_worths[name] * FADING**rank if rank < self.worth.left else 0.0
        return by_card

    def offering(self, name: str) -> float:
        """Return the expected worth of offering a card in a future turn, less its price."""
        if not self.worth.left:
            return 0.0
        card = self.facts.action(name)
        profit = self.market.placing(card.area, Laid(0, name), 1)
        profit += sum(self.worth.gain(gain) for gain in card.bonus) * self.weights.join
        is_near = card.area in self.ground.places
        return max(0.0, profit) * (1.0 if is_near else self.weights.patience)


def draw(worth: Worth) -> DrawFrom:
    """Return a draw from the deck with the more useful next card."""
    return DrawFrom("goal" if worth.use_of_goal() > worth.use_of_action(worth.left) else "action")
