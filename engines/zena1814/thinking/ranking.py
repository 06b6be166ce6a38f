"""Ranking of all hand cards by usual worth, for orders given before a game."""

from engines.zena1814 import rewards
from engines.zena1814.content import Content, Gain, GoalRule, Mode, Offerable

COIN, CARD = 0.35, 0.15
"""Worth in points in the middle of the game."""
PAYOUTS = {"one_shot": 1.0, "permanent": 3.5, "dice": 0.5}
"""Usual number of times a marker earns its reward."""
JOINING = 0.5
"""Chance that the promoter gains a bonus."""
SPECIAL = {"manezzi": 0.6, "festa": rewards.FESTA_POINTS + CARD, "relacoin": 1.2}
"""Worth in points of cards without a printed reward."""
GOALS: dict[GoalRule, float] = {
    "square_of_copies": 2.2,
    "majority": 1.3,
    "permanents": 1.8,
    "no_majority_anywhere": 1.2,
    "any_majority": 2.3,
    "won_battles": 1.95,
}
"""Usual points of a goal [Z-19]."""


def least_first(facts: Content, mode: Mode) -> tuple[str, ...]:
    """Return all cards a hand can hold, copies included, the least valuable first."""
    actions = {name: _offer(facts.action(name)) for name in facts.action_deck(mode)}
    goals = {goal.id: GOALS[goal.rule] for goal in facts.goals} if mode == "expert" else {}
    worths = actions | goals
    cards = (*facts.action_deck(mode), *(facts.goal_deck() if mode == "expert" else ()))
    return tuple(sorted(cards, key=lambda name: (worths[name], name)))


def _offer(card: Offerable) -> float:
    """Return the gain from offering a card, less its price."""
    earned = SPECIAL.get(card.special or "", _worth(card.reward) * PAYOUTS[card.kind])
    return earned - card.cost[0] * COIN + JOINING * sum(map(_worth, card.bonus))


def _worth(gain: Gain) -> float:
    return gain.vp + gain.coin * COIN + gain.card * CARD
