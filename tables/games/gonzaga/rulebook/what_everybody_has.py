"""Rules of Gonzaga: what everybody has. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "G-1",
    _("Your rings and cards"),
    (
        Rule(
            "G-1.6",
            _(
                "Everybody has six rings for the whole game and twelve fief cards in unknown order. You also "
                "have a region card for each flourishing region and one for all others, three action cards, the "
                "King’s Privilege and a hidden objective."
            ),
        ),
    ),
)
