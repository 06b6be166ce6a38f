"""What a finished game can be found by."""

from collections.abc import Sequence

from engines.contract import Facet, Told
from engines.zena1814.events import Event
from engines.zena1814.loader import content
from engines.zena1814.options import Options
from engines.zena1814.scoring import goal_points
from engines.zena1814.state import Public


def facets(options: Options, public: Public, events: Sequence[Told[Event]]) -> tuple[Facet, ...]:
    """Who began; the mode and the two rulings; the battles won; how many goal cards brought points, and the most points of
    goals of any seat [Z-4.5, Z-1.1, Z-16.16, Z-19]."""
    scored = [_goals(public, seat) for seat in range(len(public.goals))]
    return (
        Facet("first", _first(public)),
        Facet("mode", public.mode),
        Facet("starter", public.starter),
        Facet("order", "free" if public.free_order else "fixed"),
        Facet("won", len(public.won)),
        Facet("goals", sum(cards for cards, _ in scored)),
        Facet("goal_points", max((points for _, points in scored), default=0)),
    )


def _first(public: Public) -> int:
    """Who had the start-player card in round 1: at the end of every other round it went to the right [Z-15.4]."""
    return public.order()[max(public.round - 1, 0) % len(public.families)]


def _goals(public: Public, seat: int) -> tuple[int, int]:
    """How many goal cards of a seat brought points, and how many points all of them together; none for beginners [Z-20.3]."""
    if public.mode == "beginner":
        return 0, 0
    facts, held = content(public.version), public.goals[seat]
    scored = [(held.count(name), goal_points(public, seat, facts.goal(name), held.count(name))) for name in set(held)]
    return sum(copies for copies, points in scored if points), sum(points for _, points in scored)
