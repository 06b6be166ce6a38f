"""Rules of Zena 1814: all cards. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "cards",
    _("All cards"),
    (
        Rule(
            "cards-1",
            _(
                "Each card shows its area and kind, the prices of its slots from the top with the promoter’s "
                "bonus beside them, and what every marker earns. Unless marked otherwise, the values are our "
                "reconstruction."
            ),
        ),
    ),
    ("cards",),
)
