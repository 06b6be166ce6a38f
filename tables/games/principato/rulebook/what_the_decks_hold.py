"""The rules of Principato: what the decks hold; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "P-3",
    _("What the decks hold"),
    (
        Rule(
            "P-3.1",
            _(
                "Fewer players use fewer cards: how many of each there are for two, three and four players. The "
                "decks of years 2 and 3 hold a scoring card besides."
            ),
        ),
    ),
    ("decks",),
)
