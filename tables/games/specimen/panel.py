"""Panel of Night Post, with choices as buttons.

A draft at the stable can be sent after each step, other drafts once no further action is legal.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.contract import Pending
from engines.specimen.decisions import stable
from engines.specimen.state import Seen
from tables.games.contract import Player
from tables.games.kit import buttons
from tables.games.specimen.words import action_words

DRAFTED = ("offer", "packing", "relay", "draw", "stable")
"""Kinds of decisions drafted step by step."""


def context(seen: Seen, pending: Pending, legal: Sequence[Any], players: Sequence[Player]) -> Mapping[str, Any]:
    """Return the choices of one decision. Those for a queued decision at the stable are played one after the other."""
    form = dict(buttons.context(action_words, seen, pending, legal, players))
    is_stable = pending.kind == stable.KIND
    return {**form, "how": "each" if form["how"] and is_stable else form["how"], "complete": not legal or is_stable}
