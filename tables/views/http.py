"""What every view of the site needs to know about a request: who asks, how big it is, whether htmx sent it."""

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

# The mark of a view that programs post to.
FOR_MACHINES = "is_for_machines"
_DIGITS = 15
_DIGITS_OF_A_PAGE = 6


class HtmxHttpRequest(HttpRequest):
    """A request that passed the htmx and the session middleware."""

    htmx: HtmxDetails
    user: User | AnonymousUser


class PlayerRequest(HtmxHttpRequest):
    """A request of somebody who is signed in."""

    user: User


class Hidden(Http404):
    """A page that is not open to this reader, or does not exist.

    Somebody who is not signed in is asked to sign in first, whichever of the two it is (``tables.middleware.SignInFirst``).
    """


type View[**P] = Callable[Concatenate[HtmxHttpRequest, P], HttpResponse]
type PlayerView[**P] = Callable[Concatenate[PlayerRequest, P], HttpResponse]


def person(request: HtmxHttpRequest) -> User | None:
    """The signed-in user, None for a stranger."""
    return request.user if isinstance(request.user, User) else None


def earlier_than(request: HttpRequest) -> int | None:
    """Return the number of the row before which a page of earlier ones ends; None for the newest."""
    before = request.GET.get("before", "")
    return int(before) if before.isascii() and before.isdigit() and len(before) <= _DIGITS else None


def page_number(request: HttpRequest) -> int:
    """Return the number of the page that is asked for, counted from 1."""
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
    """As ``player_required``, for what takes an account: guests are sent to where they sign up, and come back from there."""

    @wraps(view)
    def guarded(request: HtmxHttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if isinstance(request.user, User) and request.user.is_guest:
            said = _("You play as a guest. This takes an account: sign up, and your practice tables come along.")
            messages.info(request, said)
            return _to(request, "account_signup")
        return player_required(view)(request, *args, **kwargs)

    return guarded


def for_machines[**P, R](view: Callable[P, R]) -> Callable[P, R]:
    """Mark a view that programs post to, in whatever charset they claim. They have no cookie, so it asks for no CSRF token."""
    setattr(view, FOR_MACHINES, True)
    return csrf_exempt(view)


def operator_required[**P](view: PlayerView[P]) -> View[P]:
    """For admins; nobody else finds such a page."""

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
    """A whole page that says what went wrong; ``back`` is an address to go on from."""
    context = {"title": title, "text": text, "back": back}
    return whole_page(render(request, "tables/trouble.html", context, status=status))


def whole_page(response: HttpResponse) -> HttpResponse:
    """With htmx the whole page takes the place of what the request was meant for."""
    response["HX-Retarget"], response["HX-Reswap"], response["HX-Reselect"] = "#main", "outerHTML", "#main"
    return response


def _to(request: HtmxHttpRequest, door: str) -> HttpResponse:
    """GET pages come back here after signing in or up; a form's own address would not answer a GET."""
    if not request.htmx:
        return redirect_to_login(request.get_full_path() if request.method == "GET" else _form_page(request), resolve_url(door))
    return HttpResponseClientRedirect(f"{resolve_url(door)}?{urlencode({'next': _page_of(request)})}")


def _page_of(request: HtmxHttpRequest) -> str:
    """The page of this site that htmx says it stands in; the front page where it names none, or no address at all."""
    try:
        return request.htmx.current_url_abs_path or "/"
    except ValueError:
        return "/"


def _form_page(request: HttpRequest) -> str:
    """The page whose form was sent, as a path, since sign-in leads to nothing else; the front page if it was none of ours."""
    address = request.META.get("HTTP_REFERER", "/")
    if not url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure()):
        return "/"
    return urlsplit(address)._replace(scheme="", netloc="").geturl() or "/"
