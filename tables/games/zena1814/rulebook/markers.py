"""The rules of Zena 1814: markers; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-10",
    _("Markers"),
    (
        Rule(
            "Z-10.1",
            _(
                "Everybody has ten markers for the whole game. Only if none is left in your supply may you take one "
                "back from another card in order to place it, one for each placement, and none that you placed in "
                "this turn. Markers below it move up, for nothing; the slot that becomes empty can be bought again, "
                "with its bonus. A card that loses its last marker leaves the game, but a Fort card stays."
            ),
        ),
        Rule(
            "Z-10.2",
            _("With two own markers on a card you say whether the upper or the lower one is taken."),
        ),
    ),
)
