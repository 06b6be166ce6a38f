"""Registration of the stub game, as if ``engines`` and ``tables.games`` had it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from engines import registry
from tables.games import registry as presenters
from tests.stub_game import game, presenter

SLUG = game.ENGINE.slug


@contextmanager
def registered() -> Iterator[None]:
    """Add the stub game to the registries until the context ends."""
    modules = {f"engines.{SLUG}": game, f"tables.games.{SLUG}.presenter": presenter}
    sys.modules.update(modules)
    try:
        with patch.object(registry, "SPECIMENS", (*registry.SPECIMENS, SLUG)):
            yield
    finally:
        for name in modules:
            del sys.modules[name]
        registry.engine.cache_clear()
        presenters.presenter.cache_clear()
