"""allauth adapter and decorators for its pages: emails, limits of sign-in attempts, redirects after signing in."""

import time
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.password_reset_by_code import PASSWORD_RESET_VERIFICATION_SESSION_KEY
from allauth.account.internal.stagekit import LOGIN_SESSION_KEY, clear_login
from allauth.account.utils import get_next_redirect_url
from allauth.core.internal import ratelimit
from django.conf import settings
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation

from accounts import guests, limits
from accounts.backends import may_sign_in
from accounts.mail import headers as mails
from accounts.mail import queue
from accounts.models import User
from accounts.security import devices

NEXT = "accounts_next"
NEXT_LASTS = 3600
LONGEST_NEXT = 1500
JUST_NOW = 15 * 60
NOBODY = "0"  # a primary key that no user has
CODE_LASTS, NEWS_LASTS = timedelta(seconds=settings.ACCOUNT_LOGIN_TIMEOUT), timedelta(days=1)


def remembers_next(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Make ``view`` store a local ?next= in the session, for flows that lose it: an emailed link, a third wrong code."""

    @wraps(view)
    def remembering(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if url := get_next_redirect_url(request):
            request.session[NEXT] = [url, time.time()]
        return view(request, *args, **kwargs)

    return remembering


def has_just_signed_in(request: HttpRequest) -> bool:
    """Return whether the user has proved who they are within the last ``JUST_NOW`` seconds."""
    records = get_authentication_records(request, request.user)
    return bool(records) and time.time() - records[-1]["at"] < JUST_NOW


def drops_pending_sign_in(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Make ``view`` end a pending sign-in when a stranger opens it. Otherwise they would be redirected there again."""

    @wraps(view)
    def starting(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "GET" and not request.user.is_authenticated:
            clear_login(request)
        return view(request, *args, **kwargs)

    return starting


def hides_unknown_address(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Make ``view`` store an impossible user id for an unknown address, so that later pages run the same query for it."""

    @wraps(view)
    def looking(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        for key, field in ((LOGIN_SESSION_KEY, "user_pk"), (PASSWORD_RESET_VERIFICATION_SESSION_KEY, "user_id")):
            stored = request.session.get(key)
            if stored and stored.get(field) is None:
                request.session[key] = stored | {field: NOBODY}
        return response

    return looking


class Adapter(DefaultAccountAdapter):
    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Remove a password set before the address was proved. Return a response to stop the sign-in, or None.

        Users who may not sign in are refused.
        """
        if not may_sign_in(user):
            clear_login(request)
            return self.respond_user_inactive(request, user)
        if _proves_the_address_first(request, user):
            user.set_unusable_password()
            user.save(update_fields=["password"])
        return super().pre_login(request, user, **kwargs)

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign in under a new session key, and give the user everything that a guest of this session has begun."""
        guest = guests.of(request)
        if guest is not None:
            guests.step_aside(request)
        super().login(request, user)
        if guest is not None and guest.pk != user.pk:
            guests.hand_over(guest=guest, user=user, now=timezone.now())

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        response = super().post_login(request, user, **kwargs)
        request.session.pop(NEXT, None)
        devices.remember(request, response, user.email or "")
        return response

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count an attempt to sign in. Raises ValidationError once a limit is exceeded.

        A known browser has a count of its own. A stranger is counted by address and network together, and by address alone."""
        email = credentials["email"].lower()
        if device := devices.browser_token(request, email):
            counters = [("login_failed_device", device)]
        else:
            counters = [("login_failed", self._get_login_attempts_cache_key(request, email=email)), ("login_failed_all", email)]
        self._login_failed_rl_usage = ratelimit.RateLimitUsage(usage=[])
        for action, key in counters:
            usage = ratelimit.consume(request, app="allauth.account", action=action, key=key)
            if not usage:
                raise self.validation_error("too_many_login_attempts")
            self._login_failed_rl_usage.usage += usage.usage

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return a key for one address and one network, so that strangers in other networks are not locked out."""
        return f"{limits.network(request)}:{credentials['email'].lower()}"

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address a request comes from, or the name that a ``Counted`` request is counted under."""
        if isinstance(request, limits.Counted):
            return request.name
        return limits.plain(super().get_client_ip(request))

    def is_safe_url(self, url: str) -> bool:
        """Return whether ``url`` is a path of this site, short enough for a Location header."""
        return url.startswith("/") and len(url) <= LONGEST_NEXT and super().is_safe_url(url)

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        return _remembered(request) or super().get_login_redirect_url(request)

    def get_signup_redirect_url(self, request: HttpRequest) -> str:
        return _remembered(request) or super().get_signup_redirect_url(request)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("accounts:profile")

    def render_mail(
        self, template_prefix: str, email: str | list[str], context: dict[str, Any], headers: dict[str, str] | None = None
    ) -> EmailMessage:
        """Render an email in its reader's language. An unknown address gets the language of the page."""
        language = User.objects.filter(email=email).values_list("language", flat=True).first()
        user = context.get("user")
        with translation.override(user.language if isinstance(user, User) else language or translation.get_language()):
            return super().render_mail(template_prefix, email, context, mails.own_headers() | (headers or {}))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queue an email for a worker. An email with a code expires after ``CODE_LASTS``, any other after ``NEWS_LASTS``."""
        message = self.render_mail(template_prefix, email, {"request": self.request, "email": email, **context})
        user = context.get("user", getattr(self.request, "user", None))
        lifetime = CODE_LASTS if "code" in context else NEWS_LASTS
        queue.queue(message, user=user if isinstance(user, User) else None, now=timezone.now(), lasts=lifetime)


def _proves_the_address_first(request: HttpRequest, user: User) -> bool:
    # The person who signed up may not be the one who reads the emails. If the first sign-in ever is by an emailed code, nobody
    # has proved the address before. Somebody may have set the password to misuse the account later, so it is removed.
    records = get_authentication_records(request, user)
    by_code = bool(records) and records[-1]["method"] == "code"
    return by_code and user.last_login is None and not user.is_staff and not user.is_demo


def _remembered(request: HttpRequest) -> str | None:
    url, stored_at = request.session.get(NEXT, (None, 0))
    return url if time.time() - stored_at < NEXT_LASTS else None
