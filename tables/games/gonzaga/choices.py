"""Answers in an email about Gonzaga: plans ranked by their best turn, turns by their points."""

from collections.abc import Sequence

from django.utils.translation import ngettext

from engines.contract import Pending
from engines.gonzaga import scoring
from engines.gonzaga.actions import SealPlan, Turn
from engines.gonzaga.decisions import plan as planning
from engines.gonzaga.state import Seen
from tables.games.contract import Answer, Player
from tables.games.gonzaga.board.shapes import plan_shape, turn_rows, turn_shape
from tables.games.gonzaga.facts import content_of
from tables.games.gonzaga.panel import Judge, distinct
from tables.games.gonzaga.prospects import Prospects
from tables.games.gonzaga.words import action_words
from tables.games.kit.choices import MOST, gain_words


def choices(seen: Seen, pending: Pending, legal: Sequence[SealPlan | Turn], players: Sequence[Player]) -> Sequence[Answer]:
    """Return the highest-scoring plans or turns, at most ``MOST``."""
    if pending.kind == planning.KIND:
        return _plans(seen, pending, [action for action in legal if isinstance(action, SealPlan)])
    return _turns(seen, pending, [action for action in legal if not isinstance(action, SealPlan)])


def _turns(seen: Seen, pending: Pending, legal: Sequence[Turn]) -> Sequence[Answer]:
    content = content_of(seen.public.version)
    ranked = distinct(Judge(seen, pending.seat, content).ranked(legal))
    public, seat = seen.public, pending.seat
    return [
        Answer(
            (option.turn,),
            action_words(option.turn, public),
            gain_words(option.points),
            turn_shape(public, seat, option.turn),
            turn_rows(public, seat, option.turn),
        )
        for option in ranked[:MOST]
    ]


def _plans(seen: Seen, pending: Pending, legal: Sequence[SealPlan]) -> Sequence[Answer]:
    prospects = Prospects(seen.public, pending.seat)
    best_points = {plan: max(prospects.of(plan).points, scoring.DONATION) for plan in legal}
    ranked = sorted(legal, key=lambda plan: (-best_points[plan], plan.privilege))
    public = seen.public
    return [
        Answer((plan,), action_words(plan, public), _promise_words(best_points[plan]), plan_shape(public, plan))
        for plan in ranked[:MOST]
    ]


def _promise_words(points: int) -> str:
    if not points:
        return ""
    phrase = ngettext(
        "up to %(count)d point straight away on the current map",
        "up to %(count)d points straight away on the current map",
        points,
    )
    return phrase % {"count": points}
