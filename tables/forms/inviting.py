"""Inviting people."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import LONGEST
from tables.forms.once import OnceForm


class InviteForm(OnceForm):
    """Whom the host invites, by the name they have on the site."""

    person = forms.CharField(
        label=_("Invite somebody by their name here"),
        max_length=LONGEST,
        help_text=_("They get a mail and find the invitation among their games."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
