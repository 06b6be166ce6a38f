"""The page speaks the reader's language, tells the reader's time, and is kept for nobody else."""

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
    """Django's own, for a site none of whose addresses begins with a language."""

    def process_request(self, request: HttpRequest) -> None:
        translation.activate(translation.get_language_from_request(request))
        request.LANGUAGE_CODE = translation.get_language()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        patch_vary_headers(response, ("Accept-Language",))
        response.headers.setdefault("Content-Language", translation.get_language())
        return response


class PreferencesMiddleware:
    """Somebody signed in reads their own language and time zone, whatever the browser asks for.

    A stranger keeps what LocaleMiddleware found (the cookie set by the language menu, then Accept-Language) and reads UTC.
    At the pages of accounts and of those who run the site a guest is a stranger: there they sign up, or in.
    Stands behind AuthenticationMiddleware. Paths under settings.IMPERSONAL_PATHS look at nobody and cost no query.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(settings.IMPERSONAL_PATHS) or not isinstance(request.user, User):
            return self.get_response(request)
        # The page asks for it a hundred times, so from here on without Django's proxy.
        user = request.user = real(request.user)
        if user.is_guest and request.path_info.startswith(settings.MEMBERS_PATHS):
            request.guest, request.user = user, AnonymousUser()  # type: ignore[attr-defined]  # told along, accounts.guests.of
        translation.activate(user.language)
        request.LANGUAGE_CODE = translation.get_language()
        with timezone.override(user.tz):
            return self.get_response(request)


def real(user: User) -> User:
    """What a lazy object that was looked at stands for."""
    return user._wrapped if isinstance(user, LazyObject) else user


class PrivatePages:
    """Whatever was made for one person is kept nowhere: ``private, no-store``.

    That is every answer made of a session, that begins one or sets a cookie other than that of forms, or that stands under an
    address of ``settings.PRIVATE_PATHS``, some of which are a key themselves. A view that says how long its answer keeps is
    believed.
    Stands right behind SessionMiddleware, so that it sees what all others answer.
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
    is_of_session = session.modified or (session.accessed and not session.is_empty())
    is_marked = any(name != settings.CSRF_COOKIE_NAME for name in response.cookies)
    return is_of_session or is_marked or request.path_info.startswith(settings.PRIVATE_PATHS)


class Sessions:
    """Knows when each browser was last seen. Stands behind allauth's middleware; impersonal paths are nobody's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(settings.IMPERSONAL_PATHS) and isinstance(request.user, User):
            sessions.note(request, request.user)
        return self.get_response(request)


class SecondFactors:
    """Lets staff at the pages of staff only with a second factor, used in this session, where settings ask for one.

    Whoever has none is led to where it is set up, whoever has not used it here to where it is asked for.
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
            messages.warning(request, _("Pages of the staff need a second factor. Set one up first."))
            return redirect("mfa_index")
        if any(record["method"] == "mfa" for record in get_authentication_records(request, request.user)):
            return None
        return redirect(f"{reverse(_asking(request.user))}?{urlencode({'next': request.get_full_path()})}")


def _asking(user: object) -> str:
    has_app = is_mfa_enabled(user, [Authenticator.Type.TOTP])
    return "mfa_reauthenticate" if has_app else "mfa_reauthenticate_webauthn"
