"""What the processes of the site count while they work, for Prometheus.

Without ``METRICS_TOKEN`` nothing is counted, and the library is not loaded.

Each process counts into files of its own in one folder, and whoever answers ``/metrics/`` adds them up: all processes that
share the folder are in it, in whichever container they run. No label holds what a visitor chose: views and tasks have names of
the code.
"""

import logging
import os
import socket
import time
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any

from celery.signals import task_postrun, task_prerun

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponseBase

type Application = Callable[[dict[str, Any], Any], Iterable[bytes]]

# Seconds. A page takes some hundredths, a report minutes.
OF_REQUESTS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
OF_TASKS = (0.05, 0.25, 1.0, 5.0, 30.0, 120.0)
# Requests that no view answers: pulses, files, and addresses that nobody has.
NO_VIEW = "none"

VIEW: ContextVar[str] = ContextVar("view", default=NO_VIEW)


class Counts:
    """The counters of this process."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        # The library looks at it when it is imported.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
        from prometheus_client import Counter, Histogram, values

        # In containers all processes have the same few numbers. An underscore parts the names of its files.
        host = socket.gethostname().replace("_", "-")
        values.ValueClass = values.MultiProcessValue(process_identifier=lambda: f"{host}-{os.getpid()}")  # type: ignore[no-untyped-call]
        self.folder = folder
        # Read from their files alone, which all processes have; so in no registry of this one.
        alone: dict[str, Any] = {"registry": None}
        answers, ways = ["view", "status"], ["channel", "status"]
        self.requests = Histogram("staffetta_request_seconds", "Requests.", answers, buckets=OF_REQUESTS, **alone)
        self.tasks = Histogram(
            "staffetta_task_seconds", "Tasks, by how they ended.", ["task", "state"], buckets=OF_TASKS, **alone
        )
        self.moves = Counter("staffetta_moves", "Moves played, those of bots and of the clock included.", ["game"], **alone)
        self.deliveries = Counter("staffetta_deliveries", "What became of messages, by way.", ways, **alone)
        self.errors = Counter("staffetta_errors", "Times that a part did not answer.", ["part"], **alone)
        self.lines = Counter("staffetta_error_lines", "Lines of the log of level ERROR, by logger.", ["logger"], **alone)
        self.limits = Counter("staffetta_limits", "Refusals because of a limit of the whole site.", ["action"], **alone)
        # There before the first refusal: Prometheus does not take the first sight of a number for an increase.
        self.limits.labels("guest")

    def text(self) -> str:
        """What all processes have counted, as Prometheus reads it."""
        from prometheus_client import CollectorRegistry, generate_latest
        from prometheus_client.multiprocess import MultiProcessCollector

        registry = CollectorRegistry()
        MultiProcessCollector(registry, path=str(self.folder))  # type: ignore[no-untyped-call]
        return generate_latest(registry).decode()


_counts: Counts | None = None


def start(folder: Path) -> None:
    """Count from now on."""
    global _counts
    if _counts is None:
        _counts = Counts(folder)
        task_prerun.connect(_begin)
        task_postrun.connect(_end)


def forget(folder: Path) -> None:
    """Begin at nothing: those who counted before this start are gone."""
    for file in folder.glob("*.db"):
        file.unlink(missing_ok=True)


def text() -> str:
    """What was counted; empty where nothing is."""
    return _counts.text() if _counts else ""


def moved(game: str, moves: int) -> None:
    """So many moves were kept."""
    if _counts:
        _counts.moves.labels(game).inc(moves)


def delivered(channel: str, status: str, messages: int = 1) -> None:
    """So many messages came to an end, or are to be tried again."""
    if _counts:
        _counts.deliveries.labels(channel, status).inc(messages)


def failed(part: str) -> None:
    """``database``, ``cache`` or ``broker`` did not answer."""
    if _counts:
        _counts.errors.labels(part).inc()


def limited(action: str) -> None:
    """Count a refusal because the whole site has reached a limit."""
    if _counts:
        _counts.limits.labels(action).inc()


class ErrorLines(logging.Handler):
    """Counts lines of the log, so that a failure of which only the log tells is seen."""

    def emit(self, record: logging.LogRecord) -> None:
        """Count one line."""
        if _counts:
            _counts.lines.labels(record.name).inc()


def timed(site: Application) -> Application:
    """A WSGI application whose requests are counted; it takes as long as it did where nothing is."""
    if _counts is None:
        return site
    seconds = _counts.requests

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        begun, token, kind = time.perf_counter(), VIEW.set(NO_VIEW), "5xx"

        def heard(status: str, *more: Any) -> Any:
            nonlocal kind
            kind = f"{status[0]}xx"
            return start_response(status, *more)

        try:
            return site(environ, heard)
        finally:
            seconds.labels(VIEW.get(), kind).observe(time.perf_counter() - begun)
            VIEW.reset(token)

    return answer


class Views:
    """Notes which view answers; stands among the middleware where requests are counted."""

    def __init__(self, get_response: Callable[["HttpRequest"], "HttpResponseBase"]) -> None:
        self.get_response = get_response

    def __call__(self, request: "HttpRequest") -> "HttpResponseBase":
        return self.get_response(request)

    def process_view(self, request: "HttpRequest", _view: Any, _args: Any, _kwargs: Any) -> None:
        """Called by Django when the address has been found."""
        found = request.resolver_match
        VIEW.set((found and found.view_name) or NO_VIEW)


def _begin(task: Any = None, **_more: Any) -> None:
    task.request.begun = time.perf_counter()


def _end(task: Any = None, state: str = "", **_more: Any) -> None:
    if _counts:
        _counts.tasks.labels(task.name, state or "UNKNOWN").observe(time.perf_counter() - task.request.begun)
