"""The forms of Zena 1814: one for each kind of decision."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.contract import Pending
from engines.zena1814.state import Seen
from tables.present import zena1814_sealed, zena1814_sheet, zena1814_turn, zena1814_window
from tables.present.base import Player


def context(seen: Seen, pending: Pending, legal: Sequence[Any], players: Sequence[Player]) -> Mapping[str, Any]:
    """What ``_panel.html`` shows: ``part`` names the template of the form; ``kind`` is what is asked, which in a draft may be
    another thing than it began with."""
    return {"kind": pending.kind, **_form(seen, pending, legal, players)}


def _form(seen: Seen, pending: Pending, legal: Sequence[Any], players: Sequence[Player]) -> Mapping[str, Any]:
    match pending.kind:
        case "turn":
            return zena1814_turn.context(seen, pending, legal, players)
        case "react":
            return zena1814_window.context(seen, pending, legal, players)
        case "place":
            return zena1814_sealed.placement(seen, pending)
        case "starter":
            return zena1814_sealed.starter(seen, pending, players)
        case "draw":
            return zena1814_sealed.drawing(seen, legal)
        case "festa":
            return zena1814_sealed.passing(seen, pending)
        case "discard":
            return zena1814_sealed.discarding(seen, pending)
    return zena1814_sheet.context(seen, pending, legal, players)
