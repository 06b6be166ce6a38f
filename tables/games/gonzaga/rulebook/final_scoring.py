"""Rules of Gonzaga: final scoring. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "G-14",
    _("Final scoring"),
    (
        Rule(
            "G-14.1",
            _(
                "The largest group of connected fiefs scores fifteen points for every player who has one "
                "of that size. Each ring counts as a fief. Fiefs are connected if their hexes share a "
                "side, with or without a barrier.\n\nThen the hidden objectives are revealed: holding none "
                "to six of the cities scores 0, 2, 5, 10, 15, 25 or 35 points. If points are tied, the "
                "player holding more cities and harbours wins."
            ),
            example=_(
                "Five of your fiefs and rings touch in a row, and two rings are elsewhere: your largest "
                "group has five. If nobody has a larger group, you and everybody else with five get 15 "
                "points. Four cities of your hidden objective score 15 more."
            ),
        ),
    ),
)
