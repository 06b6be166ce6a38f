"""End of the game: points of goals and culture, and the ranking [P-11, P-12]."""

from engines.contract import Line, Outcome
from engines.kit.ranking import ranking
from engines.principato.content import GoalWorth, PerPoints, Sets, TilesBeyond
from engines.principato.loader import content
from engines.principato.state import Principality, Public

REASON = "years"


def outcome(public: Public) -> Outcome | None:
    """Return the result, or None until the goals are revealed.

    Points decide, then cubes in the stores; further ties share the finishing place [P-11.3 to P-11.5].
    """
    if not public.goals:
        return None
    breakdown = tuple(lines(public, seat, goals) for seat, goals in enumerate(public.goals))
    scores = tuple(sum(line.points for line in lines) for lines in breakdown)
    cubes = tuple(map(stored_cubes, public.realms))
    return Outcome(
        ranking=ranking(tuple(zip(scores, cubes, strict=True))),
        scores=scores,
        breakdown=breakdown,
        reason=REASON,
        tiebreak=tuple(count if scores.count(score) > 1 else 0 for count, score in zip(cubes, scores, strict=True)),
    )


def lines(public: Public, seat: int, goals: tuple[str, ...]) -> tuple[Line, ...]:
    """Return the score of a seat with these goals, line by line; the code of a goal is its id [P-11.2]."""
    realm, facts = public.realms[seat], content(public.version)
    return (
        Line("military", realm.points),
        Line("monuments", sum(realm.monuments)),
        Line("books", sum(realm.books)),
        Line("paintings", sum(realm.paintings)),
        *(Line(goal, goal_points(realm, facts.goal(goal).worth)) for goal in goals),
    )


def goal_points(realm: Principality, worth: GoalWorth) -> int:
    """Return the points of a goal for a principality [P-12]."""
    match worth:
        case PerPoints(each):
            return realm.points // each
        case TilesBeyond(tiles, beyond):
            return max(0, sum(map(realm.tiles, tiles)) - beyond)
        case Sets(kinds, points):
            sets = min(len(realm.culture(kind)) for kind in kinds)
            return points[min(sets, len(points) - 1)]


def stored_cubes(realm: Principality) -> int:
    """Return the number of cubes on farms, on banks and in the church; more cubes win a tie [P-11.4]."""
    return realm.food + realm.money + realm.favour
