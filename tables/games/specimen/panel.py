"""The choices of Night Post as buttons; a turn at the stable is filed step by step, and a pack is sent once it is whole."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.contract import Pending
from engines.specimen.decisions import stable
from engines.specimen.state import Seen
from tables.games.contract import Player
from tables.games.kit import buttons
from tables.games.specimen.words import action_words

DRAFTED = ("offer", "packing", "relay", "draw", "stable")
"""Kinds whose drafts are put together here."""


def context(seen: Seen, pending: Pending, legal: Sequence[Any], players: Sequence[Player]) -> Mapping[str, Any]:
    """The choices of one decision; what is not asked at once can be filed in a ranked list."""
    shown = dict(buttons.context(action_words, seen, pending, legal, players))
    is_stable = pending.kind == stable.KIND
    return {**shown, "how": "each" if shown["how"] and is_stable else shown["how"], "complete": not legal or is_stable}
