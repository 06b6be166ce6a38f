"""Worth of the goals in a hand [Z-19]."""

from collections import Counter
from collections.abc import Mapping

from engines.zena1814 import scoring
from engines.zena1814.content import Area, Goal
from engines.zena1814.thinking.worth import Worth

FILLING = 0.6
"""Share of an area's empty places filled by permanent cards in a whole game."""
HALF_WON = 0.5
"""Chance to win a battle."""


class Goals:
    """Goals of one seat; ``majority`` are the points for holding an area at the end."""

    def __init__(self, worth: Worth, cards: tuple[str, ...]) -> None:
        self.worth, self.facts = worth, worth.facts
        names = [name for name in cards if self.facts.deck_of(name) == "goal"]
        self.copies = Counter(names)
        self.all = [self.facts.goal(name) for name in names]
        self.majority: Counter[Area] = Counter()
        for goal in self.all:
            if goal.rule == "majority" and goal.area is not None:
                self.majority[goal.area] += goal.vp
        self.any = sum(goal.vp for goal in self.all if goal.rule == "any_majority")
        self.none = sum(goal.vp for goal in self.all if goal.rule == "no_majority_anywhere")

    def battle(self) -> float:
        """Return the worth of another won battle."""
        return sum(goal.vp for goal in self.all if goal.rule == "won_battles")

    def value(self, name: str, holds: Mapping[Area, float]) -> float:
        """Return the worth of a goal in hand, given the chances to hold each area at the end."""
        goal = self.facts.goal(name)
        match goal.rule:
            case "square_of_copies":
                return 2 * self.copies[name] - 1 + (0.5 if self.worth.left else 0.0)
            case "majority":
                return goal.vp * (holds[goal.area] if goal.area else 0.0)
            case "any_majority":
                return goal.vp * (1 - chance_of_no_majority(holds))
            case "no_majority_anywhere":
                return goal.vp * chance_of_no_majority(holds)
            case "permanents":
                return goal.vp * self._permanents(goal)
            case "won_battles":
                return goal.vp * self._battles()

    def _permanents(self, goal: Goal) -> float:
        """Return the number of permanent cards expected in the area at the end."""
        assert goal.area is not None
        limits = self.facts.limits
        now = min(limits.area_cards, scoring.permanents(self.worth.public, goal.area))
        return now + (limits.area_cards - now) * FILLING * self.worth.left / limits.rounds

    def _battles(self) -> float:
        """Return the number of battles expected to be won by the end."""
        public = self.worth.public
        fort_share = sum(event.fort for event in self.facts.events) / len(self.facts.events)
        upcoming = min(public.decks.fort, fort_share * self.worth.left) + len(public.row("fort"))
        return len(public.won) + upcoming * HALF_WON


def chance_of_no_majority(holds: Mapping[Area, float]) -> float:
    """Return the chance to hold no area at all."""
    chance = 1.0
    for hold in holds.values():
        chance *= 1 - hold
    return chance
