"""Registry of the games. Adding a game adds one line here."""

from functools import cache
from importlib import import_module

from engines.contract import Engine

PLAYABLE = (
    "gonzaga",
    "principato",
    "zena1814",
)
SPECIMENS = ("specimen", "pebbles", "reversi")


@cache
def engine(slug: str) -> Engine:
    """Return the engine of a game. Raises KeyError for an unregistered slug."""
    if slug not in PLAYABLE + SPECIMENS:
        raise KeyError(slug)
    loaded: Engine = import_module(f"engines.{slug}").ENGINE
    return loaded


def engines(*, specimens: bool = False) -> tuple[Engine, ...]:
    """Return all playable engines in the order of the registry.

    With ``specimens``, the sample games of tests and docs follow.
    """
    return tuple(engine(slug) for slug in PLAYABLE + (SPECIMENS if specimens else ()))
