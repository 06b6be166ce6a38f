"""Known browsers, from which users can sign in even while strangers guess their password.

A signed cookie holds a token of the browser and a digest of the address. Wrong passwords then count for this browser, not
together with those of everybody else who tries that address.
"""

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

COOKIE = "device"
SALT = "accounts.security.devices"
LASTS = 365 * 24 * 3600


def browser_token(request: HttpRequest, address: str) -> str:
    """Return the token of this browser if a user has signed in with ``address`` on it, otherwise an empty string."""
    value = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=LASTS)
    token, _colon, digest = (value or "").partition(":")
    return token if digest and secrets.compare_digest(digest, _digest(address)) else ""


def remember(request: HttpRequest, response: HttpResponse, address: str) -> None:
    """Mark this browser as known for ``address``, by a cookie. It replaces the mark of another address."""
    token = browser_token(request, address) or secrets.token_urlsafe(12)
    response.set_signed_cookie(
        COOKIE,
        f"{token}:{_digest(address)}",
        salt=SALT,
        max_age=LASTS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite=settings.SESSION_COOKIE_SAMESITE,
    )


def _digest(address: str) -> str:
    return salted_hmac(SALT, address.lower(), algorithm="sha256").hexdigest()[:32]
