"""What an operator sends: every act has a reason."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.names import LONGEST
from tables.forms.once import OnceForm
from tables.games.kit.inputs import PresetField
from tables.services.staff.operating import LONGEST_REASON, MOST_HOURS

# What can be done with a seat.
WAYS = ("steward", "open", "back", "hand")


class SearchForm(forms.Form):
    """A table by its code or some words of its name."""

    q = forms.CharField(label=_("Code or name"), max_length=80, required=False)


class ReasonForm(forms.Form):
    """Why something is done."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("It stands in the table’s log, where everybody can read it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class LiftForm(ReasonForm):
    """Why somebody may play rated games again; they alone read it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = _("It is kept with the pause; operators read it, and the person in their data.")


class ActForm(OnceForm, ReasonForm):
    """Reason for an act on a whole table."""


class ExtendForm(OnceForm, ReasonForm):
    """How much more time."""

    hours = PresetField(label=_("Hours"), min_value=1, max_value=MOST_HOURS, initial=24)
    field_order = ("token", "hours", "reason")


class ReseatForm(OnceForm, ReasonForm):
    """Who plays a seat from now on; a name only where it goes to somebody new."""

    to = forms.ChoiceField(label=_("Who plays from now on"), widget=forms.RadioSelect)
    name = forms.CharField(
        label=_("Their name here"),
        max_length=LONGEST,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    field_order = ("token", "to", "name", "reason")

    def __init__(self, *args: Any, choices: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # All are read, whatever is offered by now: a form that is sent twice has changed the choices.
        self.fields["to"].choices = [(value, value) for value in WAYS]  # type: ignore[attr-defined]  # a field of choices
        self.fields["to"].widget.choices = choices
        if not any(value == "hand" for value, _words in choices):
            self.fields["name"].widget = forms.HiddenInput()
