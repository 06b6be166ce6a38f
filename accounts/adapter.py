"""Where allauth asks us: what a new account holds, in which language it writes, where somebody goes after signing in."""

import logging
import time
from collections.abc import Callable
from functools import wraps
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.account.internal.stagekit import clear_login
from allauth.account.utils import get_next_redirect_url
from django.conf import settings
from django.contrib import messages
from django.core.mail import EmailMessage
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.backends import may_sign_in
from accounts.models import User

logger = logging.getLogger(__name__)

NEXT = "accounts_next"
NEXT_LASTS = 3600
LONGEST_NEXT = 1500
JUST_NOW = 15 * 60


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


class Adapter(DefaultAccountAdapter):
    def new_user(self, request: HttpRequest) -> User:
        """Somebody who reads this page reads its language."""
        language = translation.get_language()
        return User(language=language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE)

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        user.display_name = form.cleaned_data["display_name"]
        user.time_zone = form.cleaned_data["time_zone"]
        super().save_user(request, user, form, commit)
        return user

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Guards the ways in that ask no password."""
        if not may_sign_in(user):
            clear_login(request)
            return self.respond_user_inactive(request, user)
        if _proves_the_address_first(request, user):
            user.set_unusable_password()
            user.save(update_fields=["password"])
        return super().pre_login(request, user, **kwargs)

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        response = super().post_login(request, user, **kwargs)
        request.session.pop(NEXT, None)
        return response

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
            return super().render_mail(template_prefix, email, context, headers)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A mail server that is away costs a mail and says so; the page stands, and the code can be asked for again."""
        try:
            super().send_mail(template_prefix, email, context)
        except (SMTPException, OSError):
            logger.exception("no mail sent: %s", template_prefix)
            messages.error(self.request, _("We could not send the mail just now. Please try again in a few minutes."))


def _proves_the_address_first(request: HttpRequest, user: User) -> bool:
    # Who signed up may not be who reads the mails: if the first sign-in ever is by a mailed code, the password on the account
    # was set by somebody who never proved the address, perhaps to lie in wait. It goes.
    records = get_authentication_records(request, user)
    by_code = bool(records) and records[-1]["method"] == "code"
    return by_code and user.last_login is None and not user.is_staff and not user.is_demo


def _remembered(request: HttpRequest) -> str | None:
    url, since = request.session.get(NEXT, (None, 0))
    return url if time.time() - since < NEXT_LASTS else None
