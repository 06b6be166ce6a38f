"""Searchable facts of a finished game."""

from collections.abc import Sequence

from engines.contract import Facet, Told
from engines.zena1814.events import Event
from engines.zena1814.loader import content
from engines.zena1814.options import Options
from engines.zena1814.scoring import goal_points
from engines.zena1814.state import Public


def facets(options: Options, public: Public, events: Sequence[Told[Event]]) -> tuple[Facet, ...]:
    """Return the facets of a game.

    They are the start player, the mode, the two rulings and the battles won. They also include the number of goal cards that
    scored points, and the most goal points of any seat [Z-4.5, Z-1.1, Z-16.16, Z-19].
    """
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
    """Return the start player of round 1.

    The start-player card moved right after every round but the last [Z-15.4].
    """
    return public.order()[max(public.round - 1, 0) % len(public.families)]


def _goals(public: Public, seat: int) -> tuple[int, int]:
    """Return the number of goal cards of a seat that scored, and their total points; none for beginners [Z-20.3]."""
    if public.mode == "beginner":
        return 0, 0
    facts, goals = content(public.version), public.goals[seat]
    scored = [(goals.count(name), goal_points(public, seat, facts.goal(name), goals.count(name))) for name in set(goals)]
    return sum(copies for copies, points in scored if points), sum(points for _, points in scored)
