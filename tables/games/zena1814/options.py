"""What can be chosen for a table of Zena 1814: the mode, who names the start player, and the order within a turn."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engines.zena1814.options import Options


def form(data: Any = None) -> forms.Form:
    """The form for a new table."""
    return OptionsForm(data)


def options_words(options: Options) -> str:
    """The mode, and what departs from the usual."""
    said = [_("beginner game") if options.mode == "beginner" else _("expert game")]
    if options.mode == "expert" and options.starter == "first_in":
        said.append(_("the first to place names the start player"))
    if options.mode == "expert" and options.starter == "random":
        said.append(_("start player by lot"))
    if options.free_order:
        said.append(_("influencing before offering allowed"))
    return ", ".join(said)


class OptionsForm(forms.Form):
    """The mode, who names the start player, and the order within a turn."""

    mode = forms.ChoiceField(
        label=gettext_lazy("Rules"),
        choices=[("expert", gettext_lazy("expert")), ("beginner", gettext_lazy("beginner"))],
        initial="expert",
        help_text=gettext_lazy(
            "Experts have six areas, goals, battles at the Fort and choose where their figures start. Beginners have four areas"
            " and action cards only, and a card decides where everybody starts."
        ),
    )
    starter = forms.ChoiceField(
        label=gettext_lazy("Who names the start player (expert rules)"),
        choices=[
            ("sealed_lot", gettext_lazy("a lot among those who placed their figures in time")),
            ("first_in", gettext_lazy("whoever placed their figures first")),
            ("random", gettext_lazy("nobody: a lot makes the start player")),
        ],
        initial="sealed_lot",
        help_text=gettext_lazy(
            "At a real table the fastest placement earns the start-player card. By post nobody should have to hurry, so a lot"
            " replaces the race. Choose the second way for tables that play live, the third for fewer letters."
        ),
    )
    free_order = forms.BooleanField(
        label=gettext_lazy("Cards may be influenced before one is offered"),
        required=False,
        help_text=gettext_lazy(
            "By the rules a turn moves, then offers, then influences. The publisher has allowed both orders."
        ),
    )
