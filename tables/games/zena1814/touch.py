"""Touch targets on the board and in the hand. They offer choices of the form, which also sends them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Target:
    """A touch target: its words, and either the action as JSON or the place in the form where the choice continues."""

    words: str
    value: str = ""
    href: str = "#panel-title"


@dataclass(frozen=True)
class Touch:
    """Targets by kind: cards in rows by number, cards of the hand, own figures, areas. ``decision_card``: its number."""

    laid: Mapping[int, Target] = field(default_factory=dict)
    cards: Mapping[str, Target] = field(default_factory=dict)
    figures: Mapping[str, Target] = field(default_factory=dict)
    areas: Mapping[Any, Target] = field(default_factory=dict)
    decision_card: int | None = None
