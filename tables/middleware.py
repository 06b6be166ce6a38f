"""Middleware for every request."""

import logging
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, cast

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import Resolver404, is_valid_path, resolve, reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import User
from config import charset, errors
from config.safe.sealing import CannotOpen
from tables import urls
from tables.models import Rhythm
from tables.selectors.mail import mailing
from tables.selectors.play import hot_seat
from tables.selectors.play.state import Unreadable
from tables.services import quarantine
from tables.services.mail import returning
from tables.views.http import AS_HOST, FOR_MACHINES, Hidden, to_sign_in, trouble, whole_page
from tables.views.lobby.hot_seat import SHOWN

BODY_LIMIT = 64 * 1024
# Size limit in bytes for inbound email: providers wrap an email of at most a megabyte in their own format.
INBOUND, INBOUND_LIMIT = "/mail/inbound/", 2_500_000
# No address of the site contains these characters. A chat or email program may add them and the text after them to a link.
_STUCK = re.compile(r"(?:&|%[0-9A-Fa-f]{2}|[^A-Za-z0-9_./:-]).*", re.DOTALL)
# The queries of links that people share: a step of a replay as somebody saw it, and a position on the planning board.
_QUERY = re.compile(r"(?:eyes|at)=[A-Za-z0-9]+(?!.*&\w+=)")
logger = logging.getLogger(__name__)

type Handler = Callable[[HttpRequest], HttpResponseBase]


def body_limit(get_response: Handler) -> Handler:
    """Refuse bodies over 64 KB with an error page, before the CSRF check reads them. Inbound email may have 2.5 MB."""

    def limited(request: HttpRequest) -> HttpResponseBase:
        is_mail = bool(settings.INBOUND) and request.path_info.startswith(INBOUND)
        if _length(request) <= (INBOUND_LIMIT if is_mail else BODY_LIMIT):
            return get_response(request)
        return whole_page(render(request, "413.html", status=413))

    return limited


def utf8_only(get_response: Handler) -> Handler:
    """Refuse a form in another charset, on which Django would fail even while rendering its error page.

    Requests from machines are read as UTF-8, whatever charset they declare, because no person there could act on a refusal.
    """

    def read(request: HttpRequest) -> HttpResponseBase:
        is_foreign = charset.is_foreign(request.META, request.encoding)
        request.encoding = "utf-8"
        if is_foreign and _length(request) and not _is_for_machines(request.path_info):
            return whole_page(errors.bad_request(request))
        return get_response(request)

    return read


def form_addresses(get_response: Handler) -> Handler:
    """Answer a GET request to a form-only address with an explanation and a link, because browsers show nothing for a 405.

    Readers see such an address after a refused form, and request it again by changing the language.
    """

    def explained(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if response.status_code != 405 or request.method != "GET":
            return response
        text = _("This address only accepts submitted forms. Nothing was changed.")
        page = trouble(request, 405, _("Nothing to see here"), text, _page_above(request.path_info))
        page["Allow"] = response["Allow"]
        return page

    return explained


def unstuck(get_response: Handler) -> Handler:
    """Redirect a missing address with stray characters at its end, such as a full stop or bracket, to the intended page."""

    def led(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if response.status_code != 404 or request.method not in ("GET", "HEAD"):
            return response
        address = _meant(request.path_info) or _with_clean_query(request)
        return HttpResponseRedirect(address) if address else response

    return led


class SignInFirst:
    """Middleware that sends readers without an account to the sign-in page if a page is hidden or missing.

    The response is the same in both cases, so it does not reveal that a private table exists.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: Any, error: Exception) -> HttpResponse | None:
        is_member = isinstance(request.user, User) and not request.user.is_guest
        return None if is_member or not isinstance(error, Hidden) else to_sign_in(request)


class Pulses:
    """Middleware that answers pulses before other middleware reads session or language, which pulses do not need.

    It comes after the middleware that affects every response. An unknown address continues to the error page.
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
    """Middleware that shows an error page for an unreadable table.

    If a value cannot be decrypted, it puts the table on hold, and the log names the place of the value. Other causes are only
    logged.
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
            quarantine.quarantine_unreadable(error=sealed, now=timezone.now())
        else:
            logger.error("a table cannot be read: %s", error)
        text = _("The admins are looking into this table. Nothing is lost: every move is recorded.")
        return trouble(request, 503, _("This table can’t be shown right now"), text)


class Returns:
    """Middleware that records a signed-in user's visit, for emails that wait for it.

    ``request.rhythm`` is the user's rhythm of play, or None for anonymous users and users without such a row. It is read at
    most once per request, because pages also show if the user's emails are paused.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> HttpResponseBase:
        request.rhythm = SimpleLazyObject(partial(_rhythm, request))
        response = self.get_response(request)
        if response.status_code < 500 and _is_sign_of_life(request) and request.rhythm:
            returning.note(rhythm=request.rhythm, now=timezone.now())
        return response


class OneScreen:
    """Middleware that shows a seat of a hot-seat table on its host's screen.

    ``tables.views.lobby.hot_seat`` stores the requested seat in the session. For that table, ``request.user`` is then the guest
    in the seat, ``request.host_user`` the host and ``request.shown_seat`` the seat. After the seat's last decision, the session
    entry is removed, and the response redirects to the page between turns.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> HttpResponseBase:
        response = self.get_response(request)
        seat = getattr(request, "shown_seat", None)
        if seat is None:
            return response
        request.user = request.host_user
        if not request.was_asked or hot_seat.is_asked(seat):
            return response
        request.session.pop(SHOWN, None)
        address = reverse("tables:detail", args=[request.resolver_match.kwargs["code"]])
        return HttpResponseClientRedirect(address) if request.htmx else HttpResponseRedirect(address)

    def process_view(self, request: Any, view: Any, _args: Any, kwargs: Mapping[str, Any]) -> None:
        if request.resolver_match.app_name != "tables" or "code" not in kwargs or hasattr(view, AS_HOST):
            return
        stored = request.session.get(SHOWN) if isinstance(request.user, User) else None
        if not stored or (stored[0] != kwargs["code"] and request.htmx):
            return
        code, seat_id, until = stored
        is_shown = code == kwargs["code"] and timezone.now().timestamp() < until
        # A browser window left open may send a decision of a seat that it showed earlier.
        is_shown = is_shown and request.POST.get("shown", str(seat_id)) == str(seat_id)
        seat = hot_seat.seat_at_screen(code=code, seat_id=seat_id, host_id=request.user.pk) if is_shown else None
        if seat is None:
            # A seat is hidden after a visit to another table, or once its time on the screen has run out.
            request.session.pop(SHOWN, None)
            return
        request.host_user, request.user, request.shown_seat = request.user, seat.user, seat
        request.was_asked = request.method == "POST" and hot_seat.is_asked(seat)


def _is_for_machines(path: str) -> bool:
    try:
        return hasattr(resolve(path).func, FOR_MACHINES)
    except Resolver404:
        return False


def _page_above(path: str) -> str:
    """Return the nearest existing address above this one, for example the table's for a form."""
    parts = path.strip("/").split("/")
    above = (f"/{'/'.join(parts[:count])}/" for count in range(len(parts) - 1, 0, -1))
    return next(filter(is_valid_path, above), "/")


def _meant(path: str) -> str:
    """Return the address without the stray characters at its end, or "" if there were none or no such page exists."""
    clean = _STUCK.sub("", path)
    above, _slash, end = clean.rpartition("/")
    # If the last part is only punctuation, it does not belong to the address either.
    start = (clean if end.strip(".:_-") else above).rstrip("/.:")
    candidates = (address for address in (f"{start}/", start) if start and start != path.rstrip("/"))
    return next(filter(is_valid_path, candidates), "")


def _with_clean_query(request: HttpRequest) -> str:
    """Return the address without the characters stuck to its query; empty if none are."""
    query = request.META.get("QUERY_STRING", "")
    clean = _QUERY.match(query)
    is_stuck = clean is not None and clean[0] != query and is_valid_path(request.path_info)
    return f"{request.path_info}?{clean[0]}" if clean and is_stuck else ""


def _rhythm(request: Any) -> Rhythm | None:
    user = getattr(request, "user", None)
    return mailing.rhythm(user.pk) if user is not None and user.is_authenticated else None


def _is_sign_of_life(request: Any) -> bool:
    """Return whether a request shows that a person is there. Only full pages and posted forms count, not automatic htmx
    refreshes.

    An unknown address does not count, so the user is not looked up.
    """
    if request.resolver_match is None or request.path_info.startswith(settings.IMPERSONAL_PATHS):
        return False
    return request.method == "POST" or not request.htmx


def _length(request: HttpRequest) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0
