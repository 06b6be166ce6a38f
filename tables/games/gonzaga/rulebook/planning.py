"""The rules of Gonzaga: planning; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "G-5",
    _("Planning"),
    (
        Rule(
            "G-5.1",
            _(
                "Everybody seals a plan of one region card and one action card. A flourishing region has a card of "
                "its own; one more card stands for all inactive regions. The King’s Privilege may be added for a "
                "ring. Cards played in one round are locked in the next. A plan may be replaced until the last one "
                "is in, and nobody sees it before."
            ),
        ),
    ),
)
