"""Founding a club, looking for one, asking to join, inviting."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import LONGEST
from tables.forms.once import OnceForm
from tables.models import Club
from tables.services.clubs.founding import LONGEST_NAME, LONGEST_REASON, LONGEST_TEXT
from tables.services.clubs.members import LONGEST_WISH


class ClubForm(OnceForm):
    """What a club is."""

    name = forms.CharField(label=_("Name of the club"), max_length=LONGEST_NAME)
    text = forms.CharField(
        label=_("What it is about"),
        max_length=LONGEST_TEXT,
        required=False,
        help_text=_("Plain text: who you are, what you play, when."),
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    joining = forms.ChoiceField(
        label=_("How one joins"), choices=Club.Joining.choices, widget=forms.RadioSelect, initial=Club.Joining.APPROVAL
    )
    outsiders = forms.ChoiceField(
        label=_("What others see"), choices=Club.Outsiders.choices, widget=forms.RadioSelect, initial=Club.Outsiders.PAGE
    )

    def club(self) -> dict[str, Any]:
        """What was typed, as the services take it."""
        typed = self.cleaned_data
        return {
            "name": typed["name"],
            "text": typed["text"],
            "joining": Club.Joining(typed["joining"]),
            "outsiders": Club.Outsiders(typed["outsiders"]),
        }


class ClubSearch(forms.Form):
    """Letters of a club's name."""

    q = forms.CharField(label=_("Name of the club"), max_length=LONGEST_NAME, required=False, strip=True)

    def query(self) -> str:
        """What to look for; nothing where it makes no sense."""
        return str(self.cleaned_data["q"]) if self.is_valid() else ""


class WishForm(forms.Form):
    """What somebody writes to the officers."""

    wish = forms.CharField(label=_("A word to the officers"), max_length=LONGEST_WISH, required=False)


class MemberForm(OnceForm):
    """Whom an officer invites."""

    person = forms.CharField(
        label=_("Invite somebody by their name here"),
        max_length=LONGEST,
        help_text=_("They get a mail and find the invitation among their clubs."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class CloseForm(forms.Form):
    """Why an operator closes a club."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("It is kept with the club, for those who run the site."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
