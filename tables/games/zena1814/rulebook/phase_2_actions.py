"""Rules of Zena 1814: phase 2, actions. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-6",
    _("Phase 2: actions"),
    (
        Rule(
            "Z-6.2",
            _("In play order each player takes one turn. You may do these things, in this order, and skip any of them:"),
        ),
        Rule(
            "Z-6.4",
            _("Move one figure to any other area, neighbouring or not. Your markers stay where they are."),
        ),
        Rule(
            "Z-7.1",
            _("Offer one action card."),
        ),
        Rule(
            "Z-8.8",
            _("Influence as many cards as you like."),
        ),
        Rule(
            "Z-6.7",
            _(
                "If you moved nothing and placed no marker this turn, you may take 1 coin or draw 1 card. "
                "Markers placed during other players’ turns do not count."
            ),
        ),
        Rule(
            "Z-6.3",
            _("A table may allow influencing before offering."),
        ),
    ),
)
