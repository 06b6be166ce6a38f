"""What lies before the players of Principato, and what the viewer alone knows."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.principato.state import Seen
from tables.present.base import Player


def context(seen: Seen, players: Sequence[Player]) -> Mapping[str, Any]:
    """What ``_hand.html`` shows."""
    return {"goals": seen.hand.goals if seen.hand else ()}


def secrets(seen: Seen) -> list[str]:
    """The viewer's goals, and answers that lie sealed, in sentences."""
    return []
