"""Opening of a seat: up to two actions of its first turn."""

from collections.abc import Sequence
from itertools import islice, takewhile

from engines.principato.actions import (
    Action,
    BuildTiles,
    CollectCubes,
    CreateCulture,
    EndTurn,
    ExchangeCard,
    RecruitUnits,
    TakeFavour,
)

PASSED = "pass"
ACTIONS = 2


def opening(moves: Sequence[tuple[int, Action]], seat: int) -> str:
    """Return the names of the first two actions in the seat's first turn, joined with a dot, for example "food.build".

    Return "pass" for a turn without actions, and "" if the seat has not begun its turn [P-4.2, P-4.3].
    """
    own_actions = [action for mover, action in moves if mover == seat]
    turn = takewhile(lambda action: not isinstance(action, EndTurn), own_actions)
    names = islice(filter(None, map(_name, turn)), ACTIONS)
    return ".".join(names) or (PASSED if own_actions else "")


def _name(action: Action) -> str:
    """Return the name of an action; empty for one that costs no action, such as moving stored cubes [P-2.12]."""
    match action:
        case BuildTiles():
            return "build"
        case CreateCulture():
            return "create"
        case RecruitUnits():
            return "recruit"
        case CollectCubes(_card, gain):
            return "food" if not gain.money else "money" if not gain.food else "cubes"
        case ExchangeCard():
            return "exchange"
        case TakeFavour():
            return "favour"
        case _:
            return ""
