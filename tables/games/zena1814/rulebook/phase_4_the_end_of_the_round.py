"""Rules of Zena 1814: phase 4, the end of the round. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-15",
    _("Phase 4: the end of the round"),
    (
        Rule(
            "Z-15.1",
            _(
                "Discard down to six cards: your choice, either kind, each face down under its own deck. At "
                "other times your hand is not limited. Then the start-player card passes to the right; the next "
                "round is still played clockwise. Round 8 has this phase too."
            ),
        ),
    ),
)
