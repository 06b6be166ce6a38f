"""The context of the Principato board."""

from collections.abc import Sequence
from typing import Any

from engines.principato.state import Public
from tables.present.base import Player


def context(public: Public, players: Sequence[Player], marked: Sequence[Any] = ()) -> dict[str, Any]:
    """What ``_board.html`` draws."""
    return drawing(public)


def drawing(public: Public) -> dict[str, Any]:
    """The drawing alone, as for a picture."""
    return {}
