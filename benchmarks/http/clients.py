"""Clients of a web server, each with one connection, that make requests without a pause."""

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import NamedTuple
from urllib.parse import urlencode

HOST = "127.0.0.1"
PATIENCE = 60.0


class Request(NamedTuple):
    """Request for a page or, with ``fields``, of a move as htmx sends it, with this cookie and CSRF token."""

    path: str
    cookie: str
    csrf: str
    fields: Mapping[str, str] | None = None

    def headers(self) -> dict[str, str]:
        """Return the headers that a browser would send."""
        if self.fields is None:
            return {"Cookie": self.cookie}
        form = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true", "X-CSRFToken": self.csrf}
        return {"Cookie": self.cookie, **form}


@dataclass
class LoadResults:
    """Results: seconds of each page and move, failed requests, and the number of answers within ``seconds``."""

    pages: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    answers: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Answers per second."""
        return self.answers / self.seconds


def ask(port: int, scripts: Sequence[Iterator[Request]], seconds: float, results: LoadResults) -> None:
    """Run one client for each script for ``seconds``. Responses after that are awaited, but not counted in the rate."""
    deadline = time.perf_counter() + seconds
    clients = [threading.Thread(target=_client, args=(port, script, deadline, results)) for script in scripts]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    results.seconds += seconds


def _client(port: int, script: Iterator[Request], deadline: float, results: LoadResults) -> None:
    link = HTTPConnection(HOST, port, timeout=PATIENCE)
    while (start := time.perf_counter()) < deadline:
        request = next(script, None)
        if request is None:
            results.errors.append("a client has nothing left to ask")
            break
        if trouble := _asked(link, request):
            results.errors.append(trouble)
            link.close()
            continue
        done = time.perf_counter()
        results.answers += done < deadline
        (results.pages if request.fields is None else results.moves).append(done - start)
    link.close()


def _asked(link: HTTPConnection, request: Request) -> str:
    """Send the request. Return its error, or an empty string if the status is 200."""
    body = None if request.fields is None else urlencode(request.fields)
    try:
        link.request("GET" if body is None else "POST", request.path, body, request.headers())
        answer = link.getresponse()
        text = answer.read()
    except (OSError, HTTPException) as error:
        return f"{request.path}: {error!r}"
    return "" if answer.status == 200 else f"{request.path}: {answer.status} {text[:300]!r}"
