"""The forms of the second factor: allauth's without placeholders, with the digits of a phone."""

import json
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as base
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as webauthn
from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.plain_forms import CodeForm, Plain

UNREADABLE = (KeyError, TypeError, ValueError, AttributeError)


class AuthenticateForm(CodeForm, base.AuthenticateForm):
    """A code of the app, or one of those written down."""


class ReauthenticateForm(CodeForm, base.ReauthenticateForm):
    """The same, of somebody signed in."""


class ActivateTOTPForm(CodeForm, totp.ActivateTOTPForm):
    """The first code of an app."""


class _Readable(Plain, forms.Form):
    """Of what a browser sends, anything may be missing or of another kind; the library expects neither."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.is_bound and not _is_json(self.data.get("credential", "")):
            self.data = {name: self.data[name] for name in self.data} | {"credential": ""}

    def _clean_fields(self) -> None:
        try:
            super()._clean_fields()  # type: ignore[misc]  # a method of Django's that the stubs leave out
        except UNREADABLE:
            self.add_error("credential", get_adapter().validation_error("incorrect_code"))

    def clean(self) -> dict[str, Any]:
        try:
            return super().clean() or {}
        except UNREADABLE:
            raise get_adapter().validation_error("incorrect_code") from None


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


class AuthenticateWebAuthnForm(_Readable, webauthn.AuthenticateWebAuthnForm):
    pass


class ReauthenticateWebAuthnForm(_Readable, webauthn.ReauthenticateWebAuthnForm):
    pass


class _Named(Plain):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Its name")
        self.fields["name"].widget.attrs |= {"maxlength": 60, "autocomplete": "off"}


class AddWebAuthnForm(_Named, _Readable, webauthn.AddWebAuthnForm):
    pass


class EditWebAuthnForm(webauthn.EditWebAuthnForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.fields["name"].label = _("Its name")
