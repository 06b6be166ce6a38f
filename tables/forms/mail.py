"""How often somebody wants to be written to."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.mail.cadence import Cadence, Kind, MailPreferences

HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]
LABELS = {
    Kind.TURN: _("It is my turn"),
    Kind.REMINDER: _("Most of my time for an answer is over"),
    Kind.TIMED_OUT: _("My time was over and the site played for me"),
    Kind.STEWARD: _("The steward takes over a seat of mine"),
    Kind.OPENED: _("A seat of a game of mine is open to a substitute"),
    Kind.STARTED: _("A game of mine starts"),
    Kind.FINISHED: _("A game of mine is over"),
    Kind.MENTION: _("Somebody speaks to me at a table"),
    Kind.INVITATION: _("Somebody invites me to a game"),
}


class MailForm(forms.Form):
    """One choice for each kind of mail, the hour of the daily one, and whether mails wait while I am here."""

    digest_hour = forms.TypedChoiceField(
        label=_("Hour of the daily mail"),
        coerce=int,
        choices=HOURS,
        help_text=_("In your time zone. It tells everything in one mail; on a day without news there is none."),
    )
    quiet_while_here = forms.BooleanField(
        label=_("Wait while I have one of my games open"),
        required=False,
        help_text=_(
            "For an hour at most, so that a forgotten window keeps no mail from you. A mail about the very table that is open"
            " waits ten minutes in any case."
        ),
    )

    def __init__(self, *args: Any, preferences: MailPreferences, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind, label in LABELS.items():
            self.fields[kind.value] = forms.ChoiceField(label=label, choices=Cadence.choices, initial=preferences.cadence(kind))
        self.fields["digest_hour"].initial = preferences.digest_hour
        self.fields["quiet_while_here"].initial = preferences.quiet_while_here

    @property
    def kinds(self) -> Sequence[forms.BoundField]:
        """The choices of cadence."""
        return [self[kind.value] for kind in LABELS]

    def cadences(self) -> dict[Kind, Cadence]:
        """What was chosen."""
        return {kind: Cadence(self.cleaned_data[kind.value]) for kind in LABELS}


class FirstMailForm(forms.Form):
    """What a new member is asked: one choice for all kinds of mail."""

    cadence = forms.ChoiceField(label=_("How often shall we write to you?"), choices=Cadence.choices, widget=forms.RadioSelect)

    def __init__(self, *args: Any, preferences: MailPreferences, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["cadence"].initial = preferences.cadence(Kind.TURN)

    def cadences(self) -> dict[Kind, Cadence]:
        """What was chosen, for every kind."""
        return dict.fromkeys(Kind, Cadence(self.cleaned_data["cadence"]))
