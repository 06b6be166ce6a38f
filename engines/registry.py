"""Which games there are. Adding a game adds one line here."""

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
    """The engine of a game. Raises KeyError for a slug nobody registered."""
    if slug not in PLAYABLE + SPECIMENS:
        raise KeyError(slug)
    loaded: Engine = import_module(f"engines.{slug}").ENGINE
    return loaded


def engines(*, specimens: bool = False) -> tuple[Engine, ...]:
    """All playable engines in the order of the lobby, with the specimens of tests and docs if asked for."""
    return tuple(engine(slug) for slug in PLAYABLE + (SPECIMENS if specimens else ()))
