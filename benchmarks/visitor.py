"""Signed-in visitor of an application in the same process."""

import re
from collections.abc import Callable
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.test import RequestFactory

from benchmarks.calling import Call, call

HOST = "127.0.0.1"
FORM = "application/x-www-form-urlencoded"
PART = re.compile(r' data-part="([^"]+)"')


class Visitor:
    """A user with a session and a CSRF token, in the headers that a browser would send."""

    def __init__(self, application: Callable[..., Any], user: AbstractBaseUser, backend: str) -> None:
        self.application = application
        self.csrf = get_token(HttpRequest())
        session = SessionStore()
        hashed = user.get_session_auth_hash()
        session.update({SESSION_KEY: str(user.pk), BACKEND_SESSION_KEY: backend, HASH_SESSION_KEY: hashed})
        session.create()
        cookies = SimpleCookie({"sessionid": session.session_key or "", "csrftoken": self.csrf})
        self.cookie = cookies.output(header="", sep=";").strip()
        self.factory = RequestFactory(headers={"host": HOST, "cookie": self.cookie})

    def get(self, path: str, expected: str = "200") -> Call:
        """Request a whole page. The status must begin with ``expected``."""
        return call(self.application, self.factory.get(path).environ, expected)

    def post(self, path: str, fields: dict[str, str], page: bytes = b"") -> Call:
        """Send a form as htmx does from a page, with the fingerprints of the parts that this page shows."""
        fingerprints = " ".join(PART.findall(page.decode()))
        headers = {"hx-request": "true", "x-csrftoken": self.csrf, "x-kept-parts": fingerprints}
        return call(self.application, self.factory.post(path, urlencode(fields), FORM, headers=headers).environ)
