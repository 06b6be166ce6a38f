"""The one-time token that a form carries, so that what is sent twice is made once (``tables.services.once``)."""

import secrets

from django import forms

# What a token looks like, not one.
TOKEN = r"^[A-Za-z0-9_-]{8,64}$"  # noqa: S105


def fresh_token() -> str:
    """A token that no other page has."""
    return secrets.token_urlsafe(12)


class OnceForm(forms.Form):
    """A form that makes something; without a token, as a program may send it, it makes a new one each time."""

    # Without an id: a page may hold several such forms.
    token = forms.RegexField(TOKEN, required=False, initial=fresh_token, widget=forms.HiddenInput(attrs={"id": False}))
