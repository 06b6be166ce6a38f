"""Helpers for tests of pages: signed-in clients and the forms of a page."""

import re
from typing import Any

from django.test import Client

from accounts.models import User

HTMX = {"HX-Request": "true"}


def signed_in(user: User | None = None) -> Client:
    """Return a client signed in as this user, or a signed-out client."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


_AS_WRITTEN = re.compile(r"(<(?:pre|textarea)\b.*?</(?:pre|textarea)>)", re.DOTALL)
_BLOCKS = "p|li|ol|ul|dl|dt|dd|h[1-6]|div|section|form|details|summary|fieldset|button|table|t[rdh]|tbody|thead|option"
_AT_EDGES = re.compile(rf" ?(</?(?:{_BLOCKS})\b[^<>]*>) ?")


def read(page: str) -> str:
    """Return a page with its whitespace collapsed, as a browser does.

    One space remains in tags and texts, and none at the edges of blocks.
    """
    parts = _AS_WRITTEN.split(page)
    return "".join(part if number % 2 else _folded(part) for number, part in enumerate(parts))


def _folded(part: str) -> str:
    return _AT_EDGES.sub(r"\1", re.sub(r"[ \t\n\r\f]+", " ", part).replace(" >", ">"))


def page_of(client: Client, address: str, status: int = 200, **more: Any) -> str:
    """Request an address and check the status. Return the page with its whitespace collapsed, or another file unchanged."""
    response = client.get(address, **more)
    assert response.status_code == status
    text = response.content.decode()
    return read(text) if response["Content-Type"].startswith("text/html") else str(text)


def hidden(page: str, name: str) -> str:
    """Return the value of the first hidden field with this name."""
    found = re.search(rf'name="{name}" value="([^"]+)"', page)
    assert found, name
    return found.group(1)


def slot(page: str, **more: Any) -> dict[str, Any]:
    """Return key, number of own moves and token from the page's first hidden fields, together with ``more``."""
    return {name: hidden(page, name) for name in ("key", "own_ply", "token")} | more


def masked(page: str) -> str:
    """Return the page without the parts that differ on every rendering: form and idempotency tokens, and the nonce."""
    page = re.sub(r'name="(csrfmiddlewaretoken|token|word)" value="[^"]*"', r'name="\1"', page)
    return re.sub(r'(x-csrftoken": |nonce=)"[^"]*"', r"\1", page.replace("&quot;", '"'))
