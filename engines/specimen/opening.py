"""Opening of a courier: the road of the first night."""

from collections.abc import Sequence

from engines.specimen.actions import Action, SealRoad


def opening(moves: Sequence[tuple[int, Action]], seat: int) -> str:
    """Return the first road the courier sealed, even if replaced later; "" without one [S-3.1]."""
    roads = (action.road for mover, action in moves if mover == seat and isinstance(action, SealRoad))
    return next(roads, "")
