"""Health addresses for load balancers and monitoring, and the probe of a container."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from config import probe
from tables.models import Heartbeat
from tables.selectors.staff import health
from tests.site import factories

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
WELL = {"database": "ok", "migrations": "ok", "broker": "ok", "sweep": "ok"}


@pytest.fixture(autouse=True)
def noon(time_machine: Any) -> None:
    time_machine.move_to(NOW, tick=False)


def swept(ago: timedelta) -> None:
    Heartbeat.objects.update_or_create(name="sweep", defaults={"at": NOW - ago})


@contextmanager
def unreachable_database() -> Iterator[None]:
    def refuse(*_args: object) -> None:
        raise OperationalError("could not connect to server at db.internal:5432")

    with connection.execute_wrapper(refuse):
        yield


def test_ready_while_everything_works_together(client: Client) -> None:
    swept(timedelta(minutes=5))
    response = client.get("/readyz/")
    assert (response.status_code, response.json()) == (200, WELL)
    assert "no-store" in response["Cache-Control"]


def test_not_ready_when_nobody_has_swept_for_more_than_five_minutes(client: Client) -> None:
    swept(timedelta(minutes=5, seconds=1))
    response = client.get("/readyz/")
    assert (response.status_code, response.json()) == (503, WELL | {"sweep": "failed"})


def test_not_ready_before_the_first_sweep(client: Client) -> None:
    assert client.get("/readyz/").json() == WELL | {"sweep": "failed"}


def test_not_ready_while_a_migration_is_pending(client: Client) -> None:
    swept(timedelta(0))
    newest = max(name for app, name in health._newest_migrations() if app == "tables")
    MigrationRecorder(connection).record_unapplied("tables", newest)
    response = client.get("/readyz/")
    assert (response.status_code, response.json()) == (503, WELL | {"migrations": "failed"})


def test_a_database_that_is_down_is_said_and_not_described(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with unreachable_database(), caplog.at_level(logging.WARNING):
        response, alive = client.get("/readyz/"), client.get("/healthz/")
    assert response.status_code == 503
    assert response.json() == {"database": "failed", "migrations": "failed", "broker": "ok", "sweep": "failed"}
    assert b"db.internal" not in response.content
    assert "db.internal" in caplog.text
    assert (alive.status_code, alive.content) == (200, b"ok\n")


def test_the_visitor_is_not_looked_up(client: Client, django_assert_num_queries: Any) -> None:
    client.force_login(factories.person())
    with django_assert_num_queries(0):
        assert client.get("/healthz/").content == b"ok\n"
    client.get("/readyz/")
    with django_assert_num_queries(5):
        client.get("/readyz/")


@contextmanager
def site(status: int) -> Iterator[tuple[int, list[dict[str, str]]]]:
    """Run a server that answers every request with ``status``. Yield its port and the headers it received."""
    heard: list[dict[str, str]] = []

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append({"path": self.path, **self.headers})
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_args: object) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port, heard
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(("status", "well"), [(200, True), (503, False), (301, False), (400, False)])
def test_the_probe_asks_as_the_front_would(status: int, well: bool) -> None:
    with site(status) as (port, heard):
        assert probe.is_well("/healthz/", site_url="https://staffetta.example", port=port) is well
    assert heard[0]["path"] == "/healthz/"
    assert (heard[0]["Host"], heard[0]["X-Forwarded-Proto"]) == ("staffetta.example", "https")


def test_the_probe_finds_nobody_where_nobody_is() -> None:
    with site(200) as (port, _heard):
        pass
    assert not probe.is_well("/healthz/", site_url="http://127.0.0.1", port=port)


def test_compose_asks_the_address_that_does_not_depend_on_other_services() -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    assert services["web"]["healthcheck"]["test"] == ["CMD", "python", "-m", "config.probe", "/healthz/"]
    assert services["front"]["depends_on"]["web"]["condition"] == "service_healthy"


def test_not_ready_when_nothing_can_be_written(client: Client) -> None:
    """The site is not ready with a full disk or a read-only database, although both still answer queries."""

    def refuse(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE")):
            raise OperationalError("attempt to write a readonly database")
        return execute(sql, params, many, context)

    swept(timedelta(minutes=1))
    with connection.execute_wrapper(refuse):
        response = client.get("/readyz/")
    assert (response.status_code, response.json()) == (503, WELL | {"database": "failed"})
