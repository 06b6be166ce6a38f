"""Requests as a server hands them to the site, with nothing of a test client in the time that is measured."""

import io
import time
from collections.abc import Callable
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.test import RequestFactory
from django_htmx.middleware import HtmxDetails

from accounts.models import User
from config import database
from config.wsgi import application

# Filling a database takes longer than a page may.
database.wait_at_most(0)
HOST = "127.0.0.1"


class Browser:
    """Somebody who is signed in, with cookies; keeps the last answer and the seconds it took."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.body = b""
        self.csrf = get_token(HttpRequest())
        session = SessionStore()
        session.update(
            {
                SESSION_KEY: str(user.pk),
                BACKEND_SESSION_KEY: "accounts.backends.Backend",
                HASH_SESSION_KEY: user.get_session_auth_hash(),
            }
        )
        session.create()
        self.cookies = SimpleCookie({"sessionid": session.session_key or "", "csrftoken": self.csrf})
        self.factory = RequestFactory(headers={"host": HOST, "cookie": self.cookies.output(header="", sep=";")})

    def get(self, path: str) -> float:
        """Seconds that a whole page took."""
        return self._send(self.factory.get(path).environ)

    def post(self, path: str, fields: dict[str, str]) -> float:
        """Seconds that a form sent by htmx took."""
        headers = {"hx-request": "true", "x-csrftoken": self.csrf}
        form = urlencode(fields)
        return self._send(self.factory.post(path, form, "application/x-www-form-urlencoded", headers=headers).environ)

    def request(self, path: str, *, htmx: bool = False) -> Any:
        """A request as a view gets it, for asking the site's own code what it would show."""
        request: Any = self.factory.get(path, headers={"hx-request": "true"} if htmx else {})
        request.user = self.user
        request.htmx = HtmxDetails(request)
        return request

    def _send(self, environ: dict[str, Any]) -> float:
        status = ""

        def start(line: str, headers: Any, trouble: Any = None) -> Callable[[bytes], object]:
            nonlocal status
            status = line
            return io.BytesIO().write

        begun = time.perf_counter()
        answer: Any = application(environ, start)
        self.body = b"".join(answer)
        answer.close()
        taken = time.perf_counter() - begun
        if not status.startswith("200"):
            raise RuntimeError(f"{environ['PATH_INFO']} answered {status}: {self.body[:500]!r}")
        return taken
