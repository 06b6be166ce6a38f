"""Forms to found, find, join and close a club, and to invite to it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import LONGEST
from tables.forms.once import OnceForm
from tables.models import Club
from tables.services.clubs.founding import LONGEST_NAME, LONGEST_REASON, LONGEST_TEXT
from tables.services.clubs.members import LONGEST_WISH


class ClubForm(OnceForm):
    """Details of a club."""

    name = forms.CharField(label=_("Club name"), max_length=LONGEST_NAME)
    text = forms.CharField(
        label=_("Description"),
        max_length=LONGEST_TEXT,
        required=False,
        help_text=_("Plain text: who you are, what you play and when."),
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    joining = forms.ChoiceField(
        label=_("Joining"), choices=Club.Joining.choices, widget=forms.RadioSelect, initial=Club.Joining.APPROVAL
    )
    outsiders = forms.ChoiceField(
        label=_("Visible to others"), choices=Club.Outsiders.choices, widget=forms.RadioSelect, initial=Club.Outsiders.PAGE
    )

    def club(self) -> dict[str, Any]:
        """Return the input as arguments for the services."""
        typed = self.cleaned_data
        return {
            "name": typed["name"],
            "text": typed["text"],
            "joining": Club.Joining(typed["joining"]),
            "outsiders": Club.Outsiders(typed["outsiders"]),
        }


class ClubSearch(forms.Form):
    """Search for clubs by part of their name."""

    q = forms.CharField(label=_("Club name"), max_length=LONGEST_NAME, required=False, strip=True)

    def query(self) -> str:
        """Return the search text, or an empty string if it is invalid."""
        return str(self.cleaned_data["q"]) if self.is_valid() else ""


class WishForm(forms.Form):
    """Message to the officers of a club."""

    wish = forms.CharField(
        label=_("Message to the officers"), max_length=LONGEST_WISH, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )


class MemberForm(OnceForm):
    """Invitation by an officer."""

    person = forms.CharField(
        label=_("Invite by display name"),
        max_length=LONGEST,
        help_text=_("The person will get an email. The invitation will also appear in their list of clubs."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class CloseForm(forms.Form):
    """Admin's reason for closing a club."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("Kept with the club. Admins can read it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
