"""What can be chosen by touching the board and the hand: the same as in the form, which is sent with it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Target:
    """Something to be touched: in words, and the action as JSON, or where in the form the rest of the choice is."""

    words: str
    value: str = ""
    href: str = "#panel-title"


@dataclass(frozen=True)
class Touch:
    """Cards in rows by their numbers, cards of the hand, own figures, and areas; ``asked`` is the card it is all about."""

    laid: Mapping[int, Target] = field(default_factory=dict)
    cards: Mapping[str, Target] = field(default_factory=dict)
    figures: Mapping[str, Target] = field(default_factory=dict)
    areas: Mapping[Any, Target] = field(default_factory=dict)
    asked: int | None = None
