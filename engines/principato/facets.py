"""Searchable facts of a finished game."""

from collections.abc import Sequence
from itertools import combinations

from engines.contract import Facet, Told
from engines.principato.content import KINDS
from engines.principato.events import Event
from engines.principato.loader import content
from engines.principato.options import Options
from engines.principato.scoring import goal_points
from engines.principato.state import Principality, Public


def facets(options: Options, public: Public, events: Sequence[Told[Event]]) -> tuple[Facet, ...]:
    """Return the facets of a game.

    They are the start player, the way units were supplied, the number of goals that scored points, and the most military
    points, culture pairs and goal points of any seat [P-3.8, P-8.7, P-12].
    """
    goals = _goals(public)
    return (
        Facet("first", public.start),
        Facet("feeding", public.feeding),
        Facet("military", max(realm.points for realm in public.realms)),
        Facet("pairs", max(map(pairs, public.realms))),
        Facet("goals", sum(points > 0 for goal in goals for points in goal)),
        Facet("goal_points", max((sum(goal) for goal in goals), default=0)),
    )


def pairs(realm: Principality) -> int:
    """Return the largest number of culture pairs of a principality, for the two kinds of which it has most.

    Goals count pairs in the same way [P-12.5, P-12.7, P-12.8].
    """
    return max(min(len(realm.culture(one)), len(realm.culture(other))) for one, other in combinations(KINDS, 2))


def _goals(public: Public) -> list[tuple[int, ...]]:
    """Return the points of each goal by seat, or an empty list until the goals are revealed."""
    facts = content(public.version)
    return [
        tuple(goal_points(realm, facts.goal(goal).worth) for goal in goals)
        for realm, goals in zip(public.realms, public.goals, strict=False)
    ]
