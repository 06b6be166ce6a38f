"""compose.yaml and the image run exactly the processes that ``make up`` runs."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from celery.app.task import Task

from config.celery import app
from config.supervision.processes import BEAT, PROCESSES, WORKERS, Process

ROOT = Path(__file__).resolve().parents[2]
NOT_OURS = {"db", "redis", "front", "migrate"}


def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    return found


def queues(process: Process) -> set[str]:
    return set(process.module[process.module.index("-Q") + 1].split(","))


# Celery first runs Django's model checks, which query the database for JSON support.
needs_database = pytest.mark.django_db


def tasks() -> list[Task]:
    app.loader.import_default_modules()
    return [task for name, task in app.tasks.items() if not name.startswith("celery.")]


def test_compose_passes_on_every_setting() -> None:
    """A setting in .env reaches the processes, except those of embedded defaults and of development."""
    source = "".join(path.read_text() for path in (ROOT / "config").glob("settings*.py"))
    names = set(re.findall(r"\benv\.\w+\(\s*['\"]([A-Z_]+)['\"]", source))
    assert len(names) > 25
    passed = set(services()["web"]["environment"])
    assert names - passed == {"DEBUG", "PORT", "SQLITE_SYNCHRONOUS", "VAR_DIR"}


def test_compose_runs_the_same_processes() -> None:
    assert services().keys() - NOT_OURS == {process.name for process in PROCESSES}


@pytest.mark.parametrize("process", PROCESSES, ids=lambda process: process.name)
def test_compose_starts_a_process_like_the_supervisor(process: Process) -> None:
    command = services()[process.name]["command"]
    wanted = [*process.before, "python", "-m", *process.module]
    assert command[: len(wanted)] == wanted
    assert not {"-Q", "-P", "-c", "--interface"} & set(command[len(wanted) :])


def test_there_is_one_beat() -> None:
    assert [process for process in PROCESSES if "beat" in process.module] == [BEAT]
    assert "deploy" not in services()["beat"]


def test_each_queue_has_exactly_one_kind_of_worker() -> None:
    listed = [queue for worker in WORKERS for queue in queues(worker)]
    assert sorted(listed) == ["analyses", "bots", "default", "mail", "sweep", "ways"]


@needs_database
def test_every_task_goes_to_a_queue_that_somebody_reads() -> None:
    read = set().union(*map(queues, WORKERS))
    router = app.amqp.router
    found = {task.name: router.route({}, task.name)["queue"].name for task in tasks()}
    assert found
    assert {name for name, queue in found.items() if queue not in read} == set()


@needs_database
def test_the_beat_asks_only_for_tasks_that_exist() -> None:
    known = {task.name for task in tasks()}
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} - known == set()


def test_the_image_holds_everything_the_processes_import() -> None:
    copied = {line.split()[1] for line in (ROOT / "Dockerfile").read_text().splitlines() if line.startswith("COPY")}
    assert {"config", "engines", "accounts", "tables", "templates", "locale", "manage.py", "requirements.txt"} <= copied
    assert {"docs/check_record.py", "docs/check_record"} <= copied  # the site offers these files for download
