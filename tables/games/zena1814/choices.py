"""What a mail about Zena 1814 offers to choose from: turns of one deed, and every answer that needs no second step.

Figures are moved, and a turn of several deeds is put together, at the table.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from engines.contract import Pending
from engines.zena1814 import ENGINE
from engines.zena1814.actions import Action, EndTurn, Influence, OfferCard, TakeBonus
from engines.zena1814.decisions import turn
from engines.zena1814.state import Seen
from tables.games.contract import Answer, Player
from tables.games.kit.choices import Trial, best, plain, turns, worded
from tables.games.zena1814.deeds import action_words
from tables.games.zena1814.frame import points

END = EndTurn()


def choices(seen: Seen, pending: Pending, legal: Sequence[Action], players: Sequence[Player]) -> Sequence[Answer]:
    """Turns of one deed, else every answer there is."""
    trial = Trial(ENGINE, points, seen, pending)
    if pending.kind != turn.KIND:
        return plain(trial, action_words, legal, players)
    return worded(action_words, best(turns(trial, end=END, steps=1, wanted=_once(legal))), players)


def _once(legal: Sequence[Action]) -> Callable[[Any], bool]:
    """Whether an action is the first way to do a deed: its price as the limit, no marker taken from elsewhere if it can be
    helped. Nobody ends a turn that still has its bonus."""
    known: set[Hashable] = {None, END} if any(isinstance(action, TakeBonus) for action in legal) else {None}

    def is_first(action: Any) -> bool:
        deed = _deed(action)
        is_new = deed not in known
        known.add(deed)
        return is_new

    return is_first


def _deed(action: Any) -> Hashable:
    match action:
        case Influence(laid):
            return "influence", laid
        case OfferCard(card, second):
            return "offer", card, second
        case TakeBonus() | EndTurn():
            return action
        case _:
            return None
