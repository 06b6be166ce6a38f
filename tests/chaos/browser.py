"""Browser of one person that can leave at any moment, after or in the middle of sending a form."""

import re
import socket
from http.client import HTTPConnection, HTTPException
from typing import NamedTuple
from urllib.parse import urlencode

HOST = "127.0.0.1"
# Timeout in seconds, longer than any hang lasts.
PATIENCE = 30.0
SLOT = re.compile(
    r'name="key" value="([^"]*)"\s*><input\s[^>]*name="own_ply" value="(\d+)"\s*><input\s[^>]*name="token" value="([^"]+)"'
)
BROKEN_LINE = (OSError, HTTPException)


class Slot(NamedTuple):
    """Hidden fields of a form."""

    key: str
    own_ply: int
    token: str


class Answer(NamedTuple):
    """Response of the site. ``status`` is 0 if there was no response. ``to`` is the redirect target."""

    status: int
    text: str = ""
    to: str = ""

    @property
    def is_yes(self) -> bool:
        """True if the site has carried out the form: it redirects to a page other than sign-in."""
        return self.status == 302 and "/accounts/login/" not in self.to

    @property
    def is_no(self) -> bool:
        """True if the site refused the request with a reason."""
        return 400 <= self.status < 500


NOTHING = Answer(0)


class Browser:
    """Browser with a signed-in session. ``session`` is its key; the form token equals the cookie."""

    def __init__(self, port: int, session: str) -> None:
        self.port = port
        self.form_token = "chaos" * 6 + "ab"
        self.cookies = f"sessionid={session}; csrftoken={self.form_token}"

    def get(self, path: str) -> Answer:
        """Return the page, or an empty answer."""
        return self._ask("GET", path, b"")

    def post(self, path: str, fields: dict[str, str]) -> Answer:
        """Send a form and return the answer."""
        return self._ask("POST", path, self._body(fields))

    def post_and_leave(self, path: str, fields: dict[str, str], *, share: float = 1.0) -> None:
        """Send ``share`` of a form and close the connection."""
        body = self._body(fields)
        head = "".join(f"{name}: {value}\r\n" for name, value in self._headers(body).items())
        try:
            with socket.create_connection((HOST, self.port), timeout=PATIENCE) as line:
                line.sendall(f"POST {path} HTTP/1.1\r\n{head}\r\n".encode() + body[: int(len(body) * share)])
        except OSError:
            pass  # the site could not be reached, so there is no connection to close

    def _body(self, fields: dict[str, str]) -> bytes:
        return urlencode({"csrfmiddlewaretoken": self.form_token, **fields}).encode()

    def _headers(self, body: bytes) -> dict[str, str]:
        found = {"Host": f"{HOST}:{self.port}", "Cookie": self.cookies, "Connection": "close"}
        return found | ({"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))} if body else {})

    def _ask(self, method: str, path: str, body: bytes) -> Answer:
        link = HTTPConnection(HOST, self.port, timeout=PATIENCE)
        try:
            link.request(method, path, body or None, self._headers(body))
            response = link.getresponse()
            text = response.read().decode(errors="replace")
            return Answer(response.status, text, response.getheader("Location") or "")
        except BROKEN_LINE:
            return NOTHING
        finally:
            link.close()


def slots(page: str) -> dict[str, Slot]:
    """Return the hidden fields of each decision's form on a page, keyed by decision."""
    return {key: Slot(key, int(own_ply), token) for key, own_ply, token in reversed(SLOT.findall(page))}
