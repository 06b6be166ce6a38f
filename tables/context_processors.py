"""Template context of every page."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tables.present import texts
from tables.selectors.play import tables


def mail_trouble(request: HttpRequest) -> dict[str, Any]:
    """Return ``mail_pause``: the reason why the user's emails are paused, or empty. Only whole pages evaluate it."""
    return {"mail_pause": SimpleLazyObject(lambda: getattr(getattr(request, "rhythm", None), "mail_pause", ""))}


def waiting(request: HttpRequest) -> dict[str, Any]:
    """Return ``waiting_count``: the number of tables waiting for the user. It is counted only if a template uses it."""
    # At a hot-seat table the tables of the host count, and not those of the seat on the screen.
    user = getattr(request, "host_user", None) or getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"waiting_count": 0}
    return {"waiting_count": SimpleLazyObject(lambda: tables.awaiting_count(user))}


def imprint(_request: HttpRequest) -> dict[str, Any]:
    """Return ``has_imprint``: True if the site has an imprint. Only whole pages evaluate it."""
    return {"has_imprint": SimpleLazyObject(lambda: texts.is_written("imprint"))}
