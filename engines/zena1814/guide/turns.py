"""Stations at which exactly these actions are welcome."""

from typing import Any

from msgspec.structs import replace

from engines.guide import Station, all_of
from engines.zena1814.actions import EndTurn, Influence, MoveFigure

RIVAL = 1
"""The other seat."""


def turn(key: str, name: str, *wanted: Any) -> Station:
    """A station about the decision of this key, called ``name``."""
    return Station(name, key, all_of(*wanted, ends=EndTurn(), plain=_plain), wanted)


def _plain(action: Any) -> Any:
    """What a marker may cost at most does not matter where nobody is faster, and one Heir is as good as the other."""
    match action:
        case Influence():
            return replace(action, at_most=1)
        case MoveFigure("heir_1"):
            return replace(action, figure="heir_2")
    return action
