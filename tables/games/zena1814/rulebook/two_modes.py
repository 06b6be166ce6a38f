"""The rules of Zena 1814: two modes; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-1",
    _("Two modes"),
    (
        Rule(
            "Z-1.1",
            _(
                "A table plays by the beginner or by the expert rules. Beginners use four areas, Cathedral, Palace, "
                "Bank and Port, and action cards only. Experts add the Old Town, the Fort with its battles, and goal "
                "cards."
            ),
        ),
        Rule(
            "Z-1.4",
            _(
                "Play order means: the start player first, then clockwise. The game lasts eight rounds of four "
                "phases: event, actions, resolution, end of round."
            ),
        ),
        Rule(
            "Z-1.7",
            _(
                "Whoever draws a card chooses the action deck or the goal deck; beginners have the action deck only. "
                "If one deck is empty, cards come from the other; if both are, nothing is drawn. Cards that have "
                "done their work are out of the game and are never shuffled back."
            ),
        ),
    ),
)
