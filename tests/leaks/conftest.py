"""What the ring shares."""

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Most addresses refuse most people: nobody need read of it."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)
