"""Rules of Zena 1814: two modes. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-1",
    _("Two modes"),
    (
        Rule(
            "Z-1.1",
            _(
                "A table plays the beginner or the expert game. Beginners use four areas (Cathedral, Palace, "
                "Bank and Port) and only action cards. Experts add the Old Town, the Fort with its battles, and "
                "goal cards."
            ),
        ),
        Rule(
            "Z-1.4",
            _(
                "Play order means the start player first, then clockwise. The game lasts eight rounds of four "
                "phases: event, actions, resolution, end of round."
            ),
        ),
        Rule(
            "Z-1.7",
            _(
                "When you draw a card, you choose the action deck or the goal deck; beginners have only the "
                "action deck.\n\nIf one deck is empty, cards come from the other; if both are, you draw nothing. "
                "Used cards leave the game and are never shuffled back."
            ),
        ),
    ),
)
