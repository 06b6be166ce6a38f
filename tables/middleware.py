"""What holds for every request before a view sees it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render

from tables.views.http import whole_page

BODY_LIMIT = 64 * 1024


def body_limit(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Refuse bodies over 64 KB with a page that says so, before anything reads them (the CSRF check is the first to do so)."""

    def limited(request: HttpRequest) -> HttpResponseBase:
        if _length(request) <= BODY_LIMIT:
            return get_response(request)
        return whole_page(render(request, "413.html", status=413))

    return limited


def _length(request: HttpRequest) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0
