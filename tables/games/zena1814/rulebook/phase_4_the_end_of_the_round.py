"""The rules of Zena 1814: phase 4: the end of the round; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-15",
    _("Phase 4: the end of the round"),
    (
        Rule(
            "Z-15.1",
            _(
                "Whoever holds more than six cards puts away as many as are too many, of either kind and of their "
                "own choice, each face down under its own deck. At any other time a hand may be larger. Then the "
                "start-player card goes to the right neighbour; the next round is still played clockwise. This phase "
                "is played in round 8, too."
            ),
        ),
    ),
)
