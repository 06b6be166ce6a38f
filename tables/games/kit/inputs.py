"""Plain inputs that forms of all games read alike."""

from collections.abc import Mapping


def filled(fields: Mapping[str, str], name: str) -> str:
    """Return what was typed into a field; of one left empty its preset, which the form names beside it."""
    return fields.get(name) or fields.get(f"{name}-preset", "")
