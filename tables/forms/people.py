"""What people say of each other, and that they are free for a game."""

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
from tables.models import Relation, Report
from tables.present import refusals
from tables.services import standing
from tables.services.people.free import DAYS
from tables.services.people.reports import DAYS as SUSPENDED_FOR
from tables.services.people.reports import LENGTH


def refuse_new_name(user: User, now: datetime, **_more: Any) -> None:
    """Receive ``name_changing``: everybody reads a name, so a suspended person keeps theirs."""
    try:
        standing.check(user, now)
    except Refusal as refusal:
        raise ValidationError(refusals.words(refusal), code=refusal.code) from None


class RelationForm(forms.Form):
    """What becomes of one person: kept as something, or let go; ``back`` is the page it was said on."""

    do = forms.ChoiceField(choices=[("keep", ""), ("let_go", "")])
    kind = forms.TypedChoiceField(choices=Relation.Kind, coerce=Relation.Kind)
    back = forms.ChoiceField(choices=[("people", ""), ("person", "")], required=False)


class FreeForm(forms.Form):
    """For how many days somebody is free for a game, and who is told."""

    days = forms.TypedChoiceField(label=_("For how long"), coerce=int, initial=3)
    in_lobby = forms.BooleanField(
        label=_("Tell everybody who is signed in, in the lobby"),
        required=False,
        help_text=_("Otherwise only those are told who keep you as a favourite. It ends by itself."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(days, ngettext("%(days)d day", "%(days)d days", days) % {"days": days}) for days in DAYS]
        self.fields["days"].choices = choices  # type: ignore[attr-defined]  # a field of choices


class CompanyForm(forms.Form):
    """Several people who are invited at once; ``people`` are those to choose from."""

    company = forms.TypedMultipleChoiceField(
        label=_("Invite people you know"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, people: Sequence[User], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["company"].choices = [(person.pk, str(person)) for person in people]  # type: ignore[attr-defined]  # a field of choices


class ReportForm(OnceForm):
    """Why operators should look at somebody; ``lines`` are those of ``selectors.people.reports`` to choose from."""

    reason = forms.CharField(
        label=_("What is wrong"),
        help_text=_("Operators read this; whoever you report does not, and is not told who reported them."),
        widget=forms.Textarea({"rows": 3, "maxlength": LENGTH}),
    )


class SettleForm(forms.Form):
    """What an operator makes of a report."""

    outcome = forms.ChoiceField(label=_("What follows"), choices=Report.Outcome, widget=forms.RadioSelect)
    days = forms.TypedChoiceField(label=_("A suspension lasts"), coerce=int, initial=7)
    takes_lines = forms.BooleanField(label=_("Take these lines away"), required=False)
    answer = forms.CharField(
        label=_("Reason"),
        help_text=_("Whoever reported reads it, and whoever was reported unless nothing follows."),
        widget=forms.Textarea({"rows": 3, "maxlength": LENGTH}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(days, ngettext("%(days)d day", "%(days)d days", days) % {"days": days}) for days in SUSPENDED_FOR]
        self.fields["days"].choices = choices  # type: ignore[attr-defined]  # a field of choices


class OnlookerForm(OnceForm):
    """One line of the onlookers' talk."""

    text = forms.CharField(
        label=_("Say something to the other onlookers"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": 1000}),
    )
