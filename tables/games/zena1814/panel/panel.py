"""Panels of Zena 1814: one for each kind of decision."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.contract import Pending
from engines.zena1814.state import Seen
from tables.games.contract import Player
from tables.games.zena1814.panel import sealed, sheet, turn, window


def context(seen: Seen, pending: Pending, legal: Sequence[Any], players: Sequence[Player]) -> Mapping[str, Any]:
    """Return the context of ``_panel.html``.

    ``part`` is the path of the form's template. ``kind`` is the kind of form that ``compose`` reads.
    """
    return {"kind": pending.kind, **_form(seen, pending, legal, players)}


def _form(seen: Seen, pending: Pending, legal: Sequence[Any], players: Sequence[Player]) -> Mapping[str, Any]:
    match pending.kind:
        case "turn":
            return turn.context(seen, pending, legal, players)
        case "react":
            return window.context(seen, pending, legal, players)
        case "place":
            return sealed.placement(seen, pending, legal)
        case "starter":
            return sealed.starter(seen, pending, players)
        case "draw":
            return sealed.drawing(seen, legal)
        case "festa":
            return sealed.passing(seen, pending)
        case "discard":
            return sealed.discarding(seen, pending, legal)
    return sheet.context(seen, pending, legal, players)
