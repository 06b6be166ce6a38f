"""Form of a queued turn: the form of a turn, on the foreseeable position."""

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
    """Return the context of ``_panel_turn.html`` for a queued turn.

    ``seen`` is the current position, or the position after a draft of the queued turn.
    """
    if not _is_there(seen):
        seen = replace(seen, public=ahead.foreseen(seen.public, pending.seat))
        turns = ENGINE.legal(seen, replace(pending, when=When.NOW))
        legal = [action for action in turns if not isinstance(action, FeedUnits | ReleaseUnits)]
    form = dict(turn.context(seen, legal))
    if not form["over"]:
        form["end"] = {**form["end"], "words": _file_words(form["done"]), "warning": ""}
    return {**form, "filing": True, "heading": _("Your next turn")}


def _is_there(seen: Seen) -> bool:
    """Return whether the position already has the turn of the viewer's seat, as it does during a draft of that turn."""
    return isinstance(seen.public.task, AskTurn) and seen.public.task.seat == seen.seat


def _file_words(actions_taken: int) -> str:
    if not actions_taken:
        return _("Queue turn without actions")
    return _("Queue this turn") if actions_taken >= turn.ACTIONS else _("Queue turn with one action")
