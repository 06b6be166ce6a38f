"""Middleware for language, time zone, private pages, sessions and second factors."""

from collections.abc import Callable

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.functional import LazyObject
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.security import sessions

FACTORS = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]


class Languages(LocaleMiddleware):
    """Django's ``LocaleMiddleware`` for a site without language prefixes in its addresses."""

    def process_request(self, request: HttpRequest) -> None:
        translation.activate(translation.get_language_from_request(request))
        request.LANGUAGE_CODE = translation.get_language()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        patch_vary_headers(response, ("Accept-Language",))
        response.headers.setdefault("Content-Language", translation.get_language())
        return response


class PreferencesMiddleware:
    """Middleware that applies a signed-in user's language and time zone, whatever the browser asks for.

    A stranger keeps LocaleMiddleware's language (the cookie set by the language menu, then Accept-Language) and sees UTC. On
    account and admin pages a guest counts as a stranger, so that they can sign up or in. It comes after
    AuthenticationMiddleware. Paths under settings.IMPERSONAL_PATHS ignore the user and cost no query.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(settings.IMPERSONAL_PATHS) or not isinstance(request.user, User):
            return self.get_response(request)
        # A page reads the user many times, so Django's slower proxy is replaced here.
        user = request.user = real(request.user)
        if user.is_guest and request.path_info.startswith(settings.MEMBERS_PATHS):
            request.guest, request.user = user, AnonymousUser()  # type: ignore[attr-defined]  # read by accounts.guests.of
        translation.activate(user.language)
        request.LANGUAGE_CODE = translation.get_language()
        with timezone.override(user.tz):
            return self.get_response(request)


def real(user: User) -> User:
    """Return the user that an already evaluated lazy object stands for."""
    return user._wrapped if isinstance(user, LazyObject) else user


class PrivatePages:
    """Middleware that forbids caching of personal responses: ``private, no-store``.

    A response is personal in three cases: it uses or starts a session; it sets a cookie other than that of forms; it is under
    ``settings.PRIVATE_PATHS``. Some of those addresses work like a key. A Cache-Control header set by the view stays.

    It comes right after SessionMiddleware, so that it gets the responses of all later middleware.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if "Cache-Control" not in response and _is_for_one(request, response):
            response["Cache-Control"] = "private, no-store"
        return response


def _is_for_one(request: HttpRequest, response: HttpResponse) -> bool:
    session = request.session
    uses_session = session.modified or (session.accessed and not session.is_empty())
    sets_cookie = any(name != settings.CSRF_COOKIE_NAME for name in response.cookies)
    return uses_session or sets_cookie or request.path_info.startswith(settings.PRIVATE_PATHS)


class Sessions:
    """Middleware that records when each browser was last seen. It comes after allauth's and skips impersonal paths."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(settings.IMPERSONAL_PATHS) and isinstance(request.user, User):
            sessions.note(request, request.user)
        return self.get_response(request)


class SecondFactors:
    """Middleware that requires a second factor, used in this session, on staff pages if settings ask for it.

    Staff without one are redirected to its setup. Staff who have not used it in this session are redirected to the page that
    asks for it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_required = settings.STAFF_SECOND_FACTOR and request.path_info.startswith(tuple(settings.STAFF_PATHS))
        if is_required and isinstance(request.user, User) and request.user.is_staff:
            return self._led_away(request) or self.get_response(request)
        return self.get_response(request)

    def _led_away(self, request: HttpRequest) -> HttpResponse | None:
        if not is_mfa_enabled(request.user, FACTORS):
            messages.warning(request, _("Staff pages need a second factor. Set one up first."))
            return redirect("mfa_index")
        if any(record["method"] == "mfa" for record in get_authentication_records(request, request.user)):
            return None
        return redirect(f"{reverse(_asking(request.user))}?{urlencode({'next': request.get_full_path()})}")


def _asking(user: object) -> str:
    has_app = is_mfa_enabled(user, [Authenticator.Type.TOTP])
    return "mfa_reauthenticate" if has_app else "mfa_reauthenticate_webauthn"
