"""Rules of Principato: the end. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "P-11",
    _("The end"),
    (
        Rule(
            "P-11.1",
            _(
                "The game ends with the military scoring of the third year. Add up your military points, the "
                "points on your works of art and your two goals.\n\nTies go to the player with more cubes in "
                "farms, banks and church; if still tied, players share the victory."
            ),
        ),
    ),
)
