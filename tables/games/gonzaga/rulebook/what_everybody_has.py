"""The rules of Gonzaga: what everybody has; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "G-1",
    _("What everybody has"),
    (
        Rule(
            "G-1.6",
            _(
                "Everybody has six rings for the whole game, twelve fief cards in an order nobody knows, a region "
                "card for each flourishing region and one for all others, three actions and the King’s Privilege, "
                "and one hidden objective."
            ),
        ),
    ),
)
