"""Rules of Zena 1814: markers. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-10",
    _("Markers"),
    (
        Rule(
            "Z-10.1",
            _(
                "You have ten markers. Only if your supply is empty may you reuse one from another card, one per "
                "placement and none placed this turn.\n\nMarkers below move up for free; the empty slot can be "
                "bought again, with its bonus. A card without markers leaves; a Fort card stays."
            ),
        ),
        Rule(
            "Z-10.2",
            _("If two of your markers are on a card, you choose which one to take, the upper or the lower."),
        ),
    ),
)
