"""What a mail about Gonzaga offers to choose from: plans by what their best turn would bring, turns by what they bring."""

from collections.abc import Sequence

from django.utils.translation import ngettext

from engines.contract import Pending
from engines.gonzaga import scoring
from engines.gonzaga.actions import SealPlan, Turn
from engines.gonzaga.decisions import plan as planning
from engines.gonzaga.state import Seen
from tables.games.contract import Answer, Player
from tables.games.gonzaga.facts import content_of
from tables.games.gonzaga.panel import Judge, distinct
from tables.games.gonzaga.prospects import Prospects
from tables.games.gonzaga.words import action_words
from tables.games.kit.choices import MOST, gain_words


def choices(seen: Seen, pending: Pending, legal: Sequence[SealPlan | Turn], players: Sequence[Player]) -> Sequence[Answer]:
    """The plans or turns that bring most."""
    if pending.kind == planning.KIND:
        return _plans(seen, pending, [action for action in legal if isinstance(action, SealPlan)])
    return _turns(seen, pending, [action for action in legal if not isinstance(action, SealPlan)])


def _turns(seen: Seen, pending: Pending, legal: Sequence[Turn]) -> Sequence[Answer]:
    content = content_of(seen.public.version)
    ranked = distinct(Judge(seen, pending.seat, content).ranked(legal))
    return [
        Answer((option.turn,), action_words(option.turn, seen.public), gain_words(option.points)) for option in ranked[:MOST]
    ]


def _plans(seen: Seen, pending: Pending, legal: Sequence[SealPlan]) -> Sequence[Answer]:
    prospects = Prospects(seen.public, pending.seat)
    promised = {plan: max(prospects.of(plan).points, scoring.DONATION) for plan in legal}
    ranked = sorted(legal, key=lambda plan: (-promised[plan], plan.privilege))
    return [Answer((plan,), action_words(plan, seen.public), _promise_words(promised[plan])) for plan in ranked[:MOST]]


def _promise_words(points: int) -> str:
    if not points:
        return ""
    said = ngettext(
        "up to %(count)d point at once, as the map is now", "up to %(count)d points at once, as the map is now", points
    )
    return said % {"count": points}
