"""The form of a turn that is filed before it comes: that of a turn, on the table as far as it can be foreseen."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from msgspec.structs import replace

from engines.contract import Pending, When
from engines.principato import ENGINE, ahead
from engines.principato.actions import FeedUnits, ReleaseUnits, TurnAction
from engines.principato.state import AskTurn, Seen
from tables.games.principato.panel import turn


def context(seen: Seen, pending: Pending, legal: Sequence[TurnAction]) -> Mapping[str, Any]:
    """What ``_panel_turn.html`` shows; ``seen`` is the table as it is, or a draft at the place of the turn."""
    if not _is_there(seen):
        seen = replace(seen, public=ahead.foreseen(seen.public, pending.seat))
        turns = ENGINE.legal(seen, replace(pending, when=When.NOW))
        legal = [action for action in turns if not isinstance(action, FeedUnits | ReleaseUnits)]
    shown = dict(turn.context(seen, legal))
    if not shown["over"]:
        shown["end"] = {**shown["end"], "words": _file_words(shown["done"]), "warning": ""}
    return {**shown, "filing": True, "heading": _("Your next turn")}


def _is_there(seen: Seen) -> bool:
    """Whether this is the place of the turn already; a draft that ends the turn goes beyond it."""
    return isinstance(seen.public.task, AskTurn) and seen.public.task.seat == seen.seat


def _file_words(done: int) -> str:
    if not done:
        return _("Prepare to pass both actions")
    return _("Prepare this turn") if done >= turn.ACTIONS else _("Prepare the turn with one action")
