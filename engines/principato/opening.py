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

NAMES: dict[type, str] = {
    BuildTiles: "build",
    CreateCulture: "create",
    RecruitUnits: "recruit",
    CollectCubes: "collect",
    ExchangeCard: "exchange",
    TakeFavour: "favour",
}
"""What counts as an action of a turn [P-4.2]; moving stored cubes does not [P-2.12]."""
PASSED = "pass"
ACTIONS = 2


def opening(played: Sequence[tuple[int, Action]], seat: int) -> str:
    """The actions of the seat's first turn in their order: "collect.build", "pass"; "" if it took none [P-4.2, P-4.3]."""
    own = [action for who, action in played if who == seat]
    turn = takewhile(lambda action: not isinstance(action, EndTurn), own)
    names = islice((NAMES[type(action)] for action in turn if type(action) in NAMES), ACTIONS)
    return ".".join(names) or (PASSED if own else "")
