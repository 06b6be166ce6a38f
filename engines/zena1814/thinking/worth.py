"""Worth of coins, cards and points to a seat, now and in the rounds to come."""

from engines.zena1814.content import Gain
from engines.zena1814.loader import content
from engines.zena1814.state import AskTurn, Public
from engines.zena1814.thinking.weights import WEIGHTS, Weights


class Worth:
    """Valuation of one seat.

    ``left`` are the rounds after this one. ``coins`` and ``cards`` hold the worth of a coin or card gained this round, next
    round, and so on. ``waiting`` is the share of a goal's worth that counts by now.
    """

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
        """Number of other seats with a turn still to come this round."""
        return sum(isinstance(task, AskTurn) and task.seat != self.seat for task in self.public.agenda)

    def gain(self, gain: Gain, ahead: int = 0) -> float:
        """Return the worth of a gain that comes ``ahead`` rounds from now."""
        return gain.vp + gain.coin * self.coins[ahead] + gain.card * self.cards[ahead]

    def use_of_action(self, turns: int) -> float:
        """Return the worth of another action card with ``turns`` turns to offer it in.

        It falls with the number of action cards in hand.
        """
        return self.weights.action * turns / (turns + 1) * min(1.0, turns / (self.family.actions + 1)) * self._room

    def use_of_goal(self) -> float:
        """Return the worth of another goal: less for every goal in hand."""
        limit = self.facts.limits.hand_limit
        return self.weights.goal * self.waiting * max(0, limit - self.family.goals) / limit * self._room

    @property
    def _room(self) -> float:
        """Factor for another card: beyond the hand limit it only replaces one [Z-15.1]."""
        return 1.0 if self.family.cards < self.facts.limits.hand_limit else self.weights.surplus

    def _coin(self, turns: int) -> float:
        """Return the worth of a coin: between its score at the end [Z-20.2] and its buying power before."""
        wealth = self.family.coins / (turns + 1)
        scarcity = self.weights.plenty / (self.weights.plenty + wealth)
        return self.floor + max(0.0, self.weights.coin - self.floor) * scarcity * turns / (turns + 1)

    def _card(self, turns: int) -> float:
        decks = self.public.decks
        action = self.use_of_action(turns) if decks.action else 0.0
        return max(action, self.use_of_goal() if decks.goal else 0.0)
