"""Rules of Principato: contents of the decks. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "P-3",
    _("Contents of the decks"),
    (
        Rule(
            "P-3.1",
            _(
                "With fewer players, fewer cards are used: these are the numbers of each for two, three and four "
                "players. The decks of years 2 and 3 also hold one scoring card each."
            ),
        ),
    ),
    ("decks",),
)
