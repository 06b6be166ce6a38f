"""Where allauth asks us: in which language it writes, how mails leave, where somebody goes after signing in."""

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
NOBODY = "0"  # as a primary key
CODE_LASTS, NEWS_LASTS = timedelta(seconds=settings.ACCOUNT_LOGIN_TIMEOUT), timedelta(days=1)


def remembers_next(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Keeps a local ?next= for an hour, for the ways round that drop it: a mailed link, a third wrong code, a new password."""

    @wraps(view)
    def remembering(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if url := get_next_redirect_url(request):
            request.session[NEXT] = [url, time.time()]
        return view(request, *args, **kwargs)

    return remembering


def has_just_signed_in(request: HttpRequest) -> bool:
    """Whether whoever reads this has proved a short while ago who they are."""
    records = get_authentication_records(request, request.user)
    return bool(records) and time.time() - records[-1]["at"] < JUST_NOW


def starts_afresh(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Opening this page ends a sign-up or sign-in that waits for its code; otherwise one would be sent back there for ever."""

    @wraps(view)
    def starting(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "GET" and not request.user.is_authenticated:
            clear_login(request)
        return view(request, *args, **kwargs)

    return starting


def looks_for_somebody(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Lets the pages after this one look for a user where the address has none: it takes as long, and finds nobody."""

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
        """Guards the ways in that ask no password."""
        if not may_sign_in(user):
            clear_login(request)
            return self.respond_user_inactive(request, user)
        if _proves_the_address_first(request, user):
            user.set_unusable_password()
            user.save(update_fields=["password"])
        return super().pre_login(request, user, **kwargs)

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign in under a new session key; what a guest has begun in this session comes along."""
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
        """Counts a try: for a browser that is known its own, for strangers those of their address and those of all of them."""
        email = credentials["email"].lower()
        if device := devices.known(request, email):
            counted = [("login_failed_device", device)]
        else:
            counted = [("login_failed", self._get_login_attempts_cache_key(request, email=email)), ("login_failed_all", email)]
        self._login_failed_rl_usage = ratelimit.RateLimitUsage(usage=[])
        for action, key in counted:
            used = ratelimit.consume(request, app="allauth.account", action=action, key=key)
            if not used:
                raise self.validation_error("too_many_login_attempts")
            self._login_failed_rl_usage.usage += used.usage

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """One stranger in one network, so that no other stranger is locked out with them."""
        return f"{limits.network(request)}:{credentials['email'].lower()}"

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address a request comes from, or the name of what it is counted under."""
        if isinstance(request, limits.Counted):
            return request.name
        return limits.plain(super().get_client_ip(request))

    def is_safe_url(self, url: str) -> bool:
        """Only paths of this site, of a length that a Location header may have."""
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
        """In the language of whoever reads it; an address we do not know gets the language of the page."""
        language = User.objects.filter(email=email).values_list("language", flat=True).first()
        user = context.get("user")
        with translation.override(user.language if isinstance(user, User) else language or translation.get_language()):
            return super().render_mail(template_prefix, email, context, mails.own_headers() | (headers or {}))

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Leaves the mail for a worker. A code is of no use after its half hour, other news a day later still is."""
        message = self.render_mail(template_prefix, email, {"request": self.request, "email": email, **context})
        user = context.get("user", getattr(self.request, "user", None))
        lasts = CODE_LASTS if "code" in context else NEWS_LASTS
        queue.queue(message, user=user if isinstance(user, User) else None, now=timezone.now(), lasts=lasts)


def _proves_the_address_first(request: HttpRequest, user: User) -> bool:
    # The person who signed up may not be the one who reads the mails: if the first sign-in ever is by a mailed code, the
    # password on the account was set by somebody who never proved the address, perhaps to lie in wait. It goes.
    records = get_authentication_records(request, user)
    by_code = bool(records) and records[-1]["method"] == "code"
    return by_code and user.last_login is None and not user.is_staff and not user.is_demo


def _remembered(request: HttpRequest) -> str | None:
    url, since = request.session.get(NEXT, (None, 0))
    return url if time.time() - since < NEXT_LASTS else None
