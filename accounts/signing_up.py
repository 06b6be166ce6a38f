"""Signing up: no user is stored until the code emailed to the address is entered.

Until then a sign-up is a few fields in the visitor's session. The steps are the same for an address with an account, but its
email says so and contains no code. So a sign-up does not reveal which addresses have accounts, and cannot reserve the name or
address of someone else. Only a person who reads that email can create the account with its password.
"""

import time
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import translation

from accounts import guests
from accounts.models import User

KEY = "accounts_sign_up"


class NameTaken(Exception):
    """The display name has been taken since validation."""


class AddressTaken(Exception):
    """An account with this address exists by now."""


class TooOften(Exception):
    """Too many emails to one address."""


@dataclass(frozen=True)
class SignUp:
    """Data of a sign-up and the state of its code. ``password`` is a hash; ``at`` is its start in Unix seconds."""

    display_name: str
    email: str
    password: str
    time_zone: str
    language: str
    next: str
    at: float
    code: str = ""
    failed: int = 0
    resent: int = 0
    changed: int = 0
    proved: bool = False

    @property
    def can_resend(self) -> bool:
        return self.resent < app_settings.EMAIL_VERIFICATION_MAX_RESEND_COUNT

    @property
    def can_change(self) -> bool:
        return self.changed < app_settings.EMAIL_VERIFICATION_MAX_CHANGE_COUNT


def begin(request: HttpRequest, *, data: dict[str, Any], next_url: str) -> None:
    """Begin a sign-up with the data of a valid form, and email its code. Raises TooOften."""
    sign_up = SignUp(
        display_name=data["display_name"],
        email=data["email"],
        password=make_password(data.get("password1") or None),
        time_zone=data["time_zone"],
        language=_language(),
        next=next_url,
        at=time.time(),
    )
    _mail_code(request, sign_up)


def resume(request: HttpRequest) -> SignUp | None:
    """Return the sign-up that this browser has begun, or None. An expired one is removed."""
    stored = request.session.get(KEY)
    if not isinstance(stored, dict) or stored.keys() != {field.name for field in fields(SignUp)}:
        return None
    sign_up = SignUp(**stored)
    if time.time() - sign_up.at > app_settings.EMAIL_VERIFICATION_BY_CODE_TIMEOUT:
        forget(request)
        return None
    return sign_up


def forget(request: HttpRequest) -> None:
    """End the sign-up and remove its data."""
    request.session.pop(KEY, None)


def resend(request: HttpRequest, sign_up: SignUp) -> None:
    """Email a new code. Raises TooOften."""
    _mail_code(request, replace(sign_up, resent=sign_up.resent + 1))


def change_address(request: HttpRequest, sign_up: SignUp, email: str) -> None:
    """Email a code to another address. Raises TooOften."""
    _mail_code(request, replace(sign_up, email=email, changed=sign_up.changed + 1))


def count_wrong_code(request: HttpRequest, sign_up: SignUp) -> bool:
    """Count a wrong code. Return whether another try is left; if not, the sign-up is over."""
    if sign_up.failed + 1 >= app_settings.EMAIL_VERIFICATION_BY_CODE_MAX_ATTEMPTS:
        forget(request)
        return False
    _keep(request, replace(sign_up, failed=sign_up.failed + 1))
    return True


def finish(request: HttpRequest, sign_up: SignUp, *, display_name: str) -> User:
    """Create and return the account after the right code. Raises NameTaken (another name can be chosen) and AddressTaken."""
    try:
        with transaction.atomic():
            user = _create(sign_up, display_name, guests.of(request))
    except IntegrityError:
        if User.objects.at(sign_up.email):
            forget(request)
            raise AddressTaken from None
        _keep(request, replace(sign_up, proved=True))
        raise NameTaken from None
    forget(request)
    return user


def _create(sign_up: SignUp, display_name: str, guest: User | None) -> User:
    """Store the account as a new row, or in the row of this session's guest with all they have begun."""
    guest_row = guest and User.objects.select_for_update().filter(pk=guest.pk, guest_since__isnull=False).first()
    user = guest_row or User()
    user.email, user.password, user.display_name = sign_up.email, sign_up.password, display_name
    user.time_zone, user.language = sign_up.time_zone, sign_up.language
    user.guest_since = user.last_login = None
    user.save()
    EmailAddress.objects.create(user=user, email=sign_up.email, verified=True, primary=True)
    return user


def _mail_code(request: HttpRequest, sign_up: SignUp) -> None:
    if not ratelimit.consume(request, action="confirm_email", key=sign_up.email):
        raise TooOften
    adapter = get_adapter()
    code = adapter.generate_email_verification_code()
    if User.objects.at(sign_up.email):
        adapter.send_account_already_exists_mail(sign_up.email)  # no email contains this code
    else:
        adapter.send_mail("account/email/email_confirmation_signup", sign_up.email, {"code": code})
    _keep(request, replace(sign_up, code=code))


def _keep(request: HttpRequest, sign_up: SignUp) -> None:
    request.session[KEY] = asdict(sign_up)


def _language() -> str:
    """Return the language of the page for the new user."""
    language = translation.get_language()
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
