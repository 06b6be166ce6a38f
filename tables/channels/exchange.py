"""One request and its answer over an open connection, read by h11 within limits.

The other side may be hostile. Its answer costs little processor time, whatever it says: its bytes and its pieces are limited.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

import h11

# Bytes of an answer up to the end of its headers.
MOST_HEAD = 16 * 1024
# Pieces that an answer may come in, and parts that it may consist of.
MOST_PIECES = 256


class Line(Protocol):
    """An open connection."""

    def sendall(self, data: bytes) -> None:
        """Send all of the data."""

    def receive(self, most: int) -> bytes:
        """Return at most so many bytes; none at the end."""


class Nonsense(ValueError):
    """An answer that is no HTTP, or too long, or in too many pieces."""


@dataclass
class Exchange:
    """A request that is sent over ``line``, and the answer to it."""

    line: Line
    _connection: h11.Connection = field(default_factory=lambda: h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_HEAD))
    _left: int = MOST_HEAD
    _pieces: int = MOST_PIECES

    def send(self, request: h11.Request, body: bytes) -> h11.Response:
        """Return the beginning of the answer: status and headers. Raises Nonsense."""
        parts = (request, h11.Data(data=body), h11.EndOfMessage())
        self.line.sendall(b"".join(self._connection.send(part) or b"" for part in parts))
        for event in self._events():
            if isinstance(event, h11.Response):
                return event
        raise Nonsense

    def body(self, most: int) -> bytes:
        """Return the body, or its first ``most`` bytes. Raises Nonsense."""
        self._left, body = most, b""
        for event in self._events():
            body += event.data if isinstance(event, h11.Data) else b""
            if len(body) >= most or isinstance(event, h11.EndOfMessage):
                break
        return body[:most]

    def _events(self) -> Iterator[object]:
        while self._pieces > 0:
            self._pieces -= 1
            try:
                event = self._connection.next_event()
                if event is h11.NEED_DATA:
                    self._connection.receive_data(self._received())
                else:
                    yield event
            except h11.RemoteProtocolError:
                raise Nonsense from None
        raise Nonsense

    def _received(self) -> bytes:
        if self._left <= 0:
            raise Nonsense
        data = self.line.receive(min(self._left, MOST_HEAD))
        self._left -= len(data)
        return data
