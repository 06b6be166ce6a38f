"""What can be chosen for a table of Night Post: how many nights are played at most."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, ngettext

from engines.specimen.options import Options


class OptionsForm(forms.Form):
    """How many nights are played at most."""

    nights = forms.TypedChoiceField(
        label=gettext_lazy("Nights"), coerce=int, initial=3, choices=[(count, count) for count in range(1, 5)]
    )


def form(data: Any = None) -> forms.Form:
    """The form for a new table."""
    return OptionsForm(data)


def options_words(options: Options) -> str:
    """The options in one phrase."""
    return ngettext("%(count)d night", "%(count)d nights", options.nights) % {"count": options.nights}
