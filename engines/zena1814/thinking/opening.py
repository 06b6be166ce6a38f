"""Opening placement: four figures on four cards in hand [Z-4]."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import product

from engines.zena1814 import majority
from engines.zena1814.actions import SealFigure
from engines.zena1814.content import FIGURES, Area, Content, Figure
from engines.zena1814.decisions import place
from engines.zena1814.state import Hand

type Placement = tuple[Area, ...]
"""An area for each figure, in the order of ``FIGURES``."""

SPREAD = 3.0
"""Points for each area within reach."""
LADY = 1.5
"""Points for a Lady in an area that she can hold."""
OPENING = 0.6
"""Points for each remaining card that fits an area with a figure."""


def first_figure(facts: Content, hand: Hand, worths: Mapping[str, float]) -> SealFigure:
    """Return the first remaining figure on its card in the best placement.

    ``worths`` are those of the cards in hand.
    """
    fixed = {placed.figure: facts.action(placed.card).area for placed in hand.placed}
    figure, remaining = place.figures_left(hand)[0], place.cards_left(hand)
    cards = _by_area(facts, remaining, worths)

    @cache
    def kept(area: Area, taken: int, bonus: float) -> float:
        return sum([worths[name] + bonus for name in cards[area][taken:]])

    best = max(_placements(cards, fixed), key=lambda placed: _value(placed[0], placed[1], cards, kept))[0]
    return SealFigure(figure, cards[best[FIGURES.index(figure)]][0])


def _by_area(facts: Content, names: tuple[str, ...], worths: Mapping[str, float]) -> dict[Area, list[str]]:
    """Return the cards of each area, the least valuable first."""
    by_area: dict[Area, list[str]] = {}
    for name in sorted(names, key=lambda name: (worths[name], name)):
        by_area.setdefault(facts.action(name).area, []).append(name)
    return by_area


def _placements(cards: Mapping[Area, list[str]], fixed: Mapping[Figure, Area]) -> Iterator[tuple[Placement, list[Area]]]:
    """Yield every placement for which there are enough cards, and the areas of the cards that it takes from the hand."""
    choices = [(fixed[figure],) if figure in fixed else tuple(cards) for figure in FIGURES]
    new = [index for index, figure in enumerate(FIGURES) if figure not in fixed]
    for placement in product(*choices):
        taken = [placement[index] for index in new]
        if all(taken.count(area) <= len(cards[area]) for area in taken):
            yield placement, taken


def _value(
    placement: Placement, taken: list[Area], cards: Mapping[Area, list[str]], kept: Callable[[Area, int, float], float]
) -> float:
    """Return the worth of a placement, and of keeping the remaining cards.

    ``kept`` gives the worth of the cards of an area without the first ones, with a bonus for each.
    """
    total = SPREAD * len(set(placement)) + LADY * _lady_can_hold(placement)
    for area in cards:
        total += kept(area, taken.count(area), OPENING if area in placement else 0.0)
    return total


def _lady_can_hold(placement: Placement) -> bool:
    area = placement[FIGURES.index("lady")]
    return area in majority.LONE_LADY_MAY_WIN or placement.count(area) > 1
