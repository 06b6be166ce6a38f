"""Options of a Zena 1814 table: the mode, the choice of the start player, and the order within a turn."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engines.zena1814.options import Options


def form(data: Any = None) -> forms.Form:
    """Return the form for a new table."""
    return OptionsForm(data)


def options_words(options: Options) -> str:
    """Return the mode in words, with the options that differ from their defaults and matter in this mode."""
    phrases = [_("beginner game") if options.mode == "beginner" else _("expert game")]
    if options.mode == "expert" and options.starter == "first_in":
        phrases.append(_("the first to place chooses the start player"))
    if options.mode == "expert" and options.starter == "random":
        phrases.append(_("random start player"))
    if options.free_order:
        phrases.append(_("influencing allowed before offering"))
    return ", ".join(phrases)


class OptionsForm(forms.Form):
    """Form for the mode, the choice of the start player, and the order within a turn."""

    mode = forms.ChoiceField(
        label=gettext_lazy("Rules"),
        choices=[("expert", gettext_lazy("expert")), ("beginner", gettext_lazy("beginner"))],
        initial="expert",
        help_text=gettext_lazy(
            "Experts: six areas, goals, battles at the Fort, starting areas of your choice. Beginners: four "
            "areas, action cards only, starting areas decided by a card."
        ),
    )
    starter = forms.ChoiceField(
        label=gettext_lazy("Who chooses the start player (expert rules)"),
        choices=[
            ("sealed_lot", gettext_lazy("a player drawn from those who placed their figures in time")),
            ("first_in", gettext_lazy("the first player to place all figures")),
            ("random", gettext_lazy("nobody: the start player is drawn at random")),
        ],
        initial="sealed_lot",
        help_text=gettext_lazy(
            "At a real table the fastest player chooses; here a random draw means that nobody has to "
            "hurry. The second option suits live tables, the third needs fewer emails."
        ),
    )
    free_order = forms.BooleanField(
        label=gettext_lazy("Allow influencing before offering"),
        required=False,
        help_text=gettext_lazy("The rules say: move, then offer, then influence. The publisher has allowed both orders."),
    )
