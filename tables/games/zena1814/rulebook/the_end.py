"""Rules of Zena 1814: the end. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-20",
    _("The end"),
    (
        Rule(
            "Z-20.2",
            _(
                "After the eighth round everybody scores 1 point for every full 5 coins, plus the points "
                "of the goals in hand. The player with the most points wins. A tie goes to the player "
                "with more coins; players who are still tied share the victory."
            ),
            example=_("13 coins at the end score 2 points."),
        ),
    ),
)
