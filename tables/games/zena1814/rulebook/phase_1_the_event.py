"""Rules of Zena 1814: phase 1, the event. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-5",
    _("Phase 1: the event"),
    (
        Rule(
            "Z-5.1",
            _(
                "Turn up the next event; everybody gains its income. It may change what Bank or Port "
                "cards pay this round.\n\nIn the expert game, an event may also turn up the top Fort card. "
                "This card goes to the right of the Fort’s row, and players with a figure there may join "
                "straight away."
            ),
        ),
    ),
    ("events",),
)
