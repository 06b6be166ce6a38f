"""Request id, added to the response, to the log lines about the request, and to the tasks that it started."""

import re
import secrets
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from typing import Any

from celery.signals import before_task_publish, task_postrun, task_prerun

type Application = Callable[[dict[str, Any], Any], Iterable[bytes]]

HEADER = "X-Request-ID"
# Ids that a front proxy may send: a UUID or a similar format.
WELL_FORMED = re.compile(r"[A-Za-z0-9-]{8,64}")

REQUEST: ContextVar[str] = ContextVar("request", default="")
# Name and id of the running task.
TASK: ContextVar[tuple[str, str]] = ContextVar("task", default=("", ""))


def numbered(site: Application, *, behind_front: bool) -> Application:
    """Return a WSGI application that gives each request an id: the front proxy's, or a new one.

    Without a front proxy, anybody could set the header and mix their requests with those of others.
    """

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        proposed = environ.get("HTTP_X_REQUEST_ID", "") if behind_front else ""
        number = proposed if WELL_FORMED.fullmatch(proposed) else secrets.token_hex(8)
        token = REQUEST.set(number)
        try:
            return site(environ, lambda status, headers, *more: start_response(status, [*headers, (HEADER, number)], *more))
        finally:
            REQUEST.reset(token)

    return answer


@before_task_publish.connect
def _take_along(headers: dict[str, Any] | None = None, **_more: Any) -> None:
    if headers is not None and (number := REQUEST.get()):
        headers["request_id"] = number


@task_prerun.connect
def _begin(task_id: str = "", task: Any = None, **_more: Any) -> None:
    # A task that runs straight away, as in tests, belongs to the request that sent it.
    number = getattr(task.request, "request_id", None) or REQUEST.get()
    task.request.outer = REQUEST.set(str(number)), TASK.set((task.name, task_id))


@task_postrun.connect
def _end(task: Any = None, **_more: Any) -> None:
    request_token, task_token = task.request.outer
    REQUEST.reset(request_token)
    TASK.reset(task_token)
