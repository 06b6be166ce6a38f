"""What a mail about Gonzaga offers to choose from: plans by what their best turn would bring, turns by what they bring."""

from collections.abc import Sequence

from django.utils.translation import ngettext

from engines.contract import Pending
from engines.gonzaga import ENGINE, scoring
from engines.gonzaga.actions import SealPlan, Turn
from engines.gonzaga.board import Cover
from engines.gonzaga.decisions import plan as planning
from engines.gonzaga.decisions import turn as turns
from engines.gonzaga.state import Seen
from tables.games.contract import Answer, Player
from tables.games.gonzaga.board.ground import content_of
from tables.games.gonzaga.panel import Judge, distinct
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
    promises = _Promises(seen, pending.seat)
    ranked = sorted(legal, key=lambda plan: (-promises.of(plan), plan.privilege))
    return [Answer((plan,), action_words(plan, seen.public), _promise_words(promises.of(plan))) for plan in ranked[:MOST]]


def _promise_words(points: int) -> str:
    if not points:
        return ""
    said = ngettext(
        "up to %(count)d point at once, as the map is now", "up to %(count)d points at once, as the map is now", points
    )
    return said % {"count": points}


class _Promises:
    """What the best turn of a plan would bring at once, on the map as it is."""

    def __init__(self, seen: Seen, seat: int) -> None:
        self.world, self.seat = ENGINE.world(seen.public), seat
        self.cover = Cover(len(seen.public.courts), seen.public.pieces)
        self.court = seen.public.courts[seat]

    def of(self, plan: SealPlan) -> int:
        """The most points at once."""
        options = turns.legal(self.world, self.cover, self.court, self.seat, plan)
        return max(scoring.gain(self.world, self.cover, self.seat, turn).points for turn in options)
