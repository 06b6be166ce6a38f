"""Search for the best turn: all sketched first actions, and all second actions after the most promising of them."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from engines.principato.state import Principality, Supply
from engines.principato.thinking import hand
from engines.principato.thinking.sketch import Action, Idea, Sketch, ideas, taking, with_take
from engines.principato.thinking.valuation import Valuation

WIDTH = 14
"""Number of first actions examined with a second."""
LEAST_GAIN = 1e-6
"""Minimum gain of an action over none."""
NO_CARDS = "", ""


class Choice(NamedTuple):
    """An action, the slot of the card it takes, and the total worth if the turn ends with it."""

    worth: float
    idea: Idea
    slot: int
    after: Sketch

    def action(self) -> Action:
        """Return the action to play."""
        return with_take(self.idea, self.slot)


class Appraisal:
    """Worth of a principality and of each card to it, each computed once."""

    def __init__(self, value: Valuation, realm: Principality, supply: Supply) -> None:
        self.value = value
        self.realm = realm
        self.supply = supply
        self.base = value.realm(realm)
        self._cards: dict[str, float] = {}

    def of(self, name: str) -> float:
        """Return the worth of a card to the principality."""
        card = self._cards.get(name)
        if card is None:
            card = self._cards[name] = hand.card(self.value, self.realm, self.supply, name)
        return card

    def with_hand(self, cards: tuple[str, str], lasting: tuple[str, ...]) -> float:
        """Return the worth with these cards.

        ``lasting`` are the display cards that are still there next turn unless somebody takes them.
        """
        reach = self.value.weights.within_reach * max(map(self.of, lasting), default=0.0)
        return self.base + hand.pair(self.value, self.of(cards[0]), self.of(cards[1])) + reach


class Planner:
    """Comparison of the turns of one seat; ``value`` is its valuation."""

    def __init__(self, value: Valuation) -> None:
        self.value = value
        self._appraisals: dict[Principality, Appraisal] = {}

    def choose(self, sketch: Sketch, actions_left: int) -> Choice | None:
        """Return the next action of the best turn with ``actions_left`` actions left.

        Return None if no action is better than ending the turn.
        """
        best = next(iter(self._ranked(sketch, actions_left)), None)
        return best[1] if best is not None and best[0] > self._worth(sketch) + LEAST_GAIN else None

    def weighed(self, sketch: Sketch, actions_left: int) -> list[tuple[float, Choice]]:
        """Return the gains of the most promising next actions over ending the turn, best first.

        Each includes the best action that can follow.
        """
        base = self._worth(sketch)
        return [(worth - base, choice) for worth, choice in self._ranked(sketch, actions_left)]

    def _ranked(self, sketch: Sketch, actions_left: int) -> list[tuple[float, Choice]]:
        """Return the most promising next actions with the total worth after their best successors, best first."""
        choices = sorted(self._choices(sketch), key=lambda choice: -choice.worth) if actions_left else []
        weighed = [
            (choice.worth if actions_left == 1 else self._followed(choice), choice)
            for choice in choices[: WIDTH if actions_left > 1 else 1]
        ]
        return sorted(weighed, key=lambda entry: -entry[0])

    def _followed(self, choice: Choice) -> float:
        """Return the worth of a turn that continues this choice with the best second action."""
        return max((second.worth for second in self._choices(choice.after)), default=choice.worth)

    def _choices(self, sketch: Sketch) -> Iterator[Choice]:
        for idea in ideas(self.value.facts, sketch):
            for slot in range(len(sketch.display) if idea.gives is not None else 1):
                after = taking(idea, sketch.display, slot)
                yield Choice(self._worth(after), idea, slot, after)

    def _worth(self, sketch: Sketch) -> float:
        bare = replace(sketch.realm, cards=NO_CARDS)
        appraisal = self._appraisals.get(bare)
        if appraisal is None:
            appraisal = self._appraisals[bare] = Appraisal(self.value, bare, sketch.supply)
        return appraisal.with_hand(sketch.realm.cards, sketch.display[self.value.seats :])
