"""Registry of the games' presenters. ``tables/games/<slug>/presenter.py`` contains one as ``PRESENTER``."""

from functools import cache
from importlib import import_module

from engines import registry
from tables.games.base import Presenter


@cache
def presenter(slug: str) -> Presenter:
    """Return the presenter of a registered game. Raises KeyError for an unregistered slug."""
    registry.engine(slug)
    instance: Presenter = import_module(f"tables.games.{slug}.presenter").PRESENTER
    return instance
