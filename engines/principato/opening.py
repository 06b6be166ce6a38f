"""How a seat began: with its first two actions."""

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
    """The actions of the seat's first turn in their order: "food.build", "pass"; "" if it took none [P-4.2, P-4.3]."""
    own = [action for who, action in moves if who == seat]
    turn = takewhile(lambda action: not isinstance(action, EndTurn), own)
    names = islice(filter(None, map(_name, turn)), ACTIONS)
    return ".".join(names) or (PASSED if own else "")


def _name(action: Action) -> str:
    """What kind of action it is; empty for what costs none, such as moving stored cubes [P-2.12]."""
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
