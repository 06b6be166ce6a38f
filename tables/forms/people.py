"""Forms for relations between users, looking-for-game notices, reports and spectator chat."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import User
from tables.errors import Refusal
from tables.forms.once import OnceForm
from tables.models import ChatMessage, Relation, Report
from tables.present import refusals
from tables.services import suspensions
from tables.services.people.free import DAYS
from tables.services.people.reports import DAYS as SUSPENDED_FOR
from tables.services.people.reports import LENGTH


def refuse_new_name(user: User, now: datetime, **_more: Any) -> None:
    """Handle ``name_changing``: everyone sees a name, so a suspended user cannot change it. Raises ValidationError."""
    try:
        suspensions.check(user, now)
    except Refusal as refusal:
        raise ValidationError(refusals.words(refusal), code=refusal.code) from None


class RelationForm(forms.Form):
    """Relation to one person that is set or removed; ``back`` is the page to return to."""

    do = forms.ChoiceField(choices=[("keep", ""), ("let_go", "")])
    kind = forms.TypedChoiceField(choices=Relation.Kind, coerce=Relation.Kind)
    back = forms.ChoiceField(choices=[("people", ""), ("person", "")], required=False)


class FreeForm(forms.Form):
    """Looking-for-game notice: its number of days and its audience."""

    days = forms.TypedChoiceField(label=_("Duration"), coerce=int, initial=3)
    in_lobby = forms.BooleanField(
        label=_("Show it in the lobby to everyone signed in"),
        required=False,
        help_text=_("If unticked, only people who have you as a favourite see it. It ends automatically."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(days, ngettext("%(days)d day", "%(days)d days", days) % {"days": days}) for days in DAYS]
        self.fields["days"].choices = choices  # type: ignore[attr-defined]  # a field of choices


class CompanyForm(forms.Form):
    """Invitation of several people; ``people`` are the possible choices."""

    company = forms.TypedMultipleChoiceField(
        label=_("Invite people you know"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, people: Sequence[User], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["company"].choices = [(person.pk, str(person)) for person in people]  # type: ignore[attr-defined]  # a field of choices


class ReportForm(OnceForm):
    """Reason of a report to the moderators. The view reads the chosen lines itself."""

    reason = forms.CharField(
        label=_("Describe the problem"),
        help_text=_("Admins read this. The person you report does not, and won’t know who reported them."),
        widget=forms.Textarea({"rows": 3, "maxlength": LENGTH}),
    )


class SettleForm(forms.Form):
    """Outcome of a report."""

    outcome = forms.ChoiceField(label=_("Action taken"), choices=Report.Outcome, widget=forms.RadioSelect)
    days = forms.TypedChoiceField(label=_("Suspension length"), coerce=int, initial=7)
    takes_lines = forms.BooleanField(label=_("Remove these texts"), required=False)
    answer = forms.CharField(
        label=_("Reason"),
        help_text=_("The person who reported will see this. The reported person will see it only if action is taken."),
        widget=forms.Textarea({"rows": 3, "maxlength": LENGTH}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(days, ngettext("%(days)d day", "%(days)d days", days) % {"days": days}) for days in SUSPENDED_FOR]
        self.fields["days"].choices = choices  # type: ignore[attr-defined]  # a field of choices


class OnlookerForm(OnceForm):
    """Line of the spectator chat."""

    text = forms.CharField(
        label=_("Message to the other spectators"),
        max_length=ChatMessage.LONGEST,
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": ChatMessage.LONGEST}),
    )
