"""Calls to a WSGI application, measured without the cost of a test client."""

import io
import time
from collections.abc import Callable
from typing import Any, NamedTuple


class Spent(NamedTuple):
    """Time spent: seconds by the clock, and of this process's CPU."""

    clock: float
    cpu: float

    def plus(self, more: "Spent") -> "Spent":
        """Return the sum of both."""
        return Spent(self.clock + more.clock, self.cpu + more.cpu)


class Call(NamedTuple):
    """Time spent on one request, and the body of its response."""

    spent: Spent
    body: bytes


def call(application: Callable[..., Any], environ: dict[str, Any], expected: str = "200") -> Call:
    """Make one request, up to the last byte of its response. Raises RuntimeError for an unexpected status."""
    status = ""

    def start(line: str, _headers: Any, _trouble: Any = None) -> Callable[[bytes], object]:
        nonlocal status
        status = line
        return io.BytesIO().write

    cpu, started = time.process_time(), time.perf_counter()
    response = application(environ, start)
    body = b"".join(response)
    response.close()
    spent = Spent(time.perf_counter() - started, time.process_time() - cpu)
    if not status.startswith(expected):
        raise RuntimeError(f"{environ['PATH_INFO']} answered {status}: {body[:500]!r}")
    return Call(spent, body)
