"""Rules of Zena 1814: others join. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-9",
    _("Joining a card"),
    (
        Rule(
            "Z-9.1",
            _(
                "When a card is offered or a Fort card turned up, each other player with a figure there "
                "may place one marker, in play order from the start player; two or three experts may "
                "place two.\n\nIt ends when all have decided or the card is full."
            ),
        ),
    ),
)
