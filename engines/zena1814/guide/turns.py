"""Steps of a guide that accept exactly the given actions, or equivalent ones."""

from typing import Any

from msgspec.structs import replace

from engines.guide import GuideStep, all_of
from engines.zena1814.actions import EndTurn, Influence, MoveFigure

RIVAL = 1
"""The other seat."""


def turn(key: str, name: str, *actions: Any) -> GuideStep:
    """Return a step called ``name`` that expects these actions for the decision with this key."""
    return GuideStep(name, key, all_of(*actions, ends=EndTurn(), plain=_plain), actions)


def _plain(action: Any) -> Any:
    """Return the action in a form that is equal for equivalent choices.

    The price limit of a marker does not matter without competition, and one Heir is as good as the other.
    """
    match action:
        case Influence():
            return replace(action, at_most=1)
        case MoveFigure("heir_1"):
            return replace(action, figure="heir_2")
    return action
