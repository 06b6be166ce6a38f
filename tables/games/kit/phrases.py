"""Structs of an engine in words, as long as a game has no better ones: its own English names, spelt out."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def spelt(name: str) -> str:
    """An identifier as words: "StoneLaid" and "stone_laid" are "Stone laid"."""
    return " ".join(_CAPITAL.sub(" ", name).replace("_", " ").split()).capitalize()


def phrase(struct: Any, *, without: Sequence[str] = ()) -> str:
    """A Struct: its name, then what its fields hold."""
    fields = msgspec.structs.asdict(struct)
    held = [str(value) for name, value in fields.items() if name not in without and value not in (None, ())]
    return " ".join((spelt(type(struct).__name__), ", ".join(held))).strip()


def happened(event: Any, names: Sequence[str]) -> str:
    """An event, with the name of the seat it is about."""
    seat = getattr(event, "seat", None)
    said = phrase(event, without=("seat",))
    return f"{names[seat]}: {said}." if isinstance(seat, int) else f"{said}."
