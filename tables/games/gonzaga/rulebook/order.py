"""The rules of Gonzaga: order; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "G-6",
    _("Order"),
    (
        Rule(
            "G-6.5",
            _(
                "When all plans are in they are opened together and the rings for the King’s Privilege are paid. "
                "First act those with the privilege, then the others; in each group A Harbours, then B Cities, then "
                "C Alliance, and among equals the lower fief card."
            ),
            example=_(
                "Anna plans B with the privilege, Ben A with card 31, Clara B with card 22: Anna acts first, then "
                "Ben, then Clara, whatever her card."
            ),
        ),
    ),
)
