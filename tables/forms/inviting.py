"""Form for invitations."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import LONGEST
from tables.forms.once import OnceForm


class InviteForm(OnceForm):
    """Invitation by the host, with the display name of the invited user."""

    person = forms.CharField(
        label=_("Invite by display name"),
        max_length=LONGEST,
        help_text=_("The person will get an email. The invitation will also appear among their games."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
