"""What stands in no log line and in no error report: addresses that are as good as a key.

Decision links, invitations, feeds, pulses and the links that stop mails hold what their reader needs to act or to see. The
front hides the same (``Caddyfile``), and no process writes an access log (``config/supervision/processes.py``).
"""

import logging
import re
from typing import Any

from django.utils import log
from django.views import debug

# A word such as i/o is too short to be one.
SECRET = re.compile(r"((?:^|[^\w.-]|%2[Ff])(?:d|i|p|my(?:/|%2[Ff])feed|mail(?:/|%2[Ff])unsubscribe)(?:/|%2[Ff]))[^\s\"'<>]{8,}")


def redact(text: str) -> str:
    """The text with a dash in place of all that follows in such an address."""
    return SECRET.sub(r"\1-", text)


class Formatter(logging.Formatter):
    """A log line, its traceback included."""

    def format(self, record: logging.LogRecord) -> str:
        """The line without what is secret."""
        return redact(super().format(record))


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
