"""Rules of Zena 1814: special action cards. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-18",
    _("Special action cards"),
    (
        Rule(
            "Z-18.1",
            _(
                "Its promoter moves the marker from the card under one of their own figures, in any area.\n\nFrom "
                "this resolution until the end of the game the figure is worth 1 more for majorities, wherever "
                "it goes. The marker never returns and does not help a lone Lady."
            ),
            name="Manezzi",
        ),
        Rule(
            "Z-18.6",
            _(
                "Permanent. The first time it comes up, its promoter must move it to another area, not the Fort, "
                "instead of being paid.\n\nIt becomes the newest card there and pays from then on, even this round "
                "if that area is still to come. It moves only once."
            ),
            name="Sollevaçoin in pilotæ",
        ),
        Rule(
            "Z-18.11",
            _(
                "Each marker earns 1 point if its owner has a marker on any card at the Port, and 1 point for "
                "one on any card at the Bank."
            ),
            name="Relaçoin co-a compagnia",
        ),
        Rule(
            "Z-18.13",
            _(
                "Its promoter gains 1 point. Then all players draw a card, in play order, and each gives "
                "one card of their choice to the right. All choose before anybody receives a card."
            ),
            name="Festa a-o Paxo",
        ),
    ),
)
