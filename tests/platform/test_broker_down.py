"""Cache or broker that is down or hangs: pages still come, and publishing gives up quickly."""

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import caches
from django.test import Client, override_settings
from django.utils import timezone
from kombu.exceptions import KombuError, OperationalError

from config.celery import FailFastCelery, Message
from config.supervision import broker
from tables.models import Heartbeat

pytestmark = [pytest.mark.slow, pytest.mark.database]


def cache_at(url: str) -> dict[str, dict[str, object]]:
    """Return CACHES with the server at another address."""
    return {"default": {**settings.CACHES["default"], "LOCATION": url}}


@pytest.fixture
def hanging(silenced: tuple[str, int]) -> str:
    """Stop a server's process, and return its address. It accepts connections and never answers."""
    url, process = silenced
    os.kill(process, signal.SIGSTOP)
    return url


@pytest.fixture
def silenced() -> Iterator[tuple[str, int]]:
    """Yield the address and process id of a server that can be silenced."""
    with tempfile.TemporaryDirectory(prefix="staffetta-", dir="/tmp") as folder:
        url = f"unix://{folder}/valkey.sock"
        server = subprocess.Popen(broker.command(url), stdout=subprocess.DEVNULL, start_new_session=True)
        try:
            assert broker.wait_for(url)
            yield url, server.pid
        finally:
            server.kill()
            server.wait()


@pytest.fixture(params=["nobody", "hanging"])
def bad_url(request: pytest.FixtureRequest) -> str:
    """Return an address without a listener, or the address of a server that never answers."""
    return broker.NOT_RUNNING if request.param == "nobody" else request.getfixturevalue("hanging")


def test_the_cache_answers_like_an_empty_one(bad_url: str) -> None:
    with override_settings(CACHES=cache_at(bad_url)):
        cache = caches["default"]
        start = time.monotonic()
        cache.set("a", 1)
        assert cache.get("a", "nothing") == "nothing"
        assert cache.get_many(["a", "b"]) == {}
        assert cache.add("lock", 1) is True
        assert cache.delete("a") is False
        assert cache.get_or_set("a", lambda: 7) == 7
        assert cache.incr("count") == 1
        # The first call waits for the time limit; later calls do not contact the server.
        assert time.monotonic() - start < 2


@pytest.mark.django_db
def test_a_page_comes_all_the_same(client: Client, bad_url: str) -> None:
    with override_settings(CACHES=cache_at(bad_url)):
        start = time.monotonic()
        page = client.get("/accounts/login/")
        assert page.status_code == 200
        assert b"csrfmiddlewaretoken" in page.content
        assert time.monotonic() - start < 3


@pytest.mark.django_db
def test_monitoring_hears_that_the_broker_is_down_and_load_balancers_do_not_mind(client: Client, bad_url: str) -> None:
    Heartbeat.objects.create(name="sweep", at=timezone.now())
    with override_settings(REDIS_URL=bad_url, CACHES=cache_at(bad_url)):
        start = time.monotonic()
        response = client.get("/readyz/")
        assert response.status_code == 503
        assert response.json() == {"database": "ok", "migrations": "ok", "broker": "failed", "sweep": "ok"}
        assert client.get("/healthz/").status_code == 200
        assert time.monotonic() - start < 2


def nothing() -> None:
    """Do nothing: the body of a task that no worker takes."""


def test_publishing_gives_up_quickly_and_only_once(bad_url: str) -> None:
    impatient = FailFastCelery("impatient", broker=broker.for_celery(bad_url), set_as_current=False)
    impatient.conf.broker_transport_options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    start = time.monotonic()
    for _attempt in range(5):
        with pytest.raises(OperationalError):
            impatient.send_task("nobody.listens", retry=False)
    assert time.monotonic() - start < 4


def test_so_does_publishing_several_at_once(bad_url: str) -> None:
    impatient = FailFastCelery("impatient", broker=broker.for_celery(bad_url), set_as_current=False)
    impatient.conf.broker_transport_options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    impatient.task(nothing, name="nobody.listens")
    start = time.monotonic()
    for _attempt in range(5):
        with pytest.raises(KombuError):
            impatient.publish([Message("nobody.listens", ())] * 3)
    assert time.monotonic() - start < 4


def test_a_broker_that_falls_silent_is_noticed_with_the_next_words_and_then_left_alone(silenced: tuple[str, int]) -> None:
    url, process = silenced
    impatient = FailFastCelery("impatient", broker=broker.for_celery(url), set_as_current=False)
    impatient.conf.broker_transport_options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    impatient.task(nothing, name="nobody.listens")
    impatient.publish([Message("nobody.listens", ())] * 3)
    os.kill(process, signal.SIGSTOP)
    start = time.monotonic()
    for _attempt in range(5):
        with pytest.raises(KombuError):
            impatient.publish([Message("nobody.listens", ())] * 3)
    assert time.monotonic() - start < 4


def test_the_address_of_the_broker_is_remembered_and_forgotten(tmp_path: Path) -> None:
    assert broker.remembered(tmp_path) == broker.NOT_RUNNING
    first = broker.settle(tmp_path)
    assert broker.remembered(tmp_path) == first
    folder = broker.socket_path(first).parent
    assert folder.stat().st_mode & 0o777 == 0o700
    assert len(str(broker.socket_path(first))) < 60
    second = broker.settle(tmp_path)
    assert second != first
    assert not folder.exists()
    broker.forget(tmp_path)
    assert not broker.socket_path(second).parent.exists()
    assert broker.remembered(tmp_path) == broker.NOT_RUNNING
