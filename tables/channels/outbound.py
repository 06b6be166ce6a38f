"""Posting to an address that somebody typed in, so that it cannot be turned against the site or the network it stands in.

Only https, and only to addresses of the public internet: the name is resolved once, what it stands for is checked, and the line
goes to the very address that was checked, while certificate and ``Host`` are those of the name. Nothing is followed, no proxy
of the environment used, no cookie kept. All of it together takes ten seconds at most, whatever the other side does, and little
of its answer is read (``exchange.py``). Operators may name hosts for which neither rule holds: ``OUTBOUND_ALLOWED_HOSTS``.
"""

import queue
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from ipaddress import IPv6Address, ip_address, ip_network
from types import TracebackType
from typing import Self
from urllib.parse import SplitResult, urlsplit

import h11
from django.conf import settings

from tables.channels.exchange import Exchange, Nonsense
from tables.channels.unsent import Reason, Unsent

SECONDS = 10.0
# Bytes of a body.
MOST_SENT, MOST_BODY = 256 * 1024, 64 * 1024
LONGEST_REST = timedelta(hours=4)
_PORTS = {"https": 443, "http": 80}
_CHUNK = 16 * 1024
# The only part of IPv6 from which addresses of the public internet are given out.
_GLOBAL_UNICAST = ip_network("2000::/3")
# Networks of the IANA registries of special addresses that Python takes for global, in whole or in part.
_SPECIAL = tuple(
    map(
        ip_network,
        (
            *("192.0.0.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.175.48.0/24"),
            *("2001::/23", "2002::/16", "2620:4f:8000::/48", "3fff::/20"),
        ),
    )
)


@dataclass(frozen=True)
class Request:
    """What is sent where. Its address may be a secret, so it is not shown."""

    url: str = field(repr=False)
    body: bytes = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    method: str = "POST"


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    body: bytes = field(repr=False)


def send(request: Request, *, seconds: float = SECONDS) -> Answer:
    """Send it and read the answer, which is one of success. Raises :class:`Unsent`, within ``seconds`` and a little."""
    deadline = time.monotonic() + seconds
    parts = _parts(request.url)
    head = _head(request, parts)
    try:
        line = _connect(parts, deadline)
    except TimeoutError:
        raise Unsent(Reason.SLOW) from None
    except ssl.SSLCertVerificationError:
        raise Unsent(Reason.CERTIFICATE) from None
    except OSError:
        raise Unsent(Reason.AWAY) from None
    try:
        with line:
            return _answer(line, head, request.body)
    except TimeoutError:
        raise Unsent(Reason.SLOW, is_unclear=True) from None
    except Nonsense:
        raise Unsent(Reason.NONSENSE, is_unclear=True) from None
    except OSError:
        raise Unsent(Reason.AWAY, is_unclear=True) from None


def check(url: str) -> None:
    """Raises :class:`Unsent` for what is no address to post to, without asking anybody what its name stands for."""
    _parts(url)


def is_allowed(host: str) -> bool:
    """Whether operators vouch for a host by its name."""
    return host.lower().rstrip(".") in {name.lower().rstrip(".") for name in settings.OUTBOUND_ALLOWED_HOSTS}


def _parts(url: str) -> SplitResult:
    """The address, taken apart."""
    if not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        raise Unsent(Reason.ADDRESS)
    try:
        parts = urlsplit(url)
        is_one = bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise Unsent(Reason.ADDRESS) from None
    if not is_one or parts.scheme not in _PORTS or "@" in parts.netloc:
        raise Unsent(Reason.ADDRESS)
    if parts.scheme == "http" and not is_allowed(parts.hostname or ""):
        raise Unsent(Reason.ADDRESS)
    return parts


class _Line:
    """A connection that is over at a moment, however slowly the other side reads and speaks."""

    def __init__(self, connection: socket.socket, deadline: float) -> None:
        self.connection, self.deadline = connection, deadline

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.connection.close()

    def receive(self, most: int) -> bytes:
        """Return at most so many bytes, none at the end. Raises TimeoutError."""
        self._wait_no_longer()
        return self.connection.recv(most)

    def sendall(self, data: bytes) -> None:
        """Send all of the data. Raises TimeoutError."""
        for start in range(0, len(data), _CHUNK):
            self._wait_no_longer()
            self.connection.sendall(data[start : start + _CHUNK])

    def _wait_no_longer(self) -> None:
        self.connection.settimeout(_left(self.deadline))


def _left(deadline: float) -> float:
    """How many seconds there are. Raises TimeoutError if there are none."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _connect(parts: SplitResult, deadline: float) -> _Line:
    host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
    trouble: OSError = OSError("no address")
    for address in _addresses(host, port, deadline):
        try:
            connection = socket.create_connection((address, port), _left(deadline))
        except OSError as error:
            trouble = error
            continue
        try:
            return _Line(_encrypted(connection, host, deadline) if parts.scheme == "https" else connection, deadline)
        except BaseException:
            connection.close()
            raise
    raise trouble


def _encrypted(connection: socket.socket, host: str, deadline: float) -> socket.socket:
    connection.settimeout(_left(deadline))
    return _context().wrap_socket(connection, server_hostname=host)


@cache
def _context() -> ssl.SSLContext:
    return ssl.create_default_context()


def _addresses(host: str, port: int, deadline: float) -> list[str]:
    """What the name stands for at this moment, all of it public unless operators vouch for the host."""
    found = list(dict.fromkeys(_resolved(host, port, deadline)))
    if not is_allowed(host) and not all(map(_is_public, found)):
        raise Unsent(Reason.PRIVATE)
    return found


def _resolved(host: str, port: int, deadline: float) -> list[str]:
    """Resolvers have no time limit of their own, so one that hangs is left to itself."""
    answers: queue.SimpleQueue[list[str] | OSError | UnicodeError] = queue.SimpleQueue()

    def ask() -> None:
        try:
            answers.put([str(row[4][0]) for row in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)])
        except (OSError, UnicodeError) as error:
            answers.put(error)

    threading.Thread(target=ask, name="resolver", daemon=True).start()
    try:
        answer = answers.get(timeout=_left(deadline))
    except queue.Empty:
        raise TimeoutError from None
    if not isinstance(answer, list) or not answer:
        raise Unsent(Reason.UNKNOWN)
    return answer


def _is_public(address: str) -> bool:
    """Return whether an address is one of the public internet; an IPv4 address that is written as IPv6 is not."""
    try:
        found = ip_address(address)
    except ValueError:  # with a zone, so of one link only
        return False
    if isinstance(found, IPv6Address) and found not in _GLOBAL_UNICAST:
        return False
    is_special = any(found in network for network in _SPECIAL)
    return found.is_global and not (found.is_multicast or found.is_reserved or is_special)


def _head(request: Request, parts: SplitResult) -> h11.Request:
    """Return the beginning of a request. Raises :class:`Unsent` if it is none, or its body is too large."""
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    headers = {
        "Host": f"{host}:{parts.port}" if parts.port and parts.port != _PORTS[parts.scheme] else str(host),
        "User-Agent": f"Staffetta ({settings.SITE_URL})",
        "Accept": "*/*",
        "Accept-Encoding": "identity",
        "Connection": "close",
        "Content-Length": str(len(request.body)),
        **request.headers,
    }
    encoded = [(name.encode("latin-1", "replace"), value.encode("latin-1", "replace")) for name, value in headers.items()]
    try:
        head = h11.Request(method=request.method, target=target, headers=encoded)
    except h11.LocalProtocolError:
        raise Unsent(Reason.ADDRESS) from None
    if len(request.body) > MOST_SENT:
        raise Unsent(Reason.ADDRESS)
    return head


def _answer(line: _Line, head: h11.Request, body: bytes) -> Answer:
    exchange = Exchange(line)
    response = exchange.send(head, body)
    _judge(response)
    try:
        return Answer(response.status_code, exchange.body(MOST_BODY))
    # The answer was yes, however its body goes on.
    except (OSError, Nonsense):
        return Answer(response.status_code, b"")


def _judge(response: h11.Response) -> None:
    """Raises :class:`Unsent` unless the answer is yes."""
    status = response.status_code
    if 300 <= status < 400:
        raise Unsent(Reason.REDIRECT, status)
    if status in (404, 410):
        raise Unsent(Reason.GONE, status)
    if status in (408, 425, 429) or status >= 500:
        raise Unsent(Reason.BUSY, status, after=_rest(dict(response.headers).get(b"retry-after", b"").decode("latin-1")))
    if not 200 <= status < 300:
        raise Unsent(Reason.STATUS, status)


def _rest(said: str) -> timedelta:
    """How long to leave them alone; in seconds, as those who limit us say it (Discord with decimals)."""
    try:
        return min(timedelta(seconds=max(0.0, float(said))), LONGEST_REST)
    except (ValueError, OverflowError):
        return timedelta(0)
