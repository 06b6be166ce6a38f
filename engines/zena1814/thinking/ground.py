"""Worth of the areas in which a seat has figures: their majorities, and the cards within reach there [Z-14]."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engines.zena1814 import majority
from engines.zena1814.content import FIGURES, Area
from engines.zena1814.thinking.goals import Goals, chance_of_no_majority
from engines.zena1814.thinking.worth import Worth

type Places = tuple[Area | None, ...]
"""Areas of a seat's figures, in the order of ``FIGURES``."""


class Rivals(NamedTuple):
    """The strongest other family in an area: its strength, and its majority if this seat were absent."""

    strength: int
    holds: bool


class Ground:
    """Valuation of areas for one seat's figures, with the chance that moves of other seats change a majority."""

    def __init__(self, worth: Worth, goals: Goals, hand: Sequence[str]) -> None:
        self.worth, self.goals, self.weights = worth, goals, worth.weights
        self.facts, self.areas = worth.facts, worth.public.areas
        self.places: Places = tuple(standing.area for standing in worth.family.figures)
        self._strengths = self._own_strengths()
        self._rivals = {area: self._strongest(area) for area in self.areas}
        self._movers = worth.movers
        self._openings = self._count_openings(hand)
        self._lasting = sum(self.weights.keep**ahead for ahead in range(worth.left + 1))
        self._incomes = {area: self._income(area) for area in self.areas}
        self._cached_cells: dict[tuple[Area, tuple[int, ...]], tuple[float, float]] = {}

    def value(self, places: Places, under: int | None = None) -> float:
        """Return the worth of figures in these areas, with one more marker under the figure at index ``under``."""
        cells = self._cells(places, under)
        total = sum([value for _, value in cells])
        if self.goals.any or self.goals.none:
            none = chance_of_no_majority(dict(zip(self.areas, (self._end(hold) for hold, _ in cells), strict=True)))
            total += self.goals.any * (1 - none) + self.goals.none * none
        return total

    def holds(self) -> Mapping[Area, float]:
        """Return the chance to hold each area at the end with the current placement."""
        cells = zip(self.areas, self._cells(self.places, None), strict=True)
        return {area: self._end(hold) for area, (hold, _) in cells}

    def _cells(self, places: Places, under: int | None) -> list[tuple[float, float]]:
        """Return the chance to hold each area this round, and the worth of having figures there."""
        figures: dict[Area | None, tuple[int, ...]] = {}
        for index, place in enumerate(places):
            figures[place] = (*figures.get(place, ()), index)
        return [self._cell(area, figures.get(area, ()), under) for area in self.areas]

    def _cell(self, area: Area, figures: tuple[int, ...], under: int | None) -> tuple[float, float]:
        key = area, (*figures, -1) if under in figures else figures
        cell = self._cached_cells.get(key)
        if cell is None:
            strength = sum(self._strengths[index] for index in figures)
            strength += self.facts.figures.under_marker if under in figures else 0
            cell = self._cached_cells[key] = self._judge(area, figures, strength)
        return cell

    def _judge(self, area: Area, figures: tuple[int, ...], strength: int) -> tuple[float, float]:
        hold, rivals = self._hold(area, figures, strength), self._rivals[area]
        value = hold * self._incomes[area] + self._end(hold) * self.goals.majority[area]
        if rivals.holds and rivals.strength > strength:
            value -= self.worth.rival * self._incomes[area]
        if figures:
            value += self._access(area)
        return hold, value

    def _hold(self, area: Area, figures: tuple[int, ...], strength: int) -> float:
        """Return the chance to hold an area once all others have moved."""
        lead = strength - self._rivals[area].strength
        if not figures or _is_lone_lady(figures, area):
            return 0.0
        if lead > 0:
            return float((1 - self.weights.upset / (1 + lead)) ** self._movers)
        return 1 - float((1 - self.weights.slip / (1 - lead)) ** self._movers)

    def _end(self, hold: float) -> float:
        """Return the chance to hold an area at the end, from the chance this round."""
        usual = 1 / (len(self.worth.public.families) + 1)
        return usual + (hold - usual) * self.weights.keep**self.worth.left

    def _access(self, area: Area) -> float:
        """Return the worth of future windows, and of cards in hand that could be offered there."""
        openings = min(2, self._openings.get(area, 0)) * self.weights.opening if self.worth.left else 0.0
        return self.weights.access * self.worth.left + openings

    def _income(self, area: Area) -> float:
        """Return the worth of a majority from now on; the Palace sells points [Z-14.8 to Z-14.13]."""
        palace = self.facts.palace
        bought = palace.points - palace.price * self.worth.coin if area == "palace" else 0.0
        return (self.worth.gain(self.facts.majority(area)) + bought) * self._lasting

    def _own_strengths(self) -> tuple[int, ...]:
        marker_strengths = (standing.markers * self.facts.figures.under_marker for standing in self.worth.family.figures)
        return tuple(self.facts.strength(figure) + bonus for figure, bonus in zip(FIGURES, marker_strengths, strict=True))

    def _strongest(self, area: Area) -> Rivals:
        by_seat = list(majority.strengths(self.worth.public, area))
        by_seat[self.worth.seat] = 0
        highest = max(by_seat)
        return Rivals(
            highest, highest > 0 and by_seat.count(highest) == 1 and not self._is_barred(by_seat.index(highest), area)
        )

    def _is_barred(self, seat: int, area: Area) -> bool:
        figures = self.worth.public.families[seat].figures
        return _is_lone_lady(tuple(index for index, standing in enumerate(figures) if standing.area == area), area)

    def _count_openings(self, hand: Sequence[str]) -> dict[Area, int]:
        cards = [self.facts.action(name).area for name in hand if self.facts.deck_of(name) == "action"]
        return {area: cards.count(area) for area in set(cards)}


def _is_lone_lady(figures: tuple[int, ...], area: Area) -> bool:
    """Return whether a Lady is alone in an area where she cannot win [Z-14.4, Z-14.5]."""
    return figures == (FIGURES.index("lady"),) and area not in majority.LONE_LADY_MAY_WIN
