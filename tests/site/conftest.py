"""What the tests of the site share."""

from collections.abc import Iterator

import pytest

from config.celery import app


@pytest.fixture
def eager() -> Iterator[None]:
    """Tasks run where they are queued."""
    app.conf.task_always_eager = app.conf.task_eager_propagates = True
    yield
    app.conf.task_always_eager = app.conf.task_eager_propagates = False
