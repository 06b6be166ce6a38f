"""Where the presenters of games are found: ``tables/games/<slug>/presenter.py`` offers one as ``PRESENTER``."""

from functools import cache
from importlib import import_module

from engines import registry
from tables.games.base import Presenter


@cache
def presenter(slug: str) -> Presenter:
    """The presenter of a registered game. Raises KeyError for a slug nobody registered."""
    registry.engine(slug)
    instance: Presenter = import_module(f"tables.games.{slug}.presenter").PRESENTER
    return instance
