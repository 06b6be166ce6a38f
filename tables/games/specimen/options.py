"""Options of a Night Post table: the maximum number of nights."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, ngettext

from engines.specimen.options import Options


class OptionsForm(forms.Form):
    """Form for the maximum number of nights."""

    nights = forms.TypedChoiceField(
        label=gettext_lazy("Nights"), coerce=int, initial=3, choices=[(count, count) for count in range(1, 5)]
    )


def form(data: Any = None) -> forms.Form:
    """Return the form for a new table."""
    return OptionsForm(data)


def options_words(options: Options) -> str:
    """Return the options in one phrase."""
    return ngettext("%(count)d night", "%(count)d nights", options.nights) % {"count": options.nights}
