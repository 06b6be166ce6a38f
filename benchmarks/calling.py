"""An application called as a server calls it, with nothing of a test client in the time that is measured."""

import io
import time
from collections.abc import Callable
from typing import Any, NamedTuple


class Spent(NamedTuple):
    """What something took: seconds by the clock, and of this process's CPU."""

    clock: float
    cpu: float

    def plus(self, more: "Spent") -> "Spent":
        """Both together."""
        return Spent(self.clock + more.clock, self.cpu + more.cpu)


class Call(NamedTuple):
    """What one request took, and the body of its answer."""

    spent: Spent
    body: bytes


def call(application: Callable[..., Any], environ: dict[str, Any], expected: str = "200") -> Call:
    """One request from its environment to the last byte of its answer. Raises RuntimeError for a status not expected."""
    status = ""

    def start(line: str, _headers: Any, _trouble: Any = None) -> Callable[[bytes], object]:
        nonlocal status
        status = line
        return io.BytesIO().write

    cpu, begun = time.process_time(), time.perf_counter()
    answer = application(environ, start)
    body = b"".join(answer)
    answer.close()
    spent = Spent(time.perf_counter() - begun, time.process_time() - cpu)
    if not status.startswith(expected):
        raise RuntimeError(f"{environ['PATH_INFO']} answered {status}: {body[:500]!r}")
    return Call(spent, body)
