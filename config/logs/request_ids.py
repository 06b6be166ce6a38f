"""The id of a request: it stands in the answer, in every line of the log about it, and in the tasks that came of it."""

import re
import secrets
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from typing import Any

from celery.signals import before_task_publish, task_postrun, task_prerun

type Application = Callable[[dict[str, Any], Any], Iterable[bytes]]

HEADER = "X-Request-ID"
# What a front may say: a UUID, or what other fronts make.
WELL_FORMED = re.compile(r"[A-Za-z0-9-]{8,64}")

REQUEST: ContextVar[str] = ContextVar("request", default="")
# The name and the id of the task that runs.
TASK: ContextVar[tuple[str, str]] = ContextVar("task", default=("", ""))


def numbered(site: Application, *, behind_front: bool) -> Application:
    """A WSGI application whose requests have ids: those of the front, if there is one that says them, else new ones.

    Without a front the header is the word of anybody, and would let them mix their requests with those of others.
    """

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        given = environ.get("HTTP_X_REQUEST_ID", "") if behind_front else ""
        number = given if WELL_FORMED.fullmatch(given) else secrets.token_hex(8)
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
    # What runs at once, as in tests, belongs to the request that sent it.
    number = getattr(task.request, "request_id", None) or REQUEST.get()
    task.request.outer = REQUEST.set(str(number)), TASK.set((task.name, task_id))


@task_postrun.connect
def _end(task: Any = None, **_more: Any) -> None:
    request, of_task = task.request.outer
    REQUEST.reset(request)
    TASK.reset(of_task)
