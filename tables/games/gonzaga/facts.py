"""The facts of the game for words and drawings."""

from functools import cache

from engines.gonzaga.content import Content
from engines.gonzaga.loader import DATA, load


@cache
def content_of(version: str) -> Content:
    """The data of a version."""
    return load(DATA / version)
