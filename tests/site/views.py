"""What tests of pages share: signed-in clients and the forms a page holds."""

import re
from typing import Any

from django.test import Client

from accounts.models import User

HTMX = {"HX-Request": "true"}


def signed_in(user: User | None = None) -> Client:
    """A browser of this person, or of a stranger."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def page_of(client: Client, address: str, status: int = 200, **more: Any) -> str:
    """The page at an address."""
    response = client.get(address, **more)
    assert response.status_code == status
    return str(response.content.decode())


def hidden(page: str, name: str) -> str:
    """The value of the first hidden field with this name."""
    found = re.search(rf'name="{name}" value="([^"]+)"', page)
    assert found, name
    return found.group(1)


def slot(page: str, **more: Any) -> dict[str, Any]:
    """The hidden fields of the first form of the panel, and what is sent with them."""
    return {name: hidden(page, name) for name in ("key", "own_ply", "token")} | more


def masked(page: str) -> str:
    """The page without what differs on every rendering: form and idempotency tokens, the nonce."""
    page = re.sub(r'name="(csrfmiddlewaretoken|token|word)" value="[^"]*"', r'name="\1"', page)
    return re.sub(r'(x-csrftoken": |nonce=)"[^"]*"', r"\1", page.replace("&quot;", '"'))
