"""What a mail about Principato offers to choose from: answers of a scoring, and whole turns that bring points at once.

A turn that brings none is a matter of the table: there are hundreds, and none of them comes first.
"""

from collections import Counter
from collections.abc import Hashable, Sequence

from engines.contract import Pending
from engines.principato import ENGINE
from engines.principato.actions import (
    Action,
    BuildTiles,
    CollectCubes,
    CreateCulture,
    EndTurn,
    RecruitUnits,
    StationCubes,
)
from engines.principato.decisions import turn
from engines.principato.state import AskTurn, Seen
from tables.games.contract import Answer, Player
from tables.games.kit.choices import Trial, Tried, plain, turns, worded
from tables.games.principato.board.realm import points
from tables.games.principato.words import action_words

END = EndTurn()


def choices(seen: Seen, pending: Pending, legal: Sequence[Action], players: Sequence[Player]) -> Sequence[Answer]:
    """Turns that take all their actions and bring points, else every answer there is."""
    trial = Trial(ENGINE, points, seen, pending)
    if pending.kind != turn.KIND:
        return plain(trial, action_words, legal, players)
    task = seen.public.task
    left = turn.MOST_ACTIONS - (task.done if isinstance(task, AskTurn) else 0)
    attempts = turns(trial, end=END, steps=left, wanted=lambda action: not isinstance(action, StationCubes | EndTurn))
    whole = [attempt for attempt in attempts if attempt.points > 0 and len(attempt.steps) == left + 1]
    return worded(action_words, _distinct(whole), players, unsaid=END)


def _distinct(tried: Sequence[Tried]) -> list[Tried]:
    """Most points first; of turns that differ in their order, in what they pay with, in the worth of a tile, in the number of
    soldiers or in where cubes go, only the best, and of those that are as good the one that recruits most and spends least
    favour."""
    kept: dict[Hashable, Tried] = {}
    for attempt in sorted(tried, key=lambda attempt: (-attempt.points, -_recruited(attempt), *_spent(attempt))):
        kept.setdefault(frozenset(Counter(map(_deed, attempt.actions)).items()), attempt)
    return list(kept.values())


def _recruited(tried: Tried) -> int:
    return sum(action.count for action in tried.actions if isinstance(action, RecruitUnits))


def _spent(tried: Tried) -> tuple[int, int]:
    pays = [action.pay for action in tried.actions if isinstance(action, BuildTiles | CreateCulture)]
    return sum(pay.favour for pay in pays), sum(pay.total() for pay in pays)


def _deed(action: Hashable) -> Hashable:
    """What an action does, whatever is paid for it, however much it is worth and however many it recruits."""
    match action:
        case BuildTiles(card, offer, _pay, take):
            return "build", card, offer, take
        case CreateCulture(card, offer, _pay, _points, take):
            return "create", card, offer, take
        case RecruitUnits(card, _count, take):
            return "recruit", card, take
        case CollectCubes(card, gain, _onto, take):
            return "collect", card, gain, take
        case _:
            return action
