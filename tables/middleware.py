"""What holds for every request before and after a view."""

import logging
import re
from collections.abc import Callable
from functools import partial
from typing import Any, cast

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import Resolver404, is_valid_path, resolve
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from accounts.models import User
from config import charset, errors
from config.safe.sealing import CannotOpen
from tables import urls
from tables.models import Rhythm
from tables.selectors.mail import mailing
from tables.selectors.play.state import Unreadable
from tables.services import quarantine
from tables.services.mail import returning
from tables.views.http import FOR_MACHINES, Hidden, to_sign_in, trouble, whole_page

BODY_LIMIT = 64 * 1024
# What a provider brings is a mail of a megabyte at most, written down in its own way.
INBOUND, INBOUND_LIMIT = "/mail/inbound/", 2_500_000
# No address of the site contains these characters. A chat or an email program may add them, and what follows, to a link.
_STUCK = re.compile(r"(?:&|%[0-9A-Fa-f]{2}|[^A-Za-z0-9_./:-]).*", re.DOTALL)
logger = logging.getLogger(__name__)

type Handler = Callable[[HttpRequest], HttpResponseBase]


def body_limit(get_response: Handler) -> Handler:
    """Refuse bodies over 64 KB with a page that says so, before anything reads them (the CSRF check is the first to do so)."""

    def limited(request: HttpRequest) -> HttpResponseBase:
        is_mail = bool(settings.INBOUND) and request.path_info.startswith(INBOUND)
        if _length(request) <= (INBOUND_LIMIT if is_mail else BODY_LIMIT):
            return get_response(request)
        return whole_page(render(request, "413.html", status=413))

    return limited


def utf8_only(get_response: Handler) -> Handler:
    """Refuse a form in another charset: Django would, at every look at it, that of its own error page included.

    What machines send is read as UTF-8, whatever they claim: nobody sits there who could act on a refusal.
    """

    def read(request: HttpRequest) -> HttpResponseBase:
        is_foreign = charset.is_foreign(request.META, request.encoding)
        request.encoding = "utf-8"
        if is_foreign and _length(request) and not _is_for_machines(request.path_info):
            return whole_page(errors.bad_request(request))
        return get_response(request)

    return read


def form_addresses(get_response: Handler) -> Handler:
    """Tell whoever reads an address that only takes forms so, and where to go on; a browser shows nothing for a bare 405.

    One stands at such an address after a form that was refused, and comes back to it by changing the language there.
    """

    def explained(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if response.status_code != 405 or request.method != "GET":
            return response
        text = _("This address only takes what a form sends. Nothing was changed.")
        page = trouble(request, 405, _("There is nothing to read here"), text, _page_above(request.path_info))
        page["Allow"] = response["Allow"]
        return page

    return explained


def unstuck(get_response: Handler) -> Handler:
    """Redirect an address with a full stop, bracket or quotation mark stuck to it to the page it was meant for."""

    def led(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if response.status_code != 404 or request.method not in ("GET", "HEAD"):
            return response
        meant = _meant(request.path_info)
        return HttpResponseRedirect(meant) if meant else response

    return led


class SignInFirst:
    """Asks readers without an account to sign in where a page is hidden from them or does not exist.

    The answer is the same in both cases, so it tells nobody that a private table exists.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: Any, error: Exception) -> HttpResponse | None:
        is_member = isinstance(request.user, User) and not request.user.is_guest
        return None if is_member or not isinstance(error, Hidden) else to_sign_in(request)


class Pulses:
    """Answer pulses before any other middleware reads the session or the language: most requests are pulses, and need neither.

    Its place is after the middleware that concerns every answer. An unknown address continues to the page that says so.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response
        [self.pattern] = (pattern for pattern in urls.urlpatterns if pattern.name == "pulse")

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        match = self.pattern.resolve(request.path_info[1:]) if request.path_info.startswith("/p/") else None
        if match is None:
            return self.get_response(request)
        if request.encoding is not None:
            request.encoding = "utf-8"
        try:
            return cast(HttpResponseBase, match.func(request, **match.kwargs))
        except (Http404, SuspiciousOperation):
            return self.get_response(request)


class UnreadableTables:
    """Answers with a page that says so where something of a table cannot be read, and sets that table aside.

    The log names the place.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, Unreadable | CannotOpen):
            return None
        sealed = error.__cause__ if isinstance(error, Unreadable) else error
        if isinstance(sealed, CannotOpen):
            quarantine.set_aside(error=sealed, now=timezone.now())
        else:
            logger.error("a table cannot be read: %s", error)
        text = _("This table is being looked after by the people who run the site. Nothing is lost: every move is on record.")
        return trouble(request, 503, _("This table cannot be shown now"), text)


class Returns:
    """Notices that somebody signed in is at the site, for mails that wait for that.

    ``request.rhythm`` is how they play, None for a stranger or without a row; read once, since every page says if their mail
    is paused.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> HttpResponseBase:
        request.rhythm = SimpleLazyObject(partial(_rhythm, request))
        response = self.get_response(request)
        if response.status_code < 500 and _is_sign_of_life(request) and request.rhythm:
            returning.note(rhythm=request.rhythm, now=timezone.now())
        return response


def _is_for_machines(path: str) -> bool:
    try:
        return hasattr(resolve(path).func, FOR_MACHINES)
    except Resolver404:
        return False


def _page_above(path: str) -> str:
    """The nearest address above this one that there is, such as a table's above those of its forms."""
    parts = path.strip("/").split("/")
    above = (f"/{'/'.join(parts[:count])}/" for count in range(len(parts) - 1, 0, -1))
    return next(filter(is_valid_path, above), "/")


def _meant(path: str) -> str:
    """Return the address of a page that this one begins with, if only stuck characters follow; empty if there is none."""
    clean = _STUCK.sub("", path)
    above, _slash, end = clean.rpartition("/")
    # A last part without a letter is no part of an address, either.
    start = (clean if end.strip(".:_-") else above).rstrip("/.:")
    found = (address for address in (f"{start}/", start) if start and start != path.rstrip("/"))
    return next(filter(is_valid_path, found), "")


def _rhythm(request: Any) -> Rhythm | None:
    user = getattr(request, "user", None)
    return mailing.rhythm(user.pk) if user is not None and user.is_authenticated else None


def _is_sign_of_life(request: Any) -> bool:
    """A page that refreshes itself in an open window says nothing about anybody: of htmx only what was sent counts.

    An address that does not exist is not worth looking up who asked for it.
    """
    if request.resolver_match is None or request.path_info.startswith(settings.IMPERSONAL_PATHS):
        return False
    return request.method == "POST" or not request.htmx


def _length(request: HttpRequest) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0
