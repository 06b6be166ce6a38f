"""Fixtures shared by the tests of events."""

from collections.abc import Iterator

import pytest

from tests.stub_game.registering import registered


@pytest.fixture
def _stub_game() -> Iterator[None]:
    """Register the game of one decision."""
    with registered():
        yield
