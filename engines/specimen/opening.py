"""How a courier began: with the road of the first night."""

from collections.abc import Sequence

from engines.specimen.actions import Action, SealRoad


def opening(moves: Sequence[tuple[int, Action]], seat: int) -> str:
    """The first road the courier sealed, even if another was chosen in its place; "" without one [S-3.1]."""
    roads = (action.road for who, action in moves if who == seat and isinstance(action, SealRoad))
    return next(roads, "")
