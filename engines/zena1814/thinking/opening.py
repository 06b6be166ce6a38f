"""Opening placement: four figures on four cards in hand [Z-4]."""

from collections import Counter
from collections.abc import Iterator, Mapping
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
    best = max(_placements(cards, fixed), key=lambda placement: _value(placement, cards, fixed, worths))
    return SealFigure(figure, cards[best[FIGURES.index(figure)]][0])


def _by_area(facts: Content, names: tuple[str, ...], worths: Mapping[str, float]) -> dict[Area, list[str]]:
    """Return the cards of each area, the least valuable first."""
    by_area: dict[Area, list[str]] = {}
    for name in sorted(names, key=lambda name: (worths[name], name)):
        by_area.setdefault(facts.action(name).area, []).append(name)
    return by_area


def _placements(cards: Mapping[Area, list[str]], fixed: Mapping[Figure, Area]) -> Iterator[Placement]:
    """Yield every placement for which there are enough cards."""
    choices = [(fixed[figure],) if figure in fixed else tuple(cards) for figure in FIGURES]
    for placement in product(*choices):
        if all(count <= len(cards.get(area, ())) for area, count in _new(placement, fixed).items()):
            yield placement


def _value(
    placement: Placement, cards: Mapping[Area, list[str]], fixed: Mapping[Figure, Area], worths: Mapping[str, float]
) -> float:
    """Return the worth of a placement, and of keeping the remaining cards."""
    taken = _new(placement, fixed)
    total = SPREAD * len(set(placement)) + LADY * _lady_can_hold(placement)
    for area, names in cards.items():
        bonus = OPENING if area in placement else 0.0
        total += sum(worths[name] + bonus for name in names[taken[area] :])
    return total


def _new(placement: Placement, fixed: Mapping[Figure, Area]) -> Counter[Area]:
    """Return the number of cards of each area that a placement takes from the hand."""
    return Counter(area for figure, area in zip(FIGURES, placement, strict=True) if figure not in fixed)


def _lady_can_hold(placement: Placement) -> bool:
    area = placement[FIGURES.index("lady")]
    return area in majority.LONE_LADY_MAY_WIN or placement.count(area) > 1
