"""Where to begin: four figures on four cards of the hand [Z-4]."""

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
"""What every area within reach is worth."""
LADY = 1.5
"""What it is worth that the Lady stands where she can hold an area."""
OPENING = 0.6
"""What each card left in hand is worth that could be offered where a figure stands."""


def first_figure(facts: Content, hand: Hand, worths: Mapping[str, float]) -> SealFigure:
    """The first figure left, where the best placement puts it; ``worths`` are those of the cards of the hand."""
    fixed = {placed.figure: facts.action(placed.card).area for placed in hand.placed}
    figure, left = place.figures_left(hand)[0], place.left(hand)
    cards = _by_area(facts, left, worths)
    best = max(_placements(cards, fixed), key=lambda placement: _value(placement, cards, fixed, worths))
    return SealFigure(figure, cards[best[FIGURES.index(figure)]][0])


def _by_area(facts: Content, names: tuple[str, ...], worths: Mapping[str, float]) -> dict[Area, list[str]]:
    """The cards of each area, the one that can best be missed first."""
    by_area: dict[Area, list[str]] = {}
    for name in sorted(names, key=lambda name: (worths[name], name)):
        by_area.setdefault(facts.action(name).area, []).append(name)
    return by_area


def _placements(cards: Mapping[Area, list[str]], fixed: Mapping[Figure, Area]) -> Iterator[Placement]:
    """Every way to stand for which there are cards enough."""
    choices = [(fixed[figure],) if figure in fixed else tuple(cards) for figure in FIGURES]
    for placement in product(*choices):
        if all(count <= len(cards.get(area, ())) for area, count in _new(placement, fixed).items()):
            yield placement


def _value(
    placement: Placement, cards: Mapping[Area, list[str]], fixed: Mapping[Figure, Area], worths: Mapping[str, float]
) -> float:
    """What it is worth to stand like this, and to keep the cards that are left."""
    used = _new(placement, fixed)
    total = SPREAD * len(set(placement)) + LADY * _lady_can_hold(placement)
    for area, names in cards.items():
        near = OPENING if area in placement else 0.0
        total += sum(worths[name] + near for name in names[used[area] :])
    return total


def _new(placement: Placement, fixed: Mapping[Figure, Area]) -> Counter[Area]:
    """How many cards of each area a placement takes of the hand."""
    return Counter(area for figure, area in zip(FIGURES, placement, strict=True) if figure not in fixed)


def _lady_can_hold(placement: Placement) -> bool:
    area = placement[FIGURES.index("lady")]
    return area in majority.LONE_LADY_MAY_WIN or placement.count(area) > 1
