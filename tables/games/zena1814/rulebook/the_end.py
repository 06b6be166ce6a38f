"""The rules of Zena 1814: the end; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-20",
    _("The end"),
    (
        Rule(
            "Z-20.2",
            _(
                "After the eighth round everybody gains 1 point for every full 5 coins and the points of the goals "
                "in hand. The most points win; a tie goes to whoever has more coins, and still tied players share "
                "the victory."
            ),
            example=_("13 coins at the end are 2 points."),
        ),
    ),
)
