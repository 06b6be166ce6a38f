"""What coins, cards and points are worth to a seat, now and in the rounds to come."""

from engines.zena1814.content import Gain
from engines.zena1814.loader import content
from engines.zena1814.state import AskTurn, Public
from engines.zena1814.thinking.weights import WEIGHTS, Weights


class Worth:
    """The opinion of one seat. ``left`` are the rounds after this one; ``coins`` and ``cards`` say what one of them is worth
    that comes this round, next round, and so on; ``waiting`` is the share of a goal's worth that it has by now."""

    def __init__(self, public: Public, seat: int, weights: Weights = WEIGHTS) -> None:
        self.public, self.seat, self.weights = public, seat, weights
        self.facts = content(public.version)
        self.family = public.families[seat]
        self.left = self.facts.limits.rounds - max(1, public.round)
        self.rival = weights.rival / (len(public.families) - 1)
        self.floor = 1 / self.facts.limits.coins_per_point
        self.waiting = weights.early**self.left
        self.coins = tuple(self._coin(turns) for turns in range(self.left, -1, -1))
        self.cards = tuple(self._card(turns) for turns in range(self.left, -1, -1))
        self.coin = self.coins[0]

    @property
    def movers(self) -> int:
        """How many others still have their turn of this round."""
        return sum(isinstance(task, AskTurn) and task.seat != self.seat for task in self.public.agenda)

    def gain(self, gain: Gain, ahead: int = 0) -> float:
        """What a gain is worth that comes so many rounds ahead."""
        return gain.vp + gain.coin * self.coins[ahead] + gain.card * self.cards[ahead]

    def use_of_action(self, turns: int) -> float:
        """What another action card is worth with so many turns to offer it in: the less, the more cards wait for them."""
        return self.weights.action * turns / (turns + 1) * min(1.0, turns / (self.family.actions + 1)) * self._room

    def use_of_goal(self) -> float:
        """What another goal is worth: less for every goal in hand."""
        limit = self.facts.limits.hand_limit
        return self.weights.goal * self.waiting * max(0, limit - self.family.goals) / limit * self._room

    @property
    def _room(self) -> float:
        """Beyond the hand limit another card only replaces one [Z-15.1]."""
        return 1.0 if self.family.cards < self.facts.limits.hand_limit else self.weights.surplus

    def _coin(self, turns: int) -> float:
        """Between what it scores at the end [Z-20.2] and what it buys before."""
        wealth = self.family.coins / (turns + 1)
        scarce = self.weights.plenty / (self.weights.plenty + wealth)
        return self.floor + max(0.0, self.weights.coin - self.floor) * scarce * turns / (turns + 1)

    def _card(self, turns: int) -> float:
        decks = self.public.decks
        action = self.use_of_action(turns) if decks.action else 0.0
        return max(action, self.use_of_goal() if decks.goal else 0.0)
