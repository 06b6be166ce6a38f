"""Checks what a data file must hold before anybody plays with it."""

from engines.zena1814.content import Content


def content(found: Content) -> None:
    """Raise :class:`DataError` for the first fault."""
