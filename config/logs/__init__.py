"""Formatters of log lines and error reports. They hide secrets: URLs that work like a key.

Decision links, invitations, feeds, pulses and unsubscribe links hold everything their reader needs to act or to see. The front
proxy hides the same URLs (``Caddyfile``), and the web server writes no access log (``config/serve.py``).
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

# A short word, such as i/o, is not a secret.
SECRET = re.compile(
    r"((?:^|[^\w.-]|%2[Ff])(?:d|i|p|my(?:/|%2[Ff])(?:data|feed)|mail(?:/|%2[Ff])unsubscribe)(?:/|%2[Ff]))[^\s\"'<>]{8,}"
)

# Webhooks of other services: the site does not log them, but a library might.
ELSEWHERE = re.compile(r"(/api/(?:v\d+/)?webhooks/|hooks\.slack\.com/services/)[^\s\"'<>]+")


def redact(text: str) -> str:
    """Return the text with a dash in place of the secret part of each URL."""
    return ELSEWHERE.sub(r"\1-", SECRET.sub(r"\1-", text))


class Formatter(logging.Formatter):
    """Formatter of a log line, including its traceback.

    ``{trail}`` names the request and the task, if there are any.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line without its secrets."""
        parts = [f"{name} {value}" for name, value in trail().items()]
        record.trail = f" [{', '.join(parts)}]" if parts else ""
        return redact(super().format(record))


class JsonFormatter(logging.Formatter):
    """Formatter of a log line as one JSON object, for log collectors.

    Extra attributes of a record are left out, since Django's hold the whole request.
    """

    # Maximum number of characters of the message and of the traceback: many collectors cut a line at 16 KB.
    MOST, MOST_TRACED = 4_000, 9_000

    def format(self, record: logging.LogRecord) -> str:
        """Return the line without its secrets."""
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            # Secrets are hidden before the cut, since part of a URL would not be recognised.
            "message": redact(self._message(record))[: self.MOST],
            "program": program(),
            "process": record.process,
            **trail(),
        }
        if record.exc_info and record.exc_info[0] is not None:
            fields["error"] = record.exc_info[0].__name__
            # The error is at the end of a traceback.
            fields["traceback"] = redact(self.formatException(record.exc_info))[-self.MOST_TRACED :]
        return json.dumps(fields)

    @staticmethod
    def _message(record: logging.LogRecord) -> str:
        try:
            return record.getMessage()
        except Exception:  # noqa: BLE001 - a message that cannot be formatted must still be logged
            return str(record.msg)


def trail() -> dict[str, str]:
    """Return the id of the current request, and the name and id of the current task, if any."""
    task, task_id = TASK.get()
    fields = {"request": REQUEST.get(), "task": task, "task_id": task_id}
    return {name: value for name, value in fields.items() if value}


def program() -> str:
    """Return the name of this process in ``config.supervision.processes``, otherwise its command."""
    path = Path(sys.argv[0])
    name = path.parent.name if path.stem == "__main__" else path.stem
    node = [next_word for word, next_word in zip(sys.argv, sys.argv[1:], strict=False) if word == "-n"]
    if name == "celery":
        return node[0].partition("@")[0] if node else "beat"
    return "web" if name == "serve" else name


def config(form: str, level: str) -> dict[str, Any]:
    """Return the configuration for ``logging.config.dictConfig``; ``form`` is ``text`` or ``json``."""
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
    """Formatter for the development server, which logs every URL it serves."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line without its secrets."""
        return redact(super().format(record))


class ExceptionReporter(debug.ExceptionReporter):
    """Error report without secrets, for the DEBUG page and for emails to admins."""

    def get_traceback_html(self) -> Any:
        """Return the report as HTML."""
        return redact(super().get_traceback_html())

    def get_traceback_text(self) -> Any:
        """Return the report as text."""
        return redact(super().get_traceback_text())
