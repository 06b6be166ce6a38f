"""Rules of Zena 1814: phase 3, resolution. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-11",
    _("Phase 3: resolution"),
    (
        Rule(
            "Z-11.1",
            _(
                "The areas are resolved in this order: Old Town, Cathedral, Palace, Bank, Port, Fort. All three "
                "steps are completed in one area before the next begins."
            ),
        ),
    ),
)
