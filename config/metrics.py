"""Metrics of the site's processes, for Prometheus: counts of events, and durations of requests and tasks.

Numbers read from database rows are in ``tables.selectors.staff.figures``.

Without ``METRICS_TOKEN`` nothing is counted, and the library is not loaded.

Each process counts into its own files in one folder, and the process that answers ``/metrics/`` adds them up. The sum includes
all processes that share the folder, in any container. No label holds user input: views and tasks have names from the code.
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

# Histogram buckets in seconds. A page takes some hundredths of a second, a report minutes.
OF_REQUESTS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
OF_TASKS = (0.05, 0.25, 1.0, 5.0, 30.0, 120.0)
# Name for requests without a view: pulses, files and unknown URLs.
NO_VIEW = "none"

VIEW: ContextVar[str] = ContextVar("view", default=NO_VIEW)


class Counts:
    """The counters of this process."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        # The library reads this variable when it is imported.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
        from prometheus_client import Counter, Histogram, values

        # Process ids repeat across containers. The library separates the parts of a file name by underscores.
        host = socket.gethostname().replace("_", "-")
        values.ValueClass = values.MultiProcessValue(process_identifier=lambda: f"{host}-{os.getpid()}")  # type: ignore[no-untyped-call]
        self.folder = folder
        # These counters are read only from the shared files, so they belong to no registry of this process.
        unregistered: dict[str, Any] = {"registry": None}
        request_labels, delivery_labels = ["view", "status"], ["channel", "status"]
        self.requests = Histogram("staffetta_request_seconds", "Requests.", request_labels, buckets=OF_REQUESTS, **unregistered)
        self.tasks = Histogram(
            "staffetta_task_seconds", "Tasks, by how they ended.", ["task", "state"], buckets=OF_TASKS, **unregistered
        )
        self.moves = Counter(
            "staffetta_moves", "Moves played, those of bots and of the clock included.", ["game"], **unregistered
        )
        self.deliveries = Counter("staffetta_deliveries", "What became of messages, by way.", delivery_labels, **unregistered)
        self.errors = Counter("staffetta_errors", "Times that a part did not answer.", ["part"], **unregistered)
        self.lines = Counter("staffetta_error_lines", "Lines of the log of level ERROR, by logger.", ["logger"], **unregistered)
        self.limits = Counter("staffetta_limits", "Refusals because of a limit of the whole site.", ["action"], **unregistered)
        # The counter must exist before the first refusal: Prometheus counts no increase in a new series.
        self.limits.labels("guest")

    def text(self) -> str:
        """Return the counts of all processes in Prometheus's text format."""
        from prometheus_client import CollectorRegistry, generate_latest
        from prometheus_client.multiprocess import MultiProcessCollector

        registry = CollectorRegistry()
        MultiProcessCollector(registry, path=str(self.folder))  # type: ignore[no-untyped-call]
        return generate_latest(registry).decode()


_counts: Counts | None = None


def start(folder: Path) -> None:
    """Start counting requests, tasks and other events into files in ``folder``."""
    global _counts
    if _counts is None:
        _counts = Counts(folder)
        task_prerun.connect(_begin)
        task_postrun.connect(_end)


def forget(folder: Path) -> None:
    """Delete all counts in ``folder``, before new processes start."""
    for file in folder.glob("*.db"):
        file.unlink(missing_ok=True)


def text() -> str:
    """Return the metrics, or an empty string if nothing is counted."""
    return _counts.text() if _counts else ""


def moved(game: str, moves: int) -> None:
    """Count stored moves."""
    if _counts:
        _counts.moves.labels(game).inc(moves)


def delivered(channel: str, status: str, messages: int = 1) -> None:
    """Count messages that were delivered, failed or will be retried."""
    if _counts:
        _counts.deliveries.labels(channel, status).inc(messages)


def failed(part: str) -> None:
    """Count a failure of the ``database``, ``cache`` or ``broker``."""
    if _counts:
        _counts.errors.labels(part).inc()


def limited(action: str) -> None:
    """Count a refusal because the whole site has reached a limit."""
    if _counts:
        _counts.limits.labels(action).inc()


class ErrorLines(logging.Handler):
    """Log handler that counts error lines, so that failures seen only in the log show up in the metrics."""

    def emit(self, record: logging.LogRecord) -> None:
        """Count one log line."""
        if _counts:
            _counts.lines.labels(record.name).inc()


def timed(site: Application) -> Application:
    """Return a WSGI application that times its requests, or ``site`` itself if nothing is counted."""
    if _counts is None:
        return site
    seconds = _counts.requests

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        started, token, kind = time.perf_counter(), VIEW.set(NO_VIEW), "5xx"

        def start_and_count(status: str, *more: Any) -> Any:
            nonlocal kind
            kind = f"{status[0]}xx"
            return start_response(status, *more)

        try:
            return site(environ, start_and_count)
        finally:
            seconds.labels(VIEW.get(), kind).observe(time.perf_counter() - started)
            VIEW.reset(token)

    return answer


class Views:
    """Middleware that notes the name of the view. It is installed only if requests are counted."""

    def __init__(self, get_response: Callable[["HttpRequest"], "HttpResponseBase"]) -> None:
        self.get_response = get_response

    def __call__(self, request: "HttpRequest") -> "HttpResponseBase":
        return self.get_response(request)

    def process_view(self, request: "HttpRequest", _view: Any, _args: Any, _kwargs: Any) -> None:
        """Note the view; Django calls this once the URL is resolved."""
        match = request.resolver_match
        VIEW.set((match and match.view_name) or NO_VIEW)


def _begin(task: Any = None, **_more: Any) -> None:
    task.request.begun = time.perf_counter()


def _end(task: Any = None, state: str = "", **_more: Any) -> None:
    if _counts:
        _counts.tasks.labels(task.name, state or "UNKNOWN").observe(time.perf_counter() - task.request.begun)
