"""One-time token of a form, so that a form that is sent twice takes effect once (``tables.services.once``)."""

import secrets

from django import forms

# The secret scanner mistakes this pattern for a token.
TOKEN = r"^[A-Za-z0-9_-]{8,64}$"  # noqa: S105


def fresh_token() -> str:
    """Return a new random token."""
    return secrets.token_urlsafe(12)


class OnceForm(forms.Form):
    """Form that creates something. Each request without a token, for example from a script, creates a new object."""

    # The field has no id because a page may have several such forms.
    token = forms.RegexField(TOKEN, required=False, initial=fresh_token, widget=forms.HiddenInput(attrs={"id": False}))
