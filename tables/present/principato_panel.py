"""The forms of Principato: a turn, supplying units, giving back units."""

from collections.abc import Mapping, Sequence
from typing import Any

from engines.contract import Pending, encode
from engines.principato.state import Seen
from tables.present.base import Player


def context(seen: Seen, pending: Pending, legal: Sequence[Any], players: Sequence[Player]) -> Mapping[str, Any]:
    """What ``_panel.html`` shows."""
    return {"choices": [encode(action).decode() for action in legal]}


def compose(kind: str, fields: Mapping[str, str]) -> list[Any]:
    """Actions from the plain inputs of a form. Raises ValueError for nonsense."""
    raise ValueError(kind)
