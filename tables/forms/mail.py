"""What somebody wants to be told, in which way, and how often."""

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
    Kind.TURN: _("It is my turn"),
    Kind.REMINDER: _("Most of my time for an answer is over"),
    Kind.TIMED_OUT: _("My time was over and the site played for me"),
    Kind.STEWARD: _("The steward takes over a seat of mine"),
    Kind.OPENED: _("A seat of a game of mine is open to a substitute"),
    Kind.STARTED: _("A game of mine starts"),
    Kind.FINISHED: _("A game of mine is over"),
    Kind.MENTION: _("Somebody speaks to me at a table"),
    Kind.INVITATION: _("Somebody invites me to a game"),
    Kind.FOLLOWED: _("A game that I follow has gone on, at most once a day, or is over"),
}
# Beside a box that says whether something is told in that way.
WAYS = {MailChoice.Channel.PUSH: _("On my devices"), MailChoice.Channel.WEBHOOK: _("By webhook")}


@dataclass(frozen=True)
class KindRow:
    """One kind of thing: how often by mail, and whether in each other way that somebody has."""

    cadence: forms.BoundField
    ways: Sequence[forms.BoundField]


class MailForm(forms.Form):
    """One choice for each kind of thing and each way, the hour of the daily mail, and whether all waits while I am here.

    ``others`` is what was chosen for each other way than mail that somebody has.
    """

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

    weekly_day = forms.TypedChoiceField(
        label=_("A letter about all my games once a week"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[("", _("never")), *WEEKDAYS.items()],
        help_text=_("At the hour of the daily mail: how they stand, whose turn it is, what happened and what is over."),
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
            for way, chosen in self.others.items():
                is_wanted = chosen.cadence(kind) != Cadence.NEVER
                self.fields[_name(way, kind)] = forms.BooleanField(label=WAYS[way], required=False, initial=is_wanted)
        self.fields["digest_hour"].initial = preferences.digest_hour
        self.fields["quiet_while_here"].initial = preferences.quiet_while_here
        self.fields["weekly_day"].initial = preferences.weekly_day

    @property
    def kinds(self) -> Sequence[KindRow]:
        """The table of choices, row by row."""
        return [KindRow(self[kind.value], [self[_name(way, kind)] for way in self.others]) for kind in LABELS]

    def cadences(self) -> dict[Kind, Cadence]:
        """What was chosen."""
        return {kind: Cadence(self.cleaned_data[kind.value]) for kind in LABELS}

    def cadences_of(self, way: MailChoice.Channel) -> dict[Kind, Cadence]:
        """What was chosen for another way than mail: at once or never."""
        wanted = {kind: self.cleaned_data[_name(way, kind)] for kind in LABELS}
        return {kind: Cadence.AT_ONCE if is_wanted else Cadence.NEVER for kind, is_wanted in wanted.items()}


def _name(way: MailChoice.Channel, kind: Kind) -> str:
    return f"{way.value}_{kind.value}"


class FirstMailForm(forms.Form):
    """What a new member is asked: one choice for all kinds of mail."""

    cadence = forms.ChoiceField(label=_("How often shall we write to you?"), choices=Cadence.choices, widget=forms.RadioSelect)

    def __init__(self, *args: Any, preferences: MailPreferences, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["cadence"].initial = preferences.cadence(Kind.TURN)

    def cadences(self) -> dict[Kind, Cadence]:
        """What was chosen, for every kind."""
        return dict.fromkeys(LABELS, Cadence(self.cleaned_data["cadence"]))
