"""The rules of Zena 1814: offering a card; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-7",
    _("Offering a card"),
    (
        Rule(
            "Z-7.3",
            _(
                "You need a figure in the area of the card. Pay the price of slot 1 to the supply and put a marker "
                "there: you are the promoter. The card lies at the right end of the row of its area; the oldest lies "
                "at the left. There may be any number of cards until the resolution. Goals are never offered."
            ),
        ),
        Rule(
            "Z-7.9",
            _("The promoter is always the owner of the marker in the top slot."),
        ),
    ),
)
