"""Options of a Principato table: the way units are supplied in military scorings."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engines.principato.options import Options


def form(data: Any = None) -> forms.Form:
    """Return the form for a new table."""
    return OptionsForm(data)


def options_words(options: Options) -> str:
    """Return the options that differ from the default, in words. It is empty if there are none."""
    return _("sealed supply of units") if options.feeding == "sealed" else ""


class OptionsForm(forms.Form):
    """Form for the way units are supplied in military scorings."""

    feeding = forms.ChoiceField(
        label=gettext_lazy("Supplying units"),
        choices=[("in_order", gettext_lazy("in turn, as in the rules")), ("sealed", gettext_lazy("sealed, all together"))],
        initial="in_order",
        help_text=gettext_lazy(
            "Before a military scoring, everybody may supply condottieri and militia. In the "
            "published rules, the largest army decides first and the others see it; everybody can "
            "decide in advance. Sealed supply is faster: everybody decides in secret, then all "
            "decisions are revealed."
        ),
    )
