"""Fixtures of the secrecy checks of ``make leaks``."""

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Silence the log, since most addresses refuse most people."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)
