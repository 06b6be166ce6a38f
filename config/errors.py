"""Error pages that belong to no view. Only the 404 page queries the database, and only for browsers with a session."""

import sys

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views import defaults

from config import metrics
from config.logs.request_ids import REQUEST

# Seconds after which clients may try again.
RETRY_AFTER = 5


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Render the 404 page. It queries no database for strangers and for files that browsers load by themselves."""
    if request.path_info.startswith(settings.IMPERSONAL_PATHS) or settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return HttpResponse(render_to_string("404.html", {"layout": "site/bare.html"}), status=404)
    return defaults.page_not_found(request, exception)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Render the 400 page without looking at the request.

    Django's own page reads the form, which may be the unreadable part, and fails again.
    """
    return HttpResponse(render_to_string("400.html", {"layout": "site/bare.html"}), status=400)


def server_error(request: HttpRequest) -> HttpResponse:
    """Render the 503 page if the database did not answer, otherwise the 500 page with the request's log number."""
    if _is_databases(sys.exception()):
        metrics.failed("database")
        return database_away(request)
    return HttpResponse(render_to_string("500.html", {"number": REQUEST.get()}), status=500)


def database_away(request: HttpRequest) -> HttpResponse:
    """Return a 503 page for browsers, or one sentence for scripts.

    Scripts show the sentence and keep everything the user has typed.
    """
    if _wants_page(request):
        response = HttpResponse(render_to_string("503.html", {"sent": request.method == "POST"}), status=503)
    else:
        text = _(
            "The database is not responding. Your request was saved either completely or not at all. Try again in a moment."
        )
        response = HttpResponse(f"{text}\n", status=503, content_type="text/plain; charset=utf-8")
    response["Retry-After"], response["Cache-Control"] = str(RETRY_AFTER), "no-store"
    return response


def _wants_page(request: HttpRequest) -> bool:
    is_machine = "HX-Request" in request.headers or request.path_info.startswith(settings.IMPERSONAL_PATHS)
    return not is_machine and request.accepts("text/html")


def _is_databases(error: BaseException | None) -> bool:
    """Return whether the error or one of its causes is a missing, hanging or overloaded database."""
    while error is not None:
        if isinstance(error, OperationalError | InterfaceError):
            return True
        error = error.__cause__ or error.__context__
    return False
