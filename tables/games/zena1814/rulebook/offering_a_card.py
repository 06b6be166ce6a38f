"""Rules of Zena 1814: offering a card. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-7",
    _("Offering a card"),
    (
        Rule(
            "Z-7.3",
            _(
                "You need a figure in the card’s area. Pay for slot 1 and put a marker there: you are the "
                "promoter.\n\nThe card joins its area’s row on the right; the oldest is on the left. There is no "
                "card limit before the resolution. Goals are never offered."
            ),
        ),
        Rule(
            "Z-7.9",
            _("The promoter is always the player whose marker is in the top slot."),
        ),
    ),
)
