"""Panel that lists legal actions as buttons. For an open decision that is not due yet, it lists them for queueing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.contract import Pending, Seen, When, encode
from tables.games.contract import Player


@dataclass(frozen=True)
class Button:
    """Label of a button and the encoded action it sends."""

    label: str
    value: str


def context(
    action_words: Callable[[Any, Any, Sequence[Player]], str],
    seen: Seen[Any, Any],
    pending: Pending,
    legal: Sequence[Any],
    players: Sequence[Player],
) -> Mapping[str, Any]:
    """Return the context of ``games/kit/_panel.html``. If ``complete``, the current draft can be sent."""
    is_filed = pending.when is not When.NOW and not pending.sealed
    return {
        "choices": [Button(action_words(action, seen.public, players), encode(action).decode()) for action in legal],
        "how": "first" if is_filed else "",
        "changing": pending.when is When.MAY and pending.sealed,
        "complete": True,
    }
