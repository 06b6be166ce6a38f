"""Worth of a marker on a card: its reward this round and, if the card stays, later."""

from engines.zena1814 import rewards
from engines.zena1814.content import Area, Battle, Gain, Offerable
from engines.zena1814.state import Laid
from engines.zena1814.thinking import dicing
from engines.zena1814.thinking.dicing import Prize
from engines.zena1814.thinking.goals import Goals
from engines.zena1814.thinking.worth import Worth

ROLLS = 2
"""Number of rounds of rolling to look ahead."""


class Stakes:
    """Worth of the markers of one seat before the resolution of the round."""

    def __init__(self, worth: Worth, goals: Goals) -> None:
        self.worth, self.goals = worth, goals
        self.facts, self.weights = worth.facts, worth.weights
        self.public = worth.public
        self._pushes = self.weights.crowding * len(self.public.families)

    def marker(self, area: Area, laid: Laid, newer: int) -> float:
        """Return the worth of one marker of the seat on a card.

        ``newer`` is the number of staying cards newer than it.
        """
        card = self.facts.laid(laid.card)
        if isinstance(card, Battle) or card.kind == "dice":
            return self._dice(area, laid)
        if card.special is not None and card.special != "sollevacoin":
            return self._special(card)
        reward = rewards.reward(self.public, area, laid)
        if card.kind == "one_shot":
            return self.worth.gain(reward)
        newer_cards = 0 if card.special and not laid.moved else newer
        return self.worth.gain(reward) + self._later(card.reward, newer_cards)

    def newer(self, area: Area, number: int) -> int:
        """Return the number of newer cards in the row of a card that stay after a resolution [Z-13].

        A trick card that moved in is newer than the cards before it, in spite of its number [Z-18.8].
        """
        row = self.public.row(area)
        position = next((index for index, laid in enumerate(row) if laid.number == number), len(row))
        return sum(self._stays(laid.card) for laid in row[position + 1 :])

    def placed_marker(self, number: int) -> float:
        """Return the worth of a marker already on a card."""
        area, laid = self.public.laid(number)
        return self.marker(area, laid, self.newer(area, number))

    def staying(self, area: Area) -> int:
        """Return the number of cards of an area that stay after a resolution."""
        return sum(self._stays(laid.card) for laid in self.public.row(area))

    def loss(self, battle: Battle) -> float:
        """Return the seat's loss if the oldest card of each named area is destroyed [Z-16.17].

        Losses of other seats are deducted from it.
        """
        return sum(self._ruin(area) for area in battle.destroys)

    def prize(self, area: Area, laid: Laid) -> Prize:
        """Return the prize of a card's roll for all markers of the seat together."""
        card = self.facts.laid(laid.card)
        own = laid.markers.count(self.worth.seat)
        others = len(laid.markers) - own
        reward = self.worth.gain(rewards.reward(self.public, area, laid))
        success = reward * (own - others * self.worth.rival) * self.weights.daring
        if isinstance(card, Battle):
            return Prize(success + self.goals.battle(), self.loss(card), self.worth.coin)
        return Prize(success, 0.0, self.worth.coin)

    def _dice(self, area: Area, laid: Laid) -> float:
        """Return the worth of one marker on a dice card, with coins paid if worthwhile.

        It includes the chance that another seat joins.
        """
        reward = self.worth.gain(rewards.reward(self.public, area, laid)) * self.weights.daring
        prize, modifier = Prize(reward, 0.0, self.worth.coin), len(laid.markers) - 1
        join_chance = self._company(area, laid)
        value = (1 - join_chance) * self._bet(prize, modifier) + join_chance * self._bet(prize, modifier + 1)
        return value + self._help(laid.card)

    def _bet(self, prize: Prize, modifier: int) -> float:
        rounds = min(ROLLS, self.worth.left + 1)
        return dicing.best_bet(self.facts.dice, prize, modifier, self.worth.family.coins, rounds).value

    def _company(self, area: Area, laid: Laid) -> float:
        """Return the chance that another seat joins."""
        if len(laid.markers) >= len(self.facts.laid(laid.card).cost):
            return 0.0
        others = (family for seat, family in enumerate(self.public.families) if seat not in laid.markers)
        chance: float = 1 - (1 - self.weights.join / 2) ** sum(family.stands_in(area) for family in others)
        return chance

    def _help(self, name: str) -> float:
        """Return the further worth of a marker on a battle: the die has one losing face fewer."""
        card = self.facts.laid(name)
        if not isinstance(card, Battle):
            return 0.0
        return (self.goals.battle() + self.loss(card)) / self.facts.dice.faces * self.weights.daring

    def _special(self, card: Offerable) -> float:
        match card.special:
            case "manezzi":
                return self.weights.manezzi * (self.worth.left + 1)
            case "festa":
                return rewards.FESTA_POINTS + self.worth.cards[0] / 2
            case _:
                return self.worth.gain(rewards.relacoin(self.public, self.worth.seat))

    def _later(self, reward: Gain, newer: int) -> float:
        """Return the worth of a permanent card's future rewards, with ``newer`` cards newer than it."""
        room = self.facts.limits.area_cards - newer
        if room <= 0:
            return 0.0
        leave_chance = min(1.0, self._pushes / room + (self.weights.ruin if room == 1 else self.weights.ruin / 3))
        total, stay_chance = 0.0, 1.0
        for ahead in range(1, self.worth.left + 1):
            stay_chance *= 1 - leave_chance
            total += stay_chance * self.worth.gain(reward, ahead)
        return total

    def _stays(self, name: str) -> bool:
        card = self.facts.laid(name)
        return isinstance(card, Battle) or card.kind != "one_shot"

    def _ruin(self, area: Area) -> float:
        """Return the future worth of the oldest card that stays in an area, if it is a permanent card."""
        laid = next((laid for laid in self.public.row(area) if self._stays(laid.card)), None)
        card = self.facts.laid(laid.card) if laid is not None else None
        if laid is None or not isinstance(card, Offerable) or card.kind != "permanent":
            return 0.0
        own = laid.markers.count(self.worth.seat)
        share = own - (len(laid.markers) - own) * self.worth.rival
        return share * self._later(card.reward, self.newer(area, laid.number))
