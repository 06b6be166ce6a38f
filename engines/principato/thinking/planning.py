"""Search for the best turn: all sketched first actions, and all second actions after the most promising of them."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from engines.principato.actions import ExchangeCard
from engines.principato.state import Principality, Supply
from engines.principato.thinking import hand
from engines.principato.thinking.sketch import Action, Done, Sketch, activations, favour
from engines.principato.thinking.valuation import Valuation

WIDTH = 14
"""Number of first actions examined with a second."""
LEAST_GAIN = 1e-6
"""Minimum gain of an action over none."""
NO_CARDS = "", ""

type Cards = tuple[str, str]


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

    def with_hand(self, cards: Cards, display: tuple[str, ...]) -> float:
        """Return the worth with these cards in hand and in the display.

        The cards that are still there next turn unless somebody takes them count as well.
        """
        reach = self.value.weights.within_reach * max(map(self.of, display[self.value.seats :]), default=0.0)
        return self.base + hand.pair(self.value, self.of(cards[0]), self.of(cards[1])) + reach

    def with_exchange(self, given: str, kept: str, display: tuple[str, ...]) -> list[float]:
        """Return the worth after swapping a card in hand for the card in each slot of the display."""
        known, seats, weights = self._cards, self.value.seats, self.value.weights
        taken = [known[name] if name in known else self.of(name) for name in display]
        given_worth, kept_worth = self.of(given), self.of(kept)
        share = weights.second
        pairs = [worth + share * kept_worth if worth > kept_worth else kept_worth + share * worth for worth in taken]
        *_, second, best = 0.0, 0.0, *sorted(taken[seats:])
        reach = weights.within_reach * best
        worths = [self.base + pair + reach for pair in pairs[:seats]]
        for worth, pair in zip(taken[seats:], pairs[seats:], strict=True):
            others = (second if worth == best else best) if len(taken) > seats + 1 else given_worth
            worths.append(self.base + pair + weights.within_reach * max(given_worth, others))
        return worths


class Idea(NamedTuple):
    """An action without the card it takes, and the principality after it.

    ``gives`` is the place in hand of the card that it exchanges; None without an exchange.
    """

    action: Action
    after: Appraisal
    gives: int | None

    def worths(self, cards: Cards, display: tuple[str, ...]) -> list[float]:
        """Return the total worth after it for each slot of the display, or one worth without an exchange."""
        if self.gives is None:
            return [self.after.with_hand(cards, display)]
        return self.after.with_exchange(cards[self.gives], cards[1 - self.gives], display)


class Choice(NamedTuple):
    """An idea, the slot of the card it takes, and the total worth if the turn ends with it."""

    worth: float
    idea: Idea
    slot: int

    def action(self) -> Action:
        """Return the action to play."""
        return self.idea.action if self.idea.gives is None else replace(self.idea.action, take=self.slot)

    def after(self, cards: Cards, display: tuple[str, ...]) -> tuple[Cards, tuple[str, ...]]:
        """Return the cards in hand and in the display after it."""
        if self.idea.gives is None:
            return cards, display
        new_display = (*display[: self.slot], cards[self.idea.gives], *display[self.slot + 1 :])
        return ((display[self.slot], cards[1]) if self.idea.gives == 0 else (cards[0], display[self.slot])), new_display


class Planner:
    """Comparison of the turns of one seat; ``value`` is its valuation."""

    def __init__(self, value: Valuation) -> None:
        self.value = value
        self._appraisals: dict[Principality, Appraisal] = {}
        self._activations: dict[tuple[Appraisal, int, str], list[Idea]] = {}
        self._favours: dict[Appraisal, list[Idea]] = {}

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

    def after(self, choice: Choice, sketch: Sketch) -> Sketch:
        """Return the sketch after a choice."""
        cards, display = choice.after(sketch.realm.cards, sketch.display)
        return Sketch(replace(choice.idea.after.realm, cards=cards), choice.idea.after.supply, display)

    def _ranked(self, sketch: Sketch, actions_left: int) -> list[tuple[float, Choice]]:
        """Return the most promising next actions with the total worth after their best successors, best first."""
        choices = sorted(self._choices(sketch), key=lambda choice: -choice.worth) if actions_left else []
        weighed = [
            (choice.worth if actions_left == 1 else self._followed(choice, sketch), choice)
            for choice in choices[: WIDTH if actions_left > 1 else 1]
        ]
        return sorted(weighed, key=lambda entry: -entry[0])

    def _followed(self, choice: Choice, sketch: Sketch) -> float:
        """Return the worth of a turn that continues this choice with the best second action."""
        cards, display = choice.after(sketch.realm.cards, sketch.display)
        worths = (max(idea.worths(cards, display), default=None) for idea in self._ideas(choice.idea.after, cards))
        return max((worth for worth in worths if worth is not None), default=choice.worth)

    def _choices(self, sketch: Sketch) -> Iterator[Choice]:
        cards, display = sketch.realm.cards, sketch.display
        for idea in self._ideas(self._bare(sketch), cards):
            for slot, worth in enumerate(idea.worths(cards, display)):
                yield Choice(worth, idea, slot)

    def _ideas(self, appraisal: Appraisal, cards: Cards) -> Iterator[Idea]:
        """Yield every sensible action; the exchange of a card in hand is listed once for all slots."""
        for place, name in enumerate(cards):
            if place == 0 or name != cards[0]:
                yield from self._with_card(appraisal, place, name)
                yield Idea(ExchangeCard(place, 0), appraisal, place)
        if appraisal not in self._favours:
            done = favour(self.value.facts, appraisal.realm, appraisal.supply)
            self._favours[appraisal] = [self._idea(each, None) for each in done]
        yield from self._favours[appraisal]

    def _with_card(self, appraisal: Appraisal, place: int, name: str) -> list[Idea]:
        """Return the activations of a card in hand."""
        key = appraisal, place, name
        if key not in self._activations:
            card = self.value.facts.card(name)
            done = activations(self.value.facts, appraisal.realm, appraisal.supply, place, card.effect)
            self._activations[key] = [self._idea(each, place if card.exchange else None) for each in done]
        return self._activations[key]

    def _idea(self, done: Done, gives: int | None) -> Idea:
        action, realm, supply = done
        return Idea(action, self._appraisal(realm, supply), gives)

    def _worth(self, sketch: Sketch) -> float:
        return self._bare(sketch).with_hand(sketch.realm.cards, sketch.display)

    def _bare(self, sketch: Sketch) -> Appraisal:
        return self._appraisal(replace(sketch.realm, cards=NO_CARDS), sketch.supply)

    def _appraisal(self, bare: Principality, supply: Supply) -> Appraisal:
        """Return the appraisal of a principality without its cards."""
        appraisal = self._appraisals.get(bare)
        if appraisal is None:
            appraisal = self._appraisals[bare] = Appraisal(self.value, bare, supply)
        return appraisal
