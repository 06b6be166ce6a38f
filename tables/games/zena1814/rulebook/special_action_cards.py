"""The rules of Zena 1814: special action cards; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-18",
    _("Special action cards"),
    (
        Rule(
            "Z-18.1",
            _(
                "Its promoter takes the marker off the card and puts it under one of their own figures, wherever "
                "that stands. For majorities the figure is worth 1 more to the end of the game, wherever it goes, "
                "already in this resolution. The marker does not come back, and does not help a lone Lady."
            ),
            name="Manezzi",
        ),
        Rule(
            "Z-18.6",
            _(
                "A permanent. The first time it comes up its promoter must move it to another area, not the Fort, "
                "instead of being paid. It becomes the newest card there, pays there from then on, also in this "
                "round if the area is still to come, and never moves again."
            ),
            name="Sollevaçoin in pilotæ",
        ),
        Rule(
            "Z-18.11",
            _(
                "Each marker earns 1 point if its owner has a marker on any card at the Port, and 1 point if on any "
                "card at the Bank."
            ),
            name="Relaçoin co-a compagnia",
        ),
        Rule(
            "Z-18.13",
            _(
                "Its promoter gains 1 point. Then everybody in play order draws a card, and everybody gives one card "
                "of their choice to the right neighbour; all choose before anybody receives."
            ),
            name="Festa a-o Paxo",
        ),
    ),
)
