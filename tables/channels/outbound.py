"""HTTP client for user-supplied addresses, safe against attacks on the site's own network.

It allows only https and only addresses of the public internet. It resolves the name once, checks all its addresses, and
connects to one of them; certificate and ``Host`` are those of the name. It follows no redirect, uses no proxy from the
environment and keeps no cookie. The whole request takes little more than ten seconds at most, and little of the response is
read (``exchange.py``). ``OUTBOUND_ALLOWED_HOSTS`` lists hosts that may use http and private addresses.
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

from tables.channels.exchange import Exchange, MalformedResponse
from tables.channels.unsent import Reason, Unsent

SECONDS = 10.0
# Maximum number of bytes of a body.
MOST_SENT, MOST_BODY = 256 * 1024, 64 * 1024
LONGEST_REST = timedelta(hours=4)
_PORTS = {"https": 443, "http": 80}
_CHUNK = 16 * 1024
# Public IPv6 addresses are assigned only from this block.
_GLOBAL_UNICAST = ip_network("2000::/3")
# Networks from the IANA registries of special addresses that Python treats as global, in whole or in part.
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
    """Outgoing request. Its repr hides the address, which may be a secret."""

    url: str = field(repr=False)
    body: bytes = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    method: str = "POST"


@dataclass(frozen=True)
class Answer:
    """Response to a request."""

    status: int
    body: bytes = field(repr=False)


def send(request: Request, *, seconds: float = SECONDS) -> Answer:
    """Send the request and return the response, if it is a success.

    Raises :class:`Unsent` otherwise, within little more than ``seconds``.
    """
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
    except MalformedResponse:
        raise Unsent(Reason.NONSENSE, is_unclear=True) from None
    except OSError:
        raise Unsent(Reason.AWAY, is_unclear=True) from None


def check(url: str) -> None:
    """Check that an address can be posted to, without resolving its name. Raises :class:`Unsent` otherwise."""
    _parts(url)


def is_same(one: str, other: str) -> bool:
    """Return whether requests to two addresses reach the same place. Invalid addresses reach none."""
    try:
        return _target(_parts(one)) == _target(_parts(other))
    except Unsent:
        return one == other


def _target(parts: SplitResult) -> tuple[object, ...]:
    host = (parts.hostname or "").rstrip(".")
    return parts.scheme, host, parts.port or _PORTS[parts.scheme], parts.path or "/", parts.query


def is_allowed(host: str) -> bool:
    """Return whether admins have allowed the host by its name."""
    return host.lower().rstrip(".") in {name.lower().rstrip(".") for name in settings.OUTBOUND_ALLOWED_HOSTS}


def _parts(url: str) -> SplitResult:
    """Return the parts of an address. Raises :class:`Unsent` if it is invalid."""
    if not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        raise Unsent(Reason.ADDRESS)
    try:
        parts = urlsplit(url)
        is_valid = bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise Unsent(Reason.ADDRESS) from None
    if not is_valid or parts.scheme not in _PORTS or "@" in parts.netloc:
        raise Unsent(Reason.ADDRESS)
    if parts.scheme == "http" and not is_allowed(parts.hostname or ""):
        raise Unsent(Reason.ADDRESS)
    return parts


class _Line:
    """Connection that ends at a deadline, however slowly the other side reads and writes."""

    def __init__(self, connection: socket.socket, deadline: float) -> None:
        self.connection, self.deadline = connection, deadline

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.connection.close()

    def receive(self, most: int) -> bytes:
        """Return at most ``most`` bytes, none at the end of the stream. Raises TimeoutError."""
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
    """Return the seconds left until the deadline. Raises TimeoutError if there are none."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _connect(parts: SplitResult, deadline: float) -> _Line:
    host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
    last_error: OSError = OSError("no address")
    for address in _addresses(host, port, deadline):
        try:
            connection = socket.create_connection((address, port), _left(deadline))
        except OSError as error:
            last_error = error
            continue
        try:
            return _Line(_encrypted(connection, host, deadline) if parts.scheme == "https" else connection, deadline)
        except BaseException:
            connection.close()
            raise
    raise last_error


def _encrypted(connection: socket.socket, host: str, deadline: float) -> socket.socket:
    connection.settimeout(_left(deadline))
    return _context().wrap_socket(connection, server_hostname=host)


@cache
def _context() -> ssl.SSLContext:
    return ssl.create_default_context()


def _addresses(host: str, port: int, deadline: float) -> list[str]:
    """Resolve a host and return its addresses. Raises :class:`Unsent` unless all are public or admins have allowed the host."""
    addresses = list(dict.fromkeys(_resolved(host, port, deadline)))
    if not is_allowed(host) and not all(map(_is_public, addresses)):
        raise Unsent(Reason.PRIVATE)
    return addresses


def _resolved(host: str, port: int, deadline: float) -> list[str]:
    """Resolve a host in a thread, which is abandoned at the deadline because resolvers have no time limit."""
    answers: queue.SimpleQueue[list[str] | OSError | UnicodeError] = queue.SimpleQueue()

    def ask() -> None:
        try:
            answers.put([str(row[4][0]) for row in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)])
        except (OSError, UnicodeError) as error:
            answers.put(error)

    threading.Thread(target=ask, name="resolver", daemon=True).start()
    try:
        result = answers.get(timeout=_left(deadline))
    except queue.Empty:
        raise TimeoutError from None
    if not isinstance(result, list) or not result:
        raise Unsent(Reason.UNKNOWN)
    return result


def _is_public(address: str) -> bool:
    """Return whether an address is on the public internet. False for an IPv4 address written as IPv6."""
    try:
        parsed = ip_address(address)
    except ValueError:  # The address has a zone, so it is local to one link.
        return False
    if isinstance(parsed, IPv6Address) and parsed not in _GLOBAL_UNICAST:
        return False
    is_special = any(parsed in network for network in _SPECIAL)
    return parsed.is_global and not (parsed.is_multicast or parsed.is_reserved or is_special)


def _head(request: Request, parts: SplitResult) -> h11.Request:
    """Return the head of the request. Raises :class:`Unsent` if it is invalid, or its body is too large."""
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
    # The status was a success, even if the body is broken.
    except (OSError, MalformedResponse):
        return Answer(response.status_code, b"")


def _judge(response: h11.Response) -> None:
    """Check the status of a response. Raises :class:`Unsent` unless it is a success."""
    status = response.status_code
    if 300 <= status < 400:
        raise Unsent(Reason.REDIRECT, status)
    if status in (404, 410):
        raise Unsent(Reason.GONE, status)
    if status in (408, 425, 429) or status >= 500:
        raise Unsent(Reason.BUSY, status, after=_rest(dict(response.headers).get(b"retry-after", b"").decode("latin-1")))
    if not 200 <= status < 300:
        raise Unsent(Reason.STATUS, status)


def _rest(header: str) -> timedelta:
    """Return the wait that a rate limit asks for, at most ``LONGEST_REST``.

    ``header`` is in seconds, with decimals for Discord; the wait is zero if it is not a number.
    """
    try:
        return min(timedelta(seconds=max(0.0, float(header))), LONGEST_REST)
    except (ValueError, OverflowError):
        return timedelta(0)
