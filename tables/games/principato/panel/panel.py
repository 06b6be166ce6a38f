"""Panels of Principato: a turn, supplying units, giving back units."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.contract import Pending, When
from engines.principato.state import Seen
from tables.games.contract import Player
from tables.games.principato.panel import ahead, inputs, scoring, turn


def context(seen: Seen, pending: Pending, legal: Sequence[Any], players: Sequence[Player]) -> Mapping[str, Any]:
    """Return the context of ``_panel.html``. ``part`` names the template of the form."""
    if pending.kind == "feed":
        return scoring.feeding(seen, pending, players)
    if pending.kind == "release":
        return scoring.releasing(seen, pending, players)
    if pending.when is When.MAY:
        return ahead.context(seen, pending, legal)
    return turn.context(seen, legal)


def compose(kind: str, fields: Mapping[str, str]) -> list[Any]:
    """Return the action from the inputs of a form, in a list. Raises ValueError for unknown or invalid values."""
    return inputs.compose(kind, fields)
