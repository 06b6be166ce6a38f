"""What a finished game can be found by."""

from engines.contract import Facet
from engines.zena1814.scoring import GOAL_LINES, lines
from engines.zena1814.state import Public

GOALS = frozenset(GOAL_LINES.values())


def facets(public: Public) -> tuple[Facet, ...]:
    """The mode and the two rulings; the battles won; how many seats scored a goal, and the most points of goals of any seat
    [Z-1.1, Z-16.16, Z-19]."""
    scored = _goal_points(public)
    return (
        Facet("mode", public.mode),
        Facet("starter", public.starter),
        Facet("order", "free" if public.free_order else "fixed"),
        Facet("won", len(public.won)),
        Facet("goals", sum(map(bool, scored))),
        Facet("goal_points", max(scored, default=0)),
    )


def _goal_points(public: Public) -> list[int]:
    """What the goals in each hand brought; nothing until they are opened."""
    each = (lines(public, seat, goals) for seat, goals in enumerate(public.goals))
    return [sum(line.points for line in found if line.code in GOALS) for found in each]
