"""Looks for the best turn: every first action, and every second one after the most promising of them."""

from collections.abc import Iterator
from typing import NamedTuple

from engines.principato.state import Principality, Supply
from engines.principato.thinking import hand
from engines.principato.thinking.sketch import Action, Idea, Sketch, ideas, taking, with_take
from engines.principato.thinking.valuation import Valuation

WIDTH = 14
"""How many first actions are followed up."""
LEAST_GAIN = 1e-6
"""What an action must gain to be better than none."""


class Choice(NamedTuple):
    """An action, the slot of the card it takes, and what all is worth if the turn ends with it."""

    worth: float
    idea: Idea
    slot: int

    def action(self) -> Action:
        """What is to be played."""
        return with_take(self.idea, self.slot)


class Appraisal:
    """What a principality is worth, and each card of its hand and of the display to it."""

    def __init__(self, value: Valuation, realm: Principality, supply: Supply, display: tuple[str, ...]) -> None:
        worth = {name: hand.card(value, realm, supply, name) for name in dict.fromkeys((*realm.cards, *display))}
        self.value = value
        self.base = value.realm(realm)
        self.hand = [worth[name] for name in realm.cards]
        self.lasting = [worth[name] for name in display[value.seats :]]
        self.display = [worth[name] for name in display]

    def keeping(self) -> float:
        """With the hand as it is."""
        return self._total(self.hand[0], self.hand[1], self.lasting)

    def taking(self, gives: int, slot: int) -> float:
        """With the card of that slot for one of the hand."""
        lasting, place = self.lasting, slot - self.value.seats
        if place >= 0:
            lasting = [*lasting[:place], self.hand[gives], *lasting[place + 1 :]]
        return self._total(self.hand[1 - gives], self.display[slot], lasting)

    def _total(self, one: float, other: float, lasting: list[float]) -> float:
        """``lasting`` are the cards that nobody but a player can take away before the next turn."""
        reach = self.value.weights.within_reach * max(lasting, default=0.0)
        return self.base + hand.pair(self.value, one, other) + reach


def choose(value: Valuation, sketch: Sketch, left: int) -> Choice | None:
    """The next action of the best turn with so many actions left; None if nothing is better than to end it."""
    choices = sorted(_choices(value, sketch), key=lambda choice: -choice.worth) if left else []
    best, most = None, Appraisal(value, sketch.realm, sketch.supply, sketch.display).keeping() + LEAST_GAIN
    for choice in choices[: WIDTH if left > 1 else 1]:
        worth = choice.worth if left == 1 else _followed(value, sketch, choice)
        if worth > most:
            best, most = choice, worth
    return best


def _followed(value: Valuation, sketch: Sketch, choice: Choice) -> float:
    """What a turn is worth that begins so, with the best second action or without any."""
    after = taking(choice.idea, sketch.display, choice.slot)
    return max((each.worth for each in _choices(value, after)), default=choice.worth)


def _choices(value: Valuation, sketch: Sketch) -> Iterator[Choice]:
    for idea in ideas(value.facts, sketch):
        appraisal = Appraisal(value, idea.realm, idea.supply, sketch.display)
        if idea.gives is None:
            yield Choice(appraisal.keeping(), idea, 0)
        else:
            for slot in range(len(sketch.display)):
                yield Choice(appraisal.taking(idea.gives, slot), idea, slot)
