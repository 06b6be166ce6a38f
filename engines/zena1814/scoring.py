"""End of the game: coins and goals, and the ranking [Z-19, Z-20]."""

from engines.contract import Line, Outcome
from engines.kit.ranking import ranking
from engines.zena1814 import majority
from engines.zena1814.content import Area, Battle, Goal, GoalRule
from engines.zena1814.loader import content
from engines.zena1814.state import Public

REASON = "rounds"
GOAL_LINES: dict[GoalRule, str] = {
    "square_of_copies": "goal_squares",
    "majority": "goal_majority",
    "permanents": "goal_permanents",
    "no_majority_anywhere": "goal_no_majority",
    "any_majority": "goal_any_majority",
    "won_battles": "goal_battles",
}
"""Line of the final score for each goal rule."""


def outcome(public: Public) -> Outcome | None:
    """Return the result, or None until the goals are revealed.

    Points decide, then coins; further ties share the victory [Z-20.4, Z-20.5, R-26].
    """
    if not public.goals:
        return None
    breakdown = tuple(lines(public, seat, goals) for seat, goals in enumerate(public.goals))
    scores = tuple(sum(line.points for line in lines) for lines in breakdown)
    coins = tuple(family.coins for family in public.families)
    return Outcome(
        ranking=ranking(tuple(zip(scores, coins, strict=True))),
        scores=scores,
        breakdown=breakdown,
        reason=REASON,
        tiebreak=tuple(count if scores.count(score) > 1 else 0 for count, score in zip(coins, scores, strict=True)),
    )


def lines(public: Public, seat: int, goals: tuple[str, ...]) -> tuple[Line, ...]:
    """Return the current score of a seat with these goals, line by line; goals are for experts [Z-20.2, Z-20.3]."""
    family, facts = public.families[seat], content(public.version)
    breakdown = [Line(line, getattr(family.tally, line)) for line in family.tally.__struct_fields__]
    breakdown.append(Line("coins", family.coins // facts.limits.coins_per_point))
    if public.mode == "expert":
        breakdown += [Line(line, _goal_line(public, seat, goals, rule)) for rule, line in GOAL_LINES.items()]
    return tuple(breakdown)


def goal_points(public: Public, seat: int, goal: Goal, copies: int) -> int:
    """Return the current points of ``copies`` copies of a goal in one hand [Z-19.9, R-30].

    Each copy scores on its own, except for the squares.
    """
    match goal.rule:
        case "square_of_copies":
            return copies * copies
        case "majority":
            is_holder = goal.area is not None and majority.holder(public, goal.area) == seat
            return copies * goal.vp * is_holder
        case "permanents":
            return copies * goal.vp * (permanents(public, goal.area) if goal.area else 0)
        case "no_majority_anywhere":
            return copies * goal.vp * (not _majorities(public, seat))
        case "any_majority":
            return copies * goal.vp * bool(_majorities(public, seat))
        case "won_battles":
            return copies * goal.vp * len(public.won)


def permanents(public: Public, area: Area) -> int:
    """Return the number of permanent cards in an area [Z-19.7, R-17].

    Trick cards moved there count; dice cards that stayed do not.
    """
    facts = content(public.version)
    cards = (facts.laid(laid.card) for laid in public.row(area))
    return sum(not isinstance(card, Battle) and card.kind == "permanent" for card in cards)


def _goal_line(public: Public, seat: int, goals: tuple[str, ...], rule: GoalRule) -> int:
    facts = content(public.version)
    counted = ((facts.goal(name), goals.count(name)) for name in dict.fromkeys(goals))
    return sum(goal_points(public, seat, goal, copies) for goal, copies in counted if goal.rule == rule)


def _majorities(public: Public, seat: int) -> int:
    """Return the number of areas a seat holds, by the rules of the resolution [Z-19.8]."""
    return sum(majority.holder(public, area) == seat for area in public.areas)
