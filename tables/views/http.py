"""Request types and helpers for views: users, required accounts, redirects to the sign-in page and error pages."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from accounts.models import User

# Attribute that marks a view for programs, not for browsers.
FOR_MACHINES = "is_for_machines"
# Attribute that marks a view for the host, whichever seat their screen shows.
AS_HOST = "is_for_host"
_DIGITS = 15
_DIGITS_OF_A_PAGE = 6


class HtmxHttpRequest(HttpRequest):
    """Request that has passed the htmx and the session middleware."""

    htmx: HtmxDetails
    user: User | AnonymousUser


class PlayerRequest(HtmxHttpRequest):
    """Request of a signed-in user."""

    user: User


class Hidden(Http404):
    """Page that this reader cannot see, or that does not exist.

    Readers who are not signed in must sign in first in both cases (``tables.middleware.SignInFirst``).
    """


type View[**P] = Callable[Concatenate[HtmxHttpRequest, P], HttpResponse]
type PlayerView[**P] = Callable[Concatenate[PlayerRequest, P], HttpResponse]


def person(request: HtmxHttpRequest) -> User | None:
    """Return the signed-in user, or None for an anonymous one."""
    return request.user if isinstance(request.user, User) else None


def earlier_than(request: HttpRequest) -> int | None:
    """Return the number of the row before which the requested page of earlier rows ends; None for the newest rows."""
    before = request.GET.get("before", "")
    return int(before) if before.isascii() and before.isdigit() and len(before) <= _DIGITS else None


def page_number(request: HttpRequest) -> int:
    """Return the number of the requested page, counted from 1."""
    page = request.GET.get("page", "")
    return max(int(page), 1) if page.isascii() and page.isdigit() and len(page) <= _DIGITS_OF_A_PAGE else 1


def player_required[**P](view: PlayerView[P]) -> View[P]:
    """Send strangers to the sign-in page; a fragment request sends the whole page there."""

    @wraps(view)
    def guarded(request: HtmxHttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)  # type: ignore[arg-type]  # checked by the line above
        return to_sign_in(request)

    return guarded


def member_required[**P](view: PlayerView[P]) -> View[P]:
    """Require an account. Guests, whom ``player_required`` admits, are sent to sign up, and return afterwards."""

    @wraps(view)
    def guarded(request: HtmxHttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if isinstance(request.user, User) and request.user.is_guest:
            text = _("You need an account for this. Sign up and keep your practice tables.")
            messages.info(request, text)
            return _to(request, "account_signup")
        return player_required(view)(request, *args, **kwargs)

    return guarded


def for_machines[**P, R](view: Callable[P, R]) -> Callable[P, R]:
    """Mark a view for programs, which may claim any charset. They send no cookie, so the view is exempt from CSRF checks."""
    setattr(view, FOR_MACHINES, True)
    return csrf_exempt(view)


def as_host[**P, R](view: Callable[P, R]) -> Callable[P, R]:
    """Mark a view that serves the host of a hot-seat table, not the seat on their screen."""
    setattr(view, AS_HOST, True)
    return view


def operator_required[**P](view: PlayerView[P]) -> View[P]:
    """Restrict a view to admins; for others it seems not to exist."""

    @wraps(view)
    def guarded(request: HtmxHttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if isinstance(request.user, User) and request.user.is_staff:
            return view(request, *args, **kwargs)  # type: ignore[arg-type]  # checked by the line above
        raise Hidden

    return guarded


def to_sign_in(request: HtmxHttpRequest) -> HttpResponse:
    """Send the reader to the sign-in page, and back to this page from there."""
    return _to(request, settings.LOGIN_URL)


def trouble(request: HttpRequest, status: int, title: str, text: str, back: str = "") -> HttpResponse:
    """Return a whole page about an error; ``back`` is the address of its link."""
    context = {"title": title, "text": text, "back": back}
    return whole_page(render(request, "tables/trouble.html", context, status=status))


def whole_page(response: HttpResponse) -> HttpResponse:
    """Make htmx replace the whole page instead of the request's target."""
    response["HX-Retarget"], response["HX-Reswap"], response["HX-Reselect"] = "#main", "outerHTML", "#main"
    return response


def _to(request: HtmxHttpRequest, target: str) -> HttpResponse:
    """Redirect to sign in or sign up, then back to the GET page or the page of the form."""
    if not request.htmx:
        return redirect_to_login(
            request.get_full_path() if request.method == "GET" else _form_page(request), resolve_url(target)
        )
    return HttpResponseClientRedirect(f"{resolve_url(target)}?{urlencode({'next': _page_of(request)})}")


def _page_of(request: HtmxHttpRequest) -> str:
    """Return the page that htmx names as current; the front page if it names none or an invalid one."""
    try:
        return request.htmx.current_url_abs_path or "/"
    except ValueError:
        return "/"


def _form_page(request: HttpRequest) -> str:
    """Return the path of the page with the submitted form; the front page if it was from another site."""
    address = request.META.get("HTTP_REFERER", "/")
    if not url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure()):
        return "/"
    return urlsplit(address)._replace(scheme="", netloc="").geturl() or "/"
