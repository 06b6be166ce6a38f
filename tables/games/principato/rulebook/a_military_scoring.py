"""Rules of Principato: a military scoring. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "P-8",
    _("A military scoring"),
    (
        Rule(
            "P-8.1",
            _(
                "Supply. You may put stored food onto militia, money onto condottieri and favour onto either, as "
                "much as you like. The player with the most military tiles decides first; ties go to the start "
                "player, or the next player clockwise. Cubes already there count."
            ),
        ),
        Rule(
            "P-8.6",
            _("Strength. A catapult counts 1, a unit with a cube counts 1, a unit without a cube counts minus 1."),
            example=_("Two catapults and three militia, two of them with food, make 2 + 2 − 1 = 3."),
        ),
        Rule(
            "P-8.7",
            _(
                "Points by rank: 5 and 0 for two players; 6, 3, 0 for three; 7, 4, 2, 0 for four. Tied players "
                "share the points of their ranks, each share rounded up. Even a negative strength can earn a "
                "rank with points."
            ),
            example=_(
                "Three players have strengths of 4, 4 and 1: the first two share 6 + 3, and half of 9, rounded "
                "up, is 5 for each."
            ),
        ),
        Rule(
            "P-8.11",
            _("All cubes on units go back to the general supply."),
        ),
        Rule(
            "P-8.12",
            _(
                "You may give back militia and condottieri, but not catapults. Everybody decides in "
                "secret at the same time. After the last scoring, no units are given back."
            ),
        ),
    ),
)
