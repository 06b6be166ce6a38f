"""Rules of Principato: your principality. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "P-1",
    _("Your principality"),
    (
        Rule(
            "P-3.7",
            _(
                "Everybody starts with one field, farm, palazzo and bank, one food, one money and one favour. "
                "You also have two secret goals and two open cards: a Tax collector, and one of four cards that "
                "build or buy, a different one for each player."
            ),
        ),
    ),
    ("symbols",),
)
