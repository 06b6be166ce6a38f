"""Forms for admins: the search for a table, and actions with a reason."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import LONGEST
from tables.forms.once import OnceForm
from tables.games.kit.inputs import PresetField
from tables.services.staff.operating import LONGEST_REASON, MOST_HOURS

# Possible actions on a seat.
ACTIONS = ("steward", "open", "back", "hand")


class SearchForm(forms.Form):
    """Search for a table by its code or by words of its name."""

    q = forms.CharField(label=_("Code or name"), max_length=80, required=False)


class ReasonForm(forms.Form):
    """Reason for an action."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("It appears in the table’s log, where everyone can read it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class LiftForm(ReasonForm):
    """Reason to let a person play rated games again. Admins can read it, and the person sees it in their own data."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = _("Kept with the pause. Admins can read it, and the user sees it in their own data.")


class ActForm(OnceForm, ReasonForm):
    """Reason for an action on a whole table."""


class ExtendForm(OnceForm, ReasonForm):
    """Hours by which deadlines are extended, and the reason."""

    hours = PresetField(label=_("Hours"), min_value=1, max_value=MOST_HOURS, initial=24)
    field_order = ("token", "hours", "reason")


class ReseatForm(OnceForm, ReasonForm):
    """New player of a seat, and the reason. The name is needed only if the seat goes to another person."""

    to = forms.ChoiceField(label=_("New player for the seat"), widget=forms.RadioSelect)
    name = forms.CharField(
        label=_("Player’s display name"),
        max_length=LONGEST,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    field_order = ("token", "to", "name", "reason")

    def __init__(self, *args: Any, choices: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The form also accepts values no longer offered, because a first submission changes the choices.
        self.fields["to"].choices = [(value, value) for value in ACTIONS]  # type: ignore[attr-defined]  # a field of choices
        self.fields["to"].widget.choices = choices
        if not any(value == "hand" for value, _words in choices):
            self.fields["name"].widget = forms.HiddenInput()
