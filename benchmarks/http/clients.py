"""Clients of a web server, each with one connection, that ask without a pause."""

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
    """A page, or with ``fields`` a move as htmx sends it, by whoever has this cookie and CSRF token."""

    path: str
    cookie: str
    csrf: str
    fields: Mapping[str, str] | None = None

    def headers(self) -> dict[str, str]:
        """What a browser would send along."""
        if self.fields is None:
            return {"Cookie": self.cookie}
        form = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true", "X-CSRFToken": self.csrf}
        return {"Cookie": self.cookie, **form}


@dataclass
class Heard:
    """Seconds that pages and moves took, what was not answered as it should, and how many answers came in how many seconds."""

    pages: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    answers: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Answers in a second."""
        return self.answers / self.seconds


def ask(port: int, scripts: Sequence[Iterator[Request]], seconds: float, heard: Heard) -> None:
    """Let one client for each script ask for so long; all wait for their last answer, which counts in no rate."""
    end = time.perf_counter() + seconds
    clients = [threading.Thread(target=_client, args=(port, script, end, heard)) for script in scripts]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    heard.seconds += seconds


def _client(port: int, script: Iterator[Request], end: float, heard: Heard) -> None:
    link = HTTPConnection(HOST, port, timeout=PATIENCE)
    while (begun := time.perf_counter()) < end:
        request = next(script, None)
        if request is None:
            heard.errors.append("a client has nothing left to ask")
            break
        if trouble := _asked(link, request):
            heard.errors.append(trouble)
            link.close()
            continue
        done = time.perf_counter()
        heard.answers += done < end
        (heard.pages if request.fields is None else heard.moves).append(done - begun)
    link.close()


def _asked(link: HTTPConnection, request: Request) -> str:
    """What is wrong with the answer, empty if nothing is."""
    body = None if request.fields is None else urlencode(request.fields)
    try:
        link.request("GET" if body is None else "POST", request.path, body, request.headers())
        answer = link.getresponse()
        text = answer.read()
    except (OSError, HTTPException) as error:
        return f"{request.path}: {error!r}"
    return "" if answer.status == 200 else f"{request.path}: {answer.status} {text[:300]!r}"
