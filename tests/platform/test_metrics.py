"""Metrics: access, counts and figures from rows.

With the real Prometheus, the rules and the dashboard name only existing metrics and an alert fires.
"""

import json
import logging
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote
from urllib.request import urlopen

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError, connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import resolve
from django.utils import timezone

from accounts import limits
from config import metrics
from tables.models import Heartbeat, Table
from tables.selectors.staff import figures
from tables.tasks import sweep
from tests.site import factories

ROOT = Path(__file__).resolve().parents[2]
RULES, DASHBOARD = ROOT / "docs/monitoring/alerts.yml", ROOT / "docs/monitoring/dashboard.json"
TOKEN = "a-word-that-only-prometheus-knows"
PATIENCE = 60.0
BEARER = {"Authorization": f"Bearer {TOKEN}"}

pytestmark = pytest.mark.django_db


@pytest.fixture
def counting(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield the metrics folder of a site that counts."""
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "")
    settings.METRICS_TOKEN, settings.METRICS_DIR = TOKEN, tmp_path / "metrics"
    monkeypatch.setattr(metrics, "_counts", None)
    metrics.start(settings.METRICS_DIR)
    yield settings.METRICS_DIR
    metrics.task_prerun.disconnect(metrics._begin)
    metrics.task_postrun.disconnect(metrics._end)


def read(client: Client) -> dict[str, float]:
    """Request the metrics, and return the numbers by their names, labels included."""
    answer = client.get("/metrics/", headers=BEARER)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain; version=0.0.4")
    assert "no-store" in answer["Cache-Control"] or "no-cache" in answer["Cache-Control"]
    lines = [line for line in answer.content.decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _space, value in (line.rpartition(" ") for line in lines)}


def visit(view: Callable[..., HttpResponse], path: str) -> None:
    """Make a request as the web server does, through the code that counts requests and notes views."""
    request = RequestFactory().get(path)

    def pages(_environ: dict[str, Any], start_response: Any) -> list[bytes]:
        request.resolver_match = resolve(path)
        views = metrics.Views(view)
        views.process_view(request, view, (), {})
        answer = views(request)
        start_response(f"{answer.status_code} {answer.reason_phrase}", [])
        return [b"".join(answer)]

    metrics.timed(pages)({}, lambda _status, _headers: None)


def test_without_a_token_there_is_no_page(client: Client, counting: Path) -> None:
    assert client.get("/metrics/").status_code == 404
    assert client.get("/metrics/", headers={"Authorization": f"Bearer {TOKEN}x"}).status_code == 404
    assert client.get("/metrics/", headers={"Authorization": TOKEN}).status_code == 404
    client.force_login(factories.person("Anna"))
    assert client.get("/metrics/").status_code == 404
    assert client.post("/metrics/", headers=BEARER).status_code in (403, 405)
    operator = factories.person("Ottavia")
    operator.is_staff = True
    operator.save()
    client.force_login(operator)
    assert client.get("/metrics/").status_code == 200


def test_where_nothing_is_counted_there_is_none(client: Client, settings: Any) -> None:
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics/", headers={"Authorization": "Bearer "}).status_code == 404


def test_requests_tasks_moves_messages_and_errors_are_counted(client: Client, counting: Path) -> None:
    visit(lambda _request: HttpResponse("here"), "/about/")
    visit(lambda _request: HttpResponse(status=503), "/t/abcdefgh/")
    visit(lambda _request: HttpResponse("here"), "/t/secretxy/")
    sweep.apply()
    metrics.moved("gonzaga", 3)
    metrics.delivered("email", "sent")
    metrics.failed("cache")
    logging.getLogger("accounts.mail.queue").error("a mail was not sent")
    found = read(client)
    assert found['staffetta_request_seconds_count{status="2xx",view="about"}'] == 1
    assert found['staffetta_request_seconds_count{status="5xx",view="tables:detail"}'] == 1
    assert found['staffetta_request_seconds_count{status="2xx",view="tables:detail"}'] == 1
    assert found['staffetta_task_seconds_count{state="SUCCESS",task="tables.tasks.sweep"}'] == 1
    assert found['staffetta_moves_total{game="gonzaga"}'] == 3
    assert found['staffetta_deliveries_total{channel="email",status="sent"}'] == 1
    assert found['staffetta_errors_total{part="cache"}'] == 1
    assert found['staffetta_error_lines_total{logger="accounts.mail.queue"}'] == 1
    assert not [name for name in found if "abcdefgh" in name or "secretxy" in name]


def test_a_guest_whom_the_whole_site_refuses_is_counted(client: Client, counting: Path, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "guest_all": "2/h/key"}
    for number in range(5):
        request = RequestFactory().post("/", REMOTE_ADDR=f"192.0.2.{number}")
        request.user = AnonymousUser()
        limits.allow_guest(request)
    assert read(client)['staffetta_limits_total{action="guest"}'] == 3


@pytest.mark.django_db(transaction=True)
def test_moves_are_counted_once_they_are_kept(client: Client, counting: Path) -> None:
    table = factories.running_table(factories.person("Anna"), factories.person("Ben"), game="specimen")
    factories.play_to_end(table)
    found = read(client)
    assert found['staffetta_moves_total{game="specimen"}'] == Table.objects.get(pk=table.pk).seq


def test_rows_tell_how_the_site_stands(counting: Path) -> None:
    now = timezone.now()
    Heartbeat.objects.update_or_create(name="sweep", defaults={"at": now - timedelta(minutes=3)})
    table = factories.running_table(factories.person("Anna"), factories.person("Ben"), game="specimen", now=now)
    decision = table.decisions.open().exclude(due_at=None).order_by("due_at").first()
    known = {(each.name, *each.labels.values()): each.value for each in figures.figures(decision.due_at)}
    assert known["decisions_overdue",] == 0
    later = decision.due_at + timedelta(minutes=10)
    Table.objects.filter(pk=table.pk).update(quarantined_at=None)
    known = {(each.name, *each.labels.values()): each.value for each in figures.figures(later)}
    assert known["decisions_overdue",] >= 1
    assert known["decisions_overdue_age_seconds",] == 600
    assert known["tables_set_aside",] == 0
    Table.objects.filter(pk=table.pk).update(quarantined_at=now)
    known = {(each.name, *each.labels.values()): each.value for each in figures.figures(later)}
    assert (known["tables_set_aside",], known["decisions_overdue",]) == (1, 0)
    assert known["heartbeat_age_seconds", "sweep"] > 180
    assert known["queue_length", "bots"] == 0


def test_a_database_that_is_away_is_told_of_and_not_a_page_that_fails(client: Client, counting: Path) -> None:
    def away(*_statement: Any) -> None:
        raise DatabaseError("gone")

    with connection.execute_wrapper(away):
        found = read(client)
    assert found['staffetta_part_is_well{part="database"}'] == 0
    assert "staffetta_tables_set_aside" not in found


def test_it_looks_at_few_rows_by_indexes(counting: Path, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(9):
        figures.figures(timezone.now())


def named() -> set[str]:
    """Return every metric that a rule or the dashboard names."""
    panels = json.loads(DASHBOARD.read_text())["panels"]
    expressions = [target["expr"] for panel in panels for target in panel["targets"]]
    words = re.sub(r"annotations:.*|alert:.*", "", RULES.read_text())
    found = set(re.findall(r"staffetta_\w+", " ".join([words, *expressions])))
    assert len(found) > 12
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def ask(port: int, path: str) -> Any:
    with urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
        return json.load(answer)["data"]


@pytest.mark.skipif(not (shutil.which("prometheus") and shutil.which("promtool")), reason="LEFT OUT: no Prometheus found")
@pytest.mark.django_db(transaction=True)
def test_prometheus_takes_the_rules_finds_every_metric_and_calls(counting: Path, live_server: Any, tmp_path: Path) -> None:
    checked = subprocess.run(["promtool", "check", "rules", str(RULES)], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    table = factories.running_table(factories.person("Anna"), factories.person("Ben"), game="specimen")
    Table.objects.filter(pk=table.pk).update(quarantined_at=timezone.now(), quarantine_reason="a test")
    visit(lambda _request: HttpResponse("here"), "/about/")
    sweep.apply()
    metrics.moved("gonzaga", 3)
    metrics.delivered("email", "failed")
    metrics.failed("cache")
    logging.getLogger("accounts.mail.queue").error("a mail was not sent")
    (tmp_path / "alerts.yml").write_text(re.sub(r"for: \d+m", "for: 0s", RULES.read_text()))
    target = live_server.url.removeprefix("http://")
    job = {"job_name": "staffetta", "metrics_path": "/metrics/", "authorization": {"credentials": TOKEN}}
    job |= {"static_configs": [{"targets": [target]}]}
    fast = {"scrape_interval": "1s", "evaluation_interval": "1s", "scrape_timeout": "1s"}
    known = {"global": fast, "rule_files": ["alerts.yml"], "scrape_configs": [job]}
    (tmp_path / "prometheus.yml").write_text(json.dumps(known))
    port = free_port()
    command = ["prometheus", f"--config.file={tmp_path}/prometheus.yml", f"--storage.tsdb.path={tmp_path}/data"]
    with (
        (tmp_path / "output").open("wb") as output,
        subprocess.Popen([*command, f"--web.listen-address=127.0.0.1:{port}"], stdout=output, stderr=output) as prometheus,
    ):
        try:
            firing = until(lambda: calls(port), prometheus, tmp_path / "output")
            there = set(ask(port, "/api/v1/label/__name__/values"))
            groups = ask(port, "/api/v1/rules")["groups"]
        finally:
            prometheus.terminate()
    assert "StaffettaTableSetAside" in firing
    assert not firing & {"StaffettaAway", "StaffettaErrors", "StaffettaSlow", "StaffettaSweepSilent", "StaffettaTasksFail"}
    assert named() - there == set()
    assert [rule["lastError"] for group in groups for rule in group["rules"] if rule.get("lastError")] == []


def calls(port: int) -> set[str]:
    """Return the alerts that fire, once the alert for a table on hold is among them. Before, return an empty set."""
    try:
        alerts = ask(port, f"/api/v1/query?query={quote('ALERTS{alertstate="firing"}')}")["result"]
    except OSError:
        return set()
    found = {alert["metric"]["alertname"] for alert in alerts}
    return found if "StaffettaTableSetAside" in found else set()


def until[T](look: Callable[[], T], process: subprocess.Popen[bytes], output: Path) -> T:
    """Wait until ``look`` finds something, and return it."""
    end = time.monotonic() + PATIENCE
    while not (found := look()):
        assert process.poll() is None, output.read_text()
        assert time.monotonic() < end, output.read_text()
        time.sleep(0.2)
    return found
