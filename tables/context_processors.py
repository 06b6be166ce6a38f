"""What every page shows."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tables.selectors import tables


def waiting(request: HttpRequest) -> dict[str, Any]:
    """``waiting_count``: how many tables wait for whoever is signed in; counted only where a template asks."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"waiting_count": 0}
    return {"waiting_count": SimpleLazyObject(lambda: tables.awaiting_count(user))}
