"""Fixtures shared by the tests of the site."""

from collections.abc import Iterator

import pytest

from config.celery import app


@pytest.fixture
def eager() -> Iterator[None]:
    """Run tasks immediately when they are queued."""
    app.conf.task_always_eager = app.conf.task_eager_propagates = True
    yield
    app.conf.task_always_eager = app.conf.task_eager_propagates = False
