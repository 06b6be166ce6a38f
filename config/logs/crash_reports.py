"""Reports of crashes, to Sentry or to whatever understands its protocol; off unless ``SENTRY_DSN`` is set.

A report says which code failed, not with what: it is written anew from a list of what may stand in it, so that whatever a later
version of the library collects stays here. No message of an exception (databases and parsers quote the values they stumble
over), no request, no local variables, no arguments of tasks, no lines of the log, no addresses, nobody's name.
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
# What is not dotted, such as a path, is no name of a view or a task.
DOTTED = re.compile(r"[A-Za-z_][\w.<>]*")
# The words of ours are written in the code, and what they speak of is beside them.
OURS = ("accounts", "config", "engines", "tables")


def start(dsn: str, environment: str) -> None:
    """Report from now on. Raises ImproperlyConfigured for an address that is none."""
    try:
        sentry_sdk.init(
            dsn=dsn,
            environment=environment,
            before_send=report,
            # Measured times would bring addresses and statements along.
            before_send_transaction=lambda _event, _hint: None,
            traces_sample_rate=None,
            send_default_pii=False,
            include_local_variables=False,
            max_request_body_size="never",
            max_breadcrumbs=0,
            send_client_reports=False,
            auto_session_tracking=False,
            # Whoever stops a worker waits no longer for a catcher that hangs.
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
    """What is sent of an event of the library."""
    return cast("Event", _told(event))


def _told(event: Fields) -> dict[str, Any]:
    told = {name: event[name] for name in PLAIN if event.get(name) is not None}
    told["tags"] = {"program": program(), **trail()}
    if DOTTED.fullmatch(str(event.get("transaction") or "")):
        told["transaction"] = event["transaction"]
    if exceptions := _values(event.get("exception")):
        told["exception"] = {"values": [_exception(each) for each in exceptions]}
    if str(event.get("logger", "")).partition(".")[0] in OURS:
        told["logger"] = event["logger"]
        told["logentry"] = {"message": (event.get("logentry") or {}).get("message", "")}
    return told


def _exception(given: Fields) -> dict[str, Any]:
    told: dict[str, Any] = {name: given[name] for name in ("type", "module") if given.get(name)}
    told["mechanism"] = _only(given.get("mechanism") or {}, MECHANISM)
    told["stacktrace"] = {"frames": [_only(frame, FRAME) for frame in (given.get("stacktrace") or {}).get("frames", [])]}
    return told


def _values(given: Any) -> list[Fields]:
    return [each for each in (given or {}).get("values", []) if each]


def _only(given: Fields, names: Iterable[str]) -> dict[str, Any]:
    return {name: given[name] for name in names if given.get(name) is not None}
