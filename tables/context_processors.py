"""What every page shows."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tables.present import texts
from tables.selectors.play import tables


def mail_trouble(request: HttpRequest) -> dict[str, Any]:
    """``mail_pause``: why mails to whoever is signed in are paused, empty if they are not; asked only by whole pages."""
    return {"mail_pause": SimpleLazyObject(lambda: getattr(getattr(request, "rhythm", None), "mail_pause", ""))}


def waiting(request: HttpRequest) -> dict[str, Any]:
    """``waiting_count``: how many tables wait for whoever is signed in; counted only where a template asks."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"waiting_count": 0}
    return {"waiting_count": SimpleLazyObject(lambda: tables.awaiting_count(user))}


def imprint(_request: HttpRequest) -> dict[str, Any]:
    """``has_imprint``: whether the operator has written one; looked up only by whole pages."""
    return {"has_imprint": SimpleLazyObject(lambda: texts.is_written("imprint"))}
