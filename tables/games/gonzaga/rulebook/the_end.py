"""Rules of Gonzaga: the end. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "G-13",
    _("The end"),
    (
        Rule(
            "G-13.1",
            _(
                "From the end of round 6, the uncovered cities and harbours of flourishing regions are counted "
                "after each round. With three or fewer, the next round is the last. After round 12 the game "
                "always ends."
            ),
        ),
    ),
)
