"""Looks for the best turn: every first action, and every second one after the most promising of them."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from engines.principato.state import Principality, Supply
from engines.principato.thinking import hand
from engines.principato.thinking.sketch import Action, Idea, Sketch, ideas, taking, with_take
from engines.principato.thinking.valuation import Valuation

WIDTH = 14
"""How many first actions are followed up."""
LEAST_GAIN = 1e-6
"""What an action must gain to be better than none."""
NO_CARDS = "", ""


class Choice(NamedTuple):
    """An action, the slot of the card it takes, and what all is worth if the turn ends with it."""

    worth: float
    idea: Idea
    slot: int
    after: Sketch

    def action(self) -> Action:
        """What is to be played."""
        return with_take(self.idea, self.slot)


class Appraisal:
    """What a principality is worth, and each card to it, each worked out once."""

    def __init__(self, value: Valuation, realm: Principality, supply: Supply) -> None:
        self.value = value
        self.realm = realm
        self.supply = supply
        self.base = value.realm(realm)
        self._cards: dict[str, float] = {}

    def of(self, name: str) -> float:
        """What a card is worth to it."""
        card = self._cards.get(name)
        if card is None:
            card = self._cards[name] = hand.card(self.value, self.realm, self.supply, name)
        return card

    def with_hand(self, cards: tuple[str, str], lasting: tuple[str, ...]) -> float:
        """With these cards; ``lasting`` are those of the display that still lie there next turn, unless somebody takes them."""
        reach = self.value.weights.within_reach * max(map(self.of, lasting), default=0.0)
        return self.base + hand.pair(self.value, self.of(cards[0]), self.of(cards[1])) + reach


class Planner:
    """Compares the turns of one seat; ``value`` is its opinion."""

    def __init__(self, value: Valuation) -> None:
        self.value = value
        self._appraisals: dict[Principality, Appraisal] = {}

    def choose(self, sketch: Sketch, left: int) -> Choice | None:
        """The next action of the best turn with so many actions left; None if nothing is better than to end it."""
        best = next(iter(self._ranked(sketch, left)), None)
        return best[1] if best is not None and best[0] > self._worth(sketch) + LEAST_GAIN else None

    def weighed(self, sketch: Sketch, left: int) -> list[tuple[float, Choice]]:
        """What the most promising next actions gain over ending the turn, each with the best that can follow; best first."""
        base = self._worth(sketch)
        return [(worth - base, choice) for worth, choice in self._ranked(sketch, left)]

    def _ranked(self, sketch: Sketch, left: int) -> list[tuple[float, Choice]]:
        """What all is worth after the most promising next actions and the best that can follow them; best first."""
        choices = sorted(self._choices(sketch), key=lambda choice: -choice.worth) if left else []
        weighed = [
            (choice.worth if left == 1 else self._followed(choice), choice) for choice in choices[: WIDTH if left > 1 else 1]
        ]
        return sorted(weighed, key=lambda entry: -entry[0])

    def _followed(self, choice: Choice) -> float:
        """What a turn is worth that begins so, with the best second action or without any."""
        return max((after.worth for after in self._choices(choice.after)), default=choice.worth)

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
