"""A panel that lists what is legal as buttons; what is not asked at once is filed as a ranked list."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.contract import Pending, Seen, When, encode
from tables.games.contract import Player


@dataclass(frozen=True)
class Button:
    """What a button says and the encoded action it sends."""

    label: str
    value: str


def context(
    say: Callable[[Any, Any, Sequence[Player]], str],
    seen: Seen[Any, Any],
    pending: Pending,
    legal: Sequence[Any],
    players: Sequence[Player],
) -> Mapping[str, Any]:
    """The context of ``games/kit/_panel.html``. ``complete``: what is drafted so far may be sent."""
    is_filed = pending.when is not When.NOW and not pending.sealed
    return {
        "choices": [Button(say(action, seen.public, players), encode(action).decode()) for action in legal],
        "how": "first" if is_filed else "",
        "changing": pending.when is When.MAY and pending.sealed,
        "complete": True,
    }
