"""Crash reports, sent to Sentry or a compatible server; off unless ``SENTRY_DSN`` is set.

A report says which code failed, not with which data. It is rebuilt from a list of allowed fields, so that later
versions of the library cannot add anything. It has no exception message (databases and parsers quote values), no request, local
variables, task arguments, log lines, addresses or names.
"""

import logging
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

import sentry_sdk
from django.core.exceptions import ImproperlyConfigured
from sentry_sdk.integrations.atexit import AtexitIntegration
from sentry_sdk.integrations.celery import CeleryIntegration
from sentry_sdk.integrations.dedupe import DedupeIntegration
from sentry_sdk.integrations.django import DjangoIntegration
from sentry_sdk.integrations.excepthook import ExcepthookIntegration
from sentry_sdk.integrations.logging import LoggingIntegration
from sentry_sdk.integrations.threading import ThreadingIntegration
from sentry_sdk.utils import BadDsn

from config.logs import program, trail

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

type Fields = Mapping[str, Any]

PLAIN = ("event_id", "timestamp", "level", "platform", "release", "environment", "sdk")
FRAME = ("filename", "module", "function", "lineno", "in_app", "pre_context", "context_line", "post_context")
MECHANISM = ("type", "handled", "exception_id", "parent_id", "is_exception_group", "source")
# A name without dots, such as a path, is not a view or a task.
DOTTED = re.compile(r"[A-Za-z_][\w.<>]*")
# Loggers with constant messages: values are separate arguments.
OURS = ("accounts", "config", "engines", "tables")


def start(dsn: str, environment: str) -> None:
    """Start reporting. Raises ImproperlyConfigured for an invalid address."""
    try:
        sentry_sdk.init(
            dsn=dsn,
            environment=environment,
            before_send=report,
            # Performance data would include URLs and statements.
            before_send_transaction=lambda _event, _hint: None,
            traces_sample_rate=None,
            send_default_pii=False,
            include_local_variables=False,
            max_request_body_size="never",
            max_breadcrumbs=0,
            send_client_reports=False,
            auto_session_tracking=False,
            # Stopping a worker must not wait longer for a hanging report server.
            shutdown_timeout=2,
            default_integrations=False,
            auto_enabling_integrations=False,
            integrations=[
                AtexitIntegration(callback=lambda _pending, _timeout: None),
                CeleryIntegration(propagate_traces=False),
                DedupeIntegration(),
                DjangoIntegration(transaction_style="function_name", middleware_spans=False, signals_spans=False),
                ExcepthookIntegration(always_run=True),
                LoggingIntegration(level=None, event_level=logging.ERROR),
                ThreadingIntegration(propagate_scope=False),
            ],
        )
    except BadDsn as error:
        raise ImproperlyConfigured("SENTRY_DSN is no address of a project: https://<key>@<host>/<number>.") from error


def report(event: "Event", _hint: "Hint | None" = None) -> "Event":
    """Return the parts of the library's event that may be sent."""
    return cast("Event", _allowed(event))


def _allowed(event: Fields) -> dict[str, Any]:
    allowed = {name: event[name] for name in PLAIN if event.get(name) is not None}
    allowed["tags"] = {"program": program(), **trail()}
    if DOTTED.fullmatch(str(event.get("transaction") or "")):
        allowed["transaction"] = event["transaction"]
    if exceptions := _values(event.get("exception")):
        allowed["exception"] = {"values": [_exception(exception) for exception in exceptions]}
    if str(event.get("logger", "")).partition(".")[0] in OURS:
        allowed["logger"] = event["logger"]
        allowed["logentry"] = {"message": (event.get("logentry") or {}).get("message", "")}
    return allowed


def _exception(exception: Fields) -> dict[str, Any]:
    allowed: dict[str, Any] = {name: exception[name] for name in ("type", "module") if exception.get(name)}
    allowed["mechanism"] = _only(exception.get("mechanism") or {}, MECHANISM)
    allowed["stacktrace"] = {"frames": [_only(frame, FRAME) for frame in (exception.get("stacktrace") or {}).get("frames", [])]}
    return allowed


def _values(container: Any) -> list[Fields]:
    return [each for each in (container or {}).get("values", []) if each]


def _only(fields: Fields, names: Iterable[str]) -> dict[str, Any]:
    return {name: fields[name] for name in names if fields.get(name) is not None}
