"""The pages about errors that belong to no view; none of them asks the database for anything."""

import sys

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views import defaults

from config import metrics
from config.logs.request_ids import REQUEST

# Seconds after which it is worth asking again.
RETRY_AFTER = 5


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What a browser loads by itself, such as a style sheet of last month, and strangers are not worth a question."""
    if request.path_info.startswith(settings.IMPERSONAL_PATHS) or settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return HttpResponse(render_to_string("404.html", {"layout": "site/bare.html"}), status=404)
    return defaults.page_not_found(request, exception)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Made of nothing that was sent: Django's own looks at the form, which may be what cannot be read, and falls again."""
    return HttpResponse(render_to_string("400.html", {"layout": "site/bare.html"}), status=400)


def server_error(request: HttpRequest) -> HttpResponse:
    """503 if it was the database that did not answer, else 500, with the number by which the log knows the request."""
    if _is_databases(sys.exception()):
        metrics.failed("database")
        return database_away(request)
    return HttpResponse(render_to_string("500.html", {"number": REQUEST.get()}), status=500)


def database_away(request: HttpRequest) -> HttpResponse:
    """A page for people; a sentence for scripts, which show it and leave everything that was typed where it is."""
    if _wants_page(request):
        response = HttpResponse(render_to_string("503.html", {"sent": request.method == "POST"}), status=503)
    else:
        text = _("The database does not answer. What you sent was kept whole or not at all: try again in a moment.")
        response = HttpResponse(f"{text}\n", status=503, content_type="text/plain; charset=utf-8")
    response["Retry-After"], response["Cache-Control"] = str(RETRY_AFTER), "no-store"
    return response


def _wants_page(request: HttpRequest) -> bool:
    is_machine = "HX-Request" in request.headers or request.path_info.startswith(settings.IMPERSONAL_PATHS)
    return not is_machine and request.accepts("text/html")


def _is_databases(error: BaseException | None) -> bool:
    """Whether this or what it came from is a database that is away, hangs, or has no time."""
    while error is not None:
        if isinstance(error, OperationalError | InterfaceError):
            return True
        error = error.__cause__ or error.__context__
    return False
