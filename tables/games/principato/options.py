"""What can be chosen for a table of Principato: how military scorings are fed."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engines.principato.options import Options


def form(data: Any = None) -> forms.Form:
    """The form for a new table."""
    return OptionsForm(data)


def options_words(options: Options) -> str:
    """Only what departs from the rules."""
    return _("units supplied under seal") if options.feeding == "sealed" else ""


class OptionsForm(forms.Form):
    """How military scorings are fed."""

    feeding = forms.ChoiceField(
        label=gettext_lazy("Supplying the units"),
        choices=[("in_order", gettext_lazy("in order, as the rules say")), ("sealed", gettext_lazy("sealed, all at once"))],
        initial="in_order",
        help_text=gettext_lazy(
            "Before a military scoring everybody may supply condottieri and militia. By the rules the strongest army decides"
            " first and the others see it; everybody may answer ahead. Sealed is faster: all decide unseen, then all is opened."
        ),
    )
