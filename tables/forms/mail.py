"""Forms for notifications: events, channels and frequency."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from tables.models import MailChoice
from tables.selectors.mail.cadence import Cadence, Kind, MailPreferences

HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]
LABELS = {
    Kind.TURN: _("It’s my turn"),
    Kind.REMINDER: _("Most of my time has passed"),
    Kind.TIMED_OUT: _("I missed a deadline and the site played for me"),
    Kind.STEWARD: _("The steward takes over one of my seats"),
    Kind.OPENED: _("A seat in one of my games is open to a substitute"),
    Kind.STARTED: _("One of my games starts"),
    Kind.FINISHED: _("One of my games ends"),
    Kind.EVENT: _("A round or an event I play in ends, or its players change"),
    Kind.ROUND_ENDS: _("A round of my event ends in one or two days"),
    Kind.MENTION: _("Somebody mentions me at a table"),
    Kind.INVITATION: _("Somebody invites me to a game"),
    Kind.FOLLOWED: _("A game I follow continues (at most once a day) or ends"),
}
# Labels of the checkboxes for each channel besides email.
CHANNEL_LABELS = {MailChoice.Channel.PUSH: _("On my devices"), MailChoice.Channel.WEBHOOK: _("By webhook")}


@dataclass(frozen=True)
class KindRow:
    """Row for one kind of event: its email frequency, and a checkbox for each other channel of the user."""

    cadence: forms.BoundField
    channels: Sequence[forms.BoundField]


class MailForm(forms.Form):
    """Notification settings: a choice for each kind and channel, the hour of the digest, and waiting during visits.

    ``others`` are the current choices for each other channel of the user. During a visit, emails can wait.
    """

    digest_hour = forms.TypedChoiceField(
        label=_("Hour of the daily digest"),
        coerce=int,
        choices=HOURS,
        help_text=_("In your time zone. One email covers everything; on days without news you get none."),
    )
    quiet_while_here = forms.BooleanField(
        label=_("Hold emails while I have a game open"),
        required=False,
        help_text=_(
            "We hold them for at most an hour, so that a forgotten window doesn’t block your emails. "
            "Emails about the table you have open always wait ten minutes."
        ),
    )

    weekly_day = forms.TypedChoiceField(
        label=_("Weekly digest of all my games"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[("", _("never")), *WEEKDAYS.items()],
        help_text=_(
            "Sent at the hour of the daily digest: standings, whose turn it is, what has happened and which games have ended."
        ),
    )

    def __init__(
        self,
        *args: Any,
        preferences: MailPreferences,
        others: Mapping[MailChoice.Channel, MailPreferences] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.others = others or {}
        for kind, label in LABELS.items():
            self.fields[kind.value] = forms.ChoiceField(label=label, choices=Cadence.choices, initial=preferences.cadence(kind))
            for channel, channel_preferences in self.others.items():
                is_wanted = channel_preferences.cadence(kind) != Cadence.NEVER
                self.fields[_name(channel, kind)] = forms.BooleanField(
                    label=CHANNEL_LABELS[channel], required=False, initial=is_wanted
                )
        self.fields["digest_hour"].initial = preferences.digest_hour
        self.fields["quiet_while_here"].initial = preferences.quiet_while_here
        self.fields["weekly_day"].initial = preferences.weekly_day

    @property
    def kinds(self) -> Sequence[KindRow]:
        """Table of choices, row by row."""
        return [KindRow(self[kind.value], [self[_name(channel, kind)] for channel in self.others]) for kind in LABELS]

    def cadences(self) -> dict[Kind, Cadence]:
        """Return the chosen email frequencies."""
        return {kind: Cadence(self.cleaned_data[kind.value]) for kind in LABELS}

    def cadences_of(self, channel: MailChoice.Channel) -> dict[Kind, Cadence]:
        """Return the choices for another channel than email: immediately or never."""
        choices = {kind: self.cleaned_data[_name(channel, kind)] for kind in LABELS}
        return {kind: Cadence.AT_ONCE if is_wanted else Cadence.NEVER for kind, is_wanted in choices.items()}


def _name(channel: MailChoice.Channel, kind: Kind) -> str:
    return f"{channel.value}_{kind.value}"


class FirstMailForm(forms.Form):
    """Email settings for a new member: one choice for all kinds."""

    cadence = forms.ChoiceField(label=_("How often should we email you?"), choices=Cadence.choices, widget=forms.RadioSelect)

    def __init__(self, *args: Any, preferences: MailPreferences, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["cadence"].initial = preferences.cadence(Kind.TURN)

    def cadences(self) -> dict[Kind, Cadence]:
        """Return the chosen frequency for every kind."""
        return dict.fromkeys(LABELS, Cadence(self.cleaned_data["cadence"]))
