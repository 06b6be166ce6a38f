"""What holds for every request before and after a view."""

import logging
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from tables.selectors.state import Unreadable
from tables.views.http import trouble, whole_page

BODY_LIMIT = 64 * 1024
logger = logging.getLogger(__name__)

type Handler = Callable[[HttpRequest], HttpResponseBase]


def body_limit(get_response: Handler) -> Handler:
    """Refuse bodies over 64 KB with a page that says so, before anything reads them (the CSRF check is the first to do so)."""

    def limited(request: HttpRequest) -> HttpResponseBase:
        if _length(request) <= BODY_LIMIT:
            return get_response(request)
        return whole_page(render(request, "413.html", status=413))

    return limited


class UnreadableTables:
    """A position that cannot be read gets a page that says so; the operator finds the table's code in the log."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, Unreadable):
            return None
        logger.error("the position of table %s cannot be read", error)
        text = _("This table is being looked after by the people who run the site. Nothing is lost: every move is on record.")
        return trouble(request, 503, _("This table cannot be shown now"), text)


def _length(request: HttpRequest) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0
