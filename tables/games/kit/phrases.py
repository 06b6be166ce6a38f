"""Default words for structs of an engine: its own English names, spelt out."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def spelt(name: str) -> str:
    """Return an identifier as words: "StoneLaid" and "stone_laid" are "Stone laid"."""
    return " ".join(_CAPITAL.sub(" ", name).replace("_", " ").split()).capitalize()


def phrase(struct: Any, *, without: Sequence[str] = ()) -> str:
    """Return a struct as a phrase: its name, then the values of its fields.

    Fields in ``without``, and fields that are None or an empty tuple, are left out.
    """
    fields = msgspec.structs.asdict(struct)
    values = [str(value) for name, value in fields.items() if name not in without and value not in (None, ())]
    return " ".join((spelt(type(struct).__name__), ", ".join(values))).strip()


def happened(event: Any, names: Sequence[str]) -> str:
    """Return an event as a phrase that starts with its player's name, if the event has a seat."""
    seat = getattr(event, "seat", None)
    text = phrase(event, without=("seat",))
    return f"{names[seat]}: {text}." if isinstance(seat, int) else f"{text}."
