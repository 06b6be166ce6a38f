"""Second-factor forms: allauth's without placeholders, with a phone's number keys."""

import json
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as base
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as webauthn
from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.plain_forms import CodeForm, Plain
from config import characters

LONGEST_NAME = 60
UNREADABLE = (KeyError, TypeError, ValueError, AttributeError)


class AuthenticateForm(CodeForm, base.AuthenticateForm):
    """Form for a code of the app, or a recovery code."""


class ReauthenticateForm(CodeForm, base.ReauthenticateForm):
    """Form for a code from a signed-in user."""


class ActivateTOTPForm(CodeForm, totp.ActivateTOTPForm):
    """Form for the first code of an app."""


class _Readable(Plain, forms.Form):
    """Form that tolerates missing or malformed browser data, which the library does not expect."""

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
        self.fields["name"].label = _("Passkey name")
        self.fields["name"].widget.attrs |= {"maxlength": LONGEST_NAME, "autocomplete": "off"}


class AddWebAuthnForm(_Named, _Readable, webauthn.AddWebAuthnForm):
    def clean_name(self) -> str:
        """Return the name, or a default name if it is not allowed, since the browser already has the passkey."""
        name = self.cleaned_data["name"][:LONGEST_NAME]
        is_fit = characters.first_refused(name) is None and not characters.is_empty(name)
        self.cleaned_data["name"] = name if is_fit else ""
        cleaned: str = super().clean_name()
        return cleaned


class EditWebAuthnForm(_Named, webauthn.EditWebAuthnForm):
    name = forms.CharField(max_length=LONGEST_NAME)

    def clean_name(self) -> str:
        """Return the name. Raises ValidationError for refused characters and for invisible names."""
        name: str = self.cleaned_data["name"]
        index = characters.first_refused(name)
        if index is not None:
            message = _("The character %(character)s at position %(position)d is not allowed. Delete it and try again.")
            raise forms.ValidationError(message % {"character": characters.label(name[index]), "position": index + 1})
        if characters.is_empty(name):
            raise forms.ValidationError(self.fields["name"].error_messages["required"])
        return name
