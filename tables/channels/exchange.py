"""One request and its response over an open connection, read by h11 within limits.

The other side may be hostile. The limits on bytes and reads keep the processor time for any response small.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

import h11

# Maximum bytes of a response up to the end of its headers.
MOST_HEAD = 16 * 1024
# Maximum number of reads for a response, and of its parts.
MOST_PIECES = 256


class Connection(Protocol):
    """Open connection."""

    def sendall(self, data: bytes) -> None:
        """Send all of the data."""

    def receive(self, most: int) -> bytes:
        """Return at most ``most`` bytes; none at the end of the stream."""


class MalformedResponse(ValueError):
    """Error for a response that is not HTTP, is too long, or takes too many reads."""


@dataclass
class Exchange:
    """Request sent over ``line``, and its response."""

    line: Connection
    _connection: h11.Connection = field(default_factory=lambda: h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_HEAD))
    _left: int = MOST_HEAD
    _pieces: int = MOST_PIECES

    def send(self, request: h11.Request, body: bytes) -> h11.Response:
        """Send the request, and return the response's status and headers. Raises MalformedResponse."""
        parts = (request, h11.Data(data=body), h11.EndOfMessage())
        self.line.sendall(b"".join(self._connection.send(part) or b"" for part in parts))
        for event in self._events():
            if isinstance(event, h11.Response):
                return event
        raise MalformedResponse

    def body(self, most: int) -> bytes:
        """Read and return the body, or its first ``most`` bytes. Raises MalformedResponse."""
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
                raise MalformedResponse from None
        raise MalformedResponse

    def _received(self) -> bytes:
        if self._left <= 0:
            raise MalformedResponse
        data = self.line.receive(min(self._left, MOST_HEAD))
        self._left -= len(data)
        return data
