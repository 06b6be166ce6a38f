"""Rules of Zena 1814: step 1, the cards. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-12",
    _("Step 1: the cards"),
    (
        Rule(
            "Z-12.1",
            _(
                "From the oldest card to the newest, top slot first, every marker earns the full reward.\n\nThe "
                "event changes the coins each marker earns at the Bank or Port, moved trick cards included, but "
                "never below zero. It changes no points, cards, bonuses, prices or majorities."
            ),
        ),
    ),
)
