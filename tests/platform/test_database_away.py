"""Database that is away or hangs: requests end within seconds, and users see an error page of the site."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from celery.signals import worker_init
from django.conf import settings
from django.db import OperationalError, close_old_connections, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client

from config import database
from config.celery import _limit_statements
from config.postgresql import base
from tests.platform import tcp_proxy
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
committed = pytest.mark.django_db(transaction=True)
on_postgresql = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite cannot hang")
on_sqlite = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="SQLite's own patience")


@pytest.fixture
def impatient() -> Iterator[BaseDatabaseWrapper]:
    """Yield a separate connection that allows each statement half a second."""
    database.wait_at_most(0.5)
    other = connections["default"].copy("other")
    yield other
    other.close()
    database.wait_at_most(0)


@pytest.fixture
def silence(impatient: BaseDatabaseWrapper) -> Iterator[tcp_proxy.Proxy]:
    """Yield a proxy that can fall silent, with the ``impatient`` connection going through it."""
    known = impatient.settings_dict
    with tcp_proxy.proxy(known["HOST"], int(known["PORT"] or 5432)) as before:
        known |= {"HOST": "127.0.0.1", "PORT": str(before.port), "OPTIONS": {**known["OPTIONS"], "connect_timeout": 2}}
        yield before
        impatient.close()


@pytest.fixture
def site(silence: tcp_proxy.Proxy, impatient: BaseDatabaseWrapper) -> Iterator[Client]:
    """Yield a signed-in client of a site that uses the ``impatient`` connection."""
    mine = connections["default"]
    connections["default"] = impatient
    impatient.alias = "default"
    try:
        yield signed_in()
    finally:
        connections["default"] = mine


def status(client: Client, path: str = "/my/") -> int:
    """Return the status that a server would send. Like a server, it checks its connections before each request."""
    close_old_connections()
    return client.get(path).status_code


@contextmanager
def away() -> Iterator[None]:
    """Make every query fail as it does when no server listens."""

    def refuse(*_args: object) -> None:
        raise OperationalError("could not connect to server at db.internal:5432")

    with connection.execute_wrapper(refuse):
        yield


class quick:
    """Context that fails if it takes longer than ``seconds``."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __enter__(self) -> None:
        self.start = time.monotonic()

    def __exit__(self, *_error: object) -> None:
        assert time.monotonic() - self.start < self.seconds


def signed_in() -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(factories.person())
    return client


@on_postgresql
@pytest.mark.parametrize("name", ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"])
def test_the_server_ends_what_takes_too_long_for_a_page(impatient: BaseDatabaseWrapper, name: str) -> None:
    with impatient.cursor() as cursor:
        cursor.execute("SELECT setting::int FROM pg_settings WHERE name = %s", [name])
        assert 0 < cursor.fetchone()[0] <= 30_000


@on_postgresql
def test_a_statement_that_takes_too_long_ends_and_the_connection_works_on(impatient: BaseDatabaseWrapper) -> None:
    with impatient.cursor() as cursor, quick(3):
        with pytest.raises(OperationalError, match="statement timeout"):
            cursor.execute("SELECT pg_sleep(20)")
        cursor.execute("SELECT 1")


@on_postgresql
def test_commands_have_all_time() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('statement_timeout'), current_setting('lock_timeout')")
        assert cursor.fetchone() == ("0", "0")
    assert database.StatementLimit.client() is None


def test_pages_and_tasks_are_limited_from_the_start() -> None:
    code = (
        "import config.wsgi, sys; from config.database import StatementLimit; sys.stdout.write(str(StatementLimit.statement))"
    )
    known = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_PAGE_SECONDS": "7"}
    web = subprocess.run([sys.executable, "-c", code], env=known, capture_output=True, text=True, check=True, timeout=60)
    assert web.stdout == "7.0"
    assert _limit_statements in worker_init._live_receivers(None)
    try:
        _limit_statements()
        assert database.StatementLimit.statement == settings.DATABASE_TASK_SECONDS > 30
    finally:
        database.wait_at_most(0)


@on_postgresql
def test_a_server_that_hangs_in_the_middle_is_given_up(silence: tcp_proxy.Proxy, impatient: BaseDatabaseWrapper) -> None:
    with impatient.cursor() as cursor:
        cursor.execute("SELECT 1")
        silence.silent.set()
        with quick(5), pytest.raises(OperationalError, match="no answer within"):
            cursor.execute("SELECT 1")


@on_postgresql
def test_a_server_that_does_not_let_anybody_in_is_given_up(silence: tcp_proxy.Proxy, impatient: BaseDatabaseWrapper) -> None:
    silence.silent.set()
    with quick(5), pytest.raises(OperationalError, match="timeout"):
        impatient.ensure_connection()
    with quick(0.5), pytest.raises(OperationalError, match="a moment ago"):
        impatient.ensure_connection()


@on_postgresql
@committed
def test_one_pays_for_a_server_that_hangs_and_the_others_hear_at_once(site: Client, silence: tcp_proxy.Proxy) -> None:
    assert status(site) == 200
    silence.silent.set()
    with quick(6):
        assert status(site) == 503
    with quick(1):
        assert [status(site) for _again in range(5)] == [503] * 5
        assert status(site, "/readyz/") == 503
        assert status(site, "/healthz/") == 200
        assert status(site, "/static/css/gone.css") == 404
    silence.silent.clear()
    end = time.monotonic() + 3 * base.RETRY_AFTER_SECONDS
    while (last := status(site)) != 200 and time.monotonic() < end:
        time.sleep(0.1)
    assert last == 200


@on_postgresql
@committed
def test_a_server_that_hangs_in_a_transaction_leaves_no_broken_connection(site: Client, silence: tcp_proxy.Proxy) -> None:
    def write() -> None:
        with transaction.atomic():
            factories.person()
            silence.silent.set()
            factories.person()

    with quick(6), pytest.raises(OperationalError):
        write()
    silence.silent.clear()
    time.sleep(base.RETRY_AFTER_SECONDS)
    assert factories.person().pk


@on_sqlite
def test_a_page_waits_for_its_turn_to_write_for_a_shorter_time(impatient: BaseDatabaseWrapper) -> None:
    with impatient.cursor() as cursor:
        assert cursor.execute("PRAGMA busy_timeout").fetchone() == (500,)


PAGE = {
    "en": "The post office is closed for a moment",
    "de": "Das Postamt hat einen Augenblick geschlossen",
    "it": "L’ufficio postale è chiuso per un momento",
}


@pytest.mark.parametrize(("language", "title"), PAGE.items())
def test_a_page_says_so_in_the_readers_language(language: str, title: str) -> None:
    client = signed_in()
    with away():
        response = client.get("/my/", headers={"Accept-Language": language})
    assert (response.status_code, response["Retry-After"], response["Cache-Control"]) == (503, "5", "no-store")
    page = response.content.decode()
    assert f"<h1>{title}</h1>" in page.replace("&#x27;", "’")
    assert f'<html lang="{language}">' in page
    assert "components.css" in page
    assert "db.internal" not in page


def test_the_sender_hears_that_the_form_may_be_sent_again() -> None:
    client = signed_in()
    with away():
        page = client.post("/tables/new/", {"name": "Sunday"}).content.decode()
    assert "Reload this page in a moment and your browser will send it again." in page


def test_a_script_gets_a_sentence_and_nothing_that_replaces_what_was_typed() -> None:
    client = signed_in()
    with away():
        response = client.post("/tables/new/", headers={"HX-Request": "true", "Accept-Language": "de"})
    assert response.status_code == 503
    assert response["Content-Type"].startswith("text/plain")
    assert "Die Datenbank antwortet nicht" in response.content.decode()
    assert "HX-Retarget" not in response


@pytest.mark.parametrize("path", ["/archive/feed/", "/p/00000000000000000000/0/"])
def test_machines_get_a_sentence(path: str) -> None:
    with away():
        response = Client(raise_request_exception=False).get(path)
    assert (response.status_code, response["Content-Type"].partition(";")[0]) == (503, "text/plain")


def test_another_error_is_still_an_error() -> None:
    def fall(*_args: object) -> None:
        raise ValueError

    client = signed_in()
    with connection.execute_wrapper(fall):
        assert client.get("/my/").status_code == 500


@pytest.mark.parametrize("path", ["/healthz/", "/static/css/gone.css", "/no/such/page/"])
def test_what_needs_no_database_asks_for_none(path: str, django_assert_num_queries: Any) -> None:
    """A signed-in user's page needs queries to know its reader, so a missing page is tried signed out."""
    client = Client() if path == "/no/such/page/" else signed_in()
    with django_assert_num_queries(0):
        status = client.get(path).status_code
    assert status == (200 if path == "/healthz/" else 404)


def test_a_table_that_is_not_there_still_knows_its_reader() -> None:
    client = signed_in()
    page = client.get("/people/99999999/")
    assert page.status_code == 404
    assert b"Sign out" in page.content
