"""What stands in no log line and in no error report: addresses that are as good as a key.

Decision links, invitations, feeds, pulses and the links that stop mails hold what their reader needs to act or to see. The
front hides the same (``Caddyfile``), and no process writes an access log (``config/supervision/processes.py``).
"""

import json
import logging
import re
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.utils import log
from django.views import debug

from config.logs.request_ids import REQUEST, TASK

# A word such as i/o is too short to be one.
SECRET = re.compile(
    r"((?:^|[^\w.-]|%2[Ff])(?:d|i|p|my(?:/|%2[Ff])(?:data|feed)|mail(?:/|%2[Ff])unsubscribe)(?:/|%2[Ff]))[^\s\"'<>]{8,}"
)

# Webhooks of others: nothing of ours writes them down, but a library might.
ELSEWHERE = re.compile(r"(/api/(?:v\d+/)?webhooks/|hooks\.slack\.com/services/)[^\s\"'<>]+")


def redact(text: str) -> str:
    """The text with a dash in place of all that follows in such an address."""
    return ELSEWHERE.sub(r"\1-", SECRET.sub(r"\1-", text))


class Formatter(logging.Formatter):
    """A log line, its traceback included; ``{trail}`` is the request it is about, if it is about one, and the task."""

    def format(self, record: logging.LogRecord) -> str:
        """The line without what is secret."""
        found = [f"{name} {value}" for name, value in trail().items()]
        record.trail = f" [{', '.join(found)}]" if found else ""
        return redact(super().format(record))


class JsonFormatter(logging.Formatter):
    """A log line as one JSON object, for whatever collects logs. What a record carries beside its message stays out of it:
    Django's carry the whole request."""

    # Of the message and of the traceback: many collectors cut a line at 16 KB, somewhere in the middle.
    MOST, MOST_TRACED = 4_000, 9_000

    def format(self, record: logging.LogRecord) -> str:
        """The line without what is secret."""
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            # Hidden before it is cut, or a piece of an address would be none.
            "message": redact(self._message(record))[: self.MOST],
            "program": program(),
            "process": record.process,
            **trail(),
        }
        if record.exc_info and record.exc_info[0] is not None:
            fields["error"] = record.exc_info[0].__name__
            # What went wrong stands at the end of a traceback.
            fields["traceback"] = redact(self.formatException(record.exc_info))[-self.MOST_TRACED :]
        return json.dumps(fields)

    @staticmethod
    def _message(record: logging.LogRecord) -> str:
        try:
            return record.getMessage()
        except Exception:  # noqa: BLE001 - whatever cannot be said must not hide that something was to be said
            return str(record.msg)


def trail() -> dict[str, str]:
    """The request and the task of whatever runs, as far as there are any."""
    task, task_id = TASK.get()
    found = {"request": REQUEST.get(), "task": task, "task_id": task_id}
    return {name: value for name, value in found.items() if value}


def program() -> str:
    """Which of the site's programs this is, as ``config.supervision.processes`` calls it; else the command."""
    path = Path(sys.argv[0])
    name = path.parent.name if path.stem == "__main__" else path.stem
    node = [following for word, following in zip(sys.argv, sys.argv[1:], strict=False) if word == "-n"]
    if name == "celery":
        return node[0].partition("@")[0] if node else "beat"
    return "web" if name == "serve" else name


def config(form: str, level: str) -> dict[str, Any]:
    """What ``logging.config.dictConfig`` takes; ``form`` is ``text`` or ``json``."""
    as_json = {"()": "config.logs.JsonFormatter"}
    line = {"()": "config.logs.Formatter", "format": "{levelname} {name}{trail}: {message}", "style": "{"}
    request = {"()": "config.logs.ServerFormatter", "format": "[{server_time}] {message}", "style": "{"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": line, "request": request} if form == "text" else {"line": as_json, "request": as_json},
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": "line"},
            "requests": {"class": "logging.StreamHandler", "formatter": "request"},
            "errors": {"class": "config.metrics.ErrorLines", "level": "ERROR"},
        },
        "root": {"handlers": ["console", "errors"], "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "django.server": {"handlers": ["requests"], "level": "INFO", "propagate": False},
        },
    }


class ServerFormatter(log.ServerFormatter):
    """A line of the development server, which names every address it serves."""

    def format(self, record: logging.LogRecord) -> str:
        """The line without what is secret."""
        return redact(super().format(record))


class ExceptionReporter(debug.ExceptionReporter):
    """The report of an error, on the page of DEBUG or in a mail to operators."""

    def get_traceback_html(self) -> Any:
        """As a page."""
        return redact(super().get_traceback_html())

    def get_traceback_text(self) -> Any:
        """As text."""
        return redact(super().get_traceback_text())
