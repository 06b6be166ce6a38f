"""The rules of Zena 1814: all cards; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "cards",
    _("All cards"),
    (
        Rule(
            "cards-1",
            _(
                "On each card: its area and kind, the prices of its slots from the top with the promoter’s bonus "
                "beside them, and what every marker earns. Except where it says otherwise the values are our "
                "reconstruction."
            ),
        ),
    ),
    ("cards",),
)
