"""A position for the front page."""

from collections.abc import Mapping
from typing import Any


def context(version: str) -> Mapping[str, Any]:
    """What ``_showcase_board.html`` draws."""
    return {}
