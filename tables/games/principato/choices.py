"""Answers in an email about Principato: those of a scoring, and whole turns that score points straight away.

Other turns can be built on the table page only: there can be hundreds of them, and points do not rank them.
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
from tables.games.kit.choices import Attempt, Trial, single_step_answers, to_answers, turns
from tables.games.principato.board.realm import points
from tables.games.principato.words import action_words

END = EndTurn()


def choices(seen: Seen, pending: Pending, legal: Sequence[Action], players: Sequence[Player]) -> Sequence[Answer]:
    """Return turns that use all their actions and score points. For other decisions, return the legal answers.

    At most ``kit.choices.MOST`` answers are returned.
    """
    trial = Trial(ENGINE, points, seen, pending)
    if pending.kind != turn.KIND:
        return single_step_answers(trial, action_words, legal, players)
    task = seen.public.task
    actions_left = turn.MOST_ACTIONS - (task.done if isinstance(task, AskTurn) else 0)
    attempts = turns(trial, end=END, steps=actions_left, wanted=lambda action: not isinstance(action, StationCubes | EndTurn))
    complete_turns = [attempt for attempt in attempts if attempt.points > 0 and len(attempt.steps) == actions_left + 1]
    return to_answers(action_words, _distinct(complete_turns), players, unsaid=END)


def _distinct(attempts: Sequence[Attempt]) -> list[Attempt]:
    """Return the turns by points, highest first, without similar ones.

    Turns are similar if they differ only in the order of actions, the payment, the worth of a work of art, the number of
    recruits or the destination of cubes. Only the best of them is kept. Among turns with equal points, the best is the one
    that recruits most, then the one that spends least favour, then the one that spends fewest cubes.
    """
    unique: dict[Hashable, Attempt] = {}
    for attempt in sorted(attempts, key=lambda attempt: (-attempt.points, -_recruited(attempt), *_spent(attempt))):
        unique.setdefault(frozenset(Counter(map(_deed, attempt.actions)).items()), attempt)
    return list(unique.values())


def _recruited(attempt: Attempt) -> int:
    return sum(action.count for action in attempt.actions if isinstance(action, RecruitUnits))


def _spent(attempt: Attempt) -> tuple[int, int]:
    payments = [action.pay for action in attempt.actions if isinstance(action, BuildTiles | CreateCulture)]
    return sum(payment.favour for payment in payments), sum(payment.total() for payment in payments)


def _deed(action: Hashable) -> Hashable:
    """Return an action without its payment, the worth of a work of art, the number of recruits and the destination of cubes."""
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
