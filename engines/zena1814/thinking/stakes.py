"""What a marker on a card is worth: what it earns this round and, if the card stays, later."""

from engines.zena1814 import rewards
from engines.zena1814.content import Area, Battle, Gain, Offerable
from engines.zena1814.state import Laid
from engines.zena1814.thinking import dicing
from engines.zena1814.thinking.dicing import Prize
from engines.zena1814.thinking.goals import Goals
from engines.zena1814.thinking.worth import Worth

ROLLS = 2
"""How many rounds of rolling are looked ahead."""


class Stakes:
    """What markers of one seat are worth before the Resolution of the round."""

    def __init__(self, worth: Worth, goals: Goals) -> None:
        self.worth, self.goals = worth, goals
        self.facts, self.weights = worth.facts, worth.weights
        self.public = worth.public
        self._pushes = self.weights.crowding * len(self.public.families)

    def marker(self, area: Area, laid: Laid, newer: int) -> float:
        """What one marker of the seat earns on a card as it lies there, with so many staying cards newer than it."""
        card = self.facts.laid(laid.card)
        if isinstance(card, Battle) or card.kind == "dice":
            return self._dice(area, laid)
        if card.special is not None and card.special != "sollevacoin":
            return self._special(card)
        reward = rewards.reward(self.public, area, laid)
        if card.kind == "one_shot":
            return self.worth.gain(reward)
        stays = 0 if card.special and not laid.moved else newer
        return self.worth.gain(reward) + self._later(card.reward, stays)

    def newer(self, area: Area, number: int) -> int:
        """How many cards newer than this one stay after a Resolution [Z-13]; a trick card that moved in is newer than those
        before it, whatever their numbers [Z-18.8]."""
        row = self.public.row(area)
        place = next((index for index, laid in enumerate(row) if laid.number == number), len(row))
        return sum(self._stays(laid.card) for laid in row[place + 1 :])

    def held(self, number: int) -> float:
        """What a marker that lies on a card is worth."""
        area, laid = self.public.laid(number)
        return self.marker(area, laid, self.newer(area, number))

    def staying(self, area: Area) -> int:
        """How many cards of an area stay after a Resolution."""
        return sum(self._stays(laid.card) for laid in self.public.row(area))

    def loss(self, battle: Battle) -> float:
        """What it costs the seat that the oldest card of each named area is destroyed, set against what it costs others
        [Z-16.17]."""
        return sum(self._ruin(area) for area in battle.destroys)

    def prize(self, area: Area, laid: Laid) -> Prize:
        """What the roll of a card is about for all markers of the seat together."""
        card = self.facts.laid(laid.card)
        own = laid.markers.count(self.worth.seat)
        others = len(laid.markers) - own
        reward = self.worth.gain(rewards.reward(self.public, area, laid))
        success = reward * (own - others * self.worth.rival) * self.weights.daring
        if isinstance(card, Battle):
            return Prize(success + self.goals.battle(), self.loss(card), self.worth.coin)
        return Prize(success, 0.0, self.worth.coin)

    def _dice(self, area: Area, laid: Laid) -> float:
        """One marker's share, with coins paid where they pay off for it alone, and company that may still come."""
        reward = self.worth.gain(rewards.reward(self.public, area, laid)) * self.weights.daring
        prize, alone = Prize(reward, 0.0, self.worth.coin), len(laid.markers) - 1
        company = self._company(area, laid)
        value = (1 - company) * self._bet(prize, alone) + company * self._bet(prize, alone + 1)
        return value + self._help(laid.card)

    def _bet(self, prize: Prize, modifier: int) -> float:
        rounds = min(ROLLS, self.worth.left + 1)
        return dicing.best(self.facts.dice, prize, modifier, self.worth.family.coins, rounds).value

    def _company(self, area: Area, laid: Laid) -> float:
        """The chance that somebody else joins."""
        if len(laid.markers) >= len(self.facts.laid(laid.card).cost):
            return 0.0
        others = (family for seat, family in enumerate(self.public.families) if seat not in laid.markers)
        chance: float = 1 - (1 - self.weights.join / 2) ** sum(family.stands_in(area) for family in others)
        return chance

    def _help(self, name: str) -> float:
        """What another marker on a battle does for the seat besides its reward: one face of the die fewer is lost."""
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
        """What a permanent card with so many newer ones earns in the rounds to come, as long as it may stay."""
        room = self.facts.limits.area_cards - newer
        if room <= 0:
            return 0.0
        leaves = min(1.0, self._pushes / room + (self.weights.ruin if room == 1 else self.weights.ruin / 3))
        total, stays = 0.0, 1.0
        for ahead in range(1, self.worth.left + 1):
            stays *= 1 - leaves
            total += stays * self.worth.gain(reward, ahead)
        return total

    def _stays(self, name: str) -> bool:
        card = self.facts.laid(name)
        return isinstance(card, Battle) or card.kind != "one_shot"

    def _ruin(self, area: Area) -> float:
        """What the oldest card of an area that will still lie there would bring later, if it is a permanent one."""
        laid = next((laid for laid in self.public.row(area) if self._stays(laid.card)), None)
        card = self.facts.laid(laid.card) if laid is not None else None
        if laid is None or not isinstance(card, Offerable) or card.kind != "permanent":
            return 0.0
        own = laid.markers.count(self.worth.seat)
        share = own - (len(laid.markers) - own) * self.worth.rival
        return share * self._later(card.reward, self.newer(area, laid.number))
