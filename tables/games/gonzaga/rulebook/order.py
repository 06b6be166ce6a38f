"""Rules of Gonzaga: order. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "G-6",
    _("Turn order"),
    (
        Rule(
            "G-6.5",
            _(
                "When all plans are in, they are revealed together, and the rings for the King’s "
                "Privilege are paid. Players with the Privilege act first, then the others.\n\nIn each "
                "group A Harbours come first, then B Cities, then C Alliance; if tied, the lower fief "
                "card goes first."
            ),
            example=_(
                "Anna plans B with the Privilege, Ben A with card 31, Clara B with card 22: Anna acts first, "
                "then Ben, then Clara, despite her lower card."
            ),
        ),
    ),
)
