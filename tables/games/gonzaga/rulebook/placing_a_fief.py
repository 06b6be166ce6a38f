"""The rules of Gonzaga: placing a fief; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "G-8",
    _("Placing a fief"),
    (
        Rule(
            "G-7.2",
            _(
                "A Harbours: one or two harbours and no city. B Cities: one to three cities and no harbour, or "
                "neither. C Alliance: at least one of each, three at most."
            ),
            example=_(
                "A fief that covers Paris and Calais has a city and a harbour beneath it: C Alliance allows it, A and B do not."
            ),
        ),
        Rule(
            "G-8.10",
            _("At least one of its hexes lies in the planned region. With the card for inactive regions, in any of these."),
        ),
        Rule(
            "G-8.3",
            _(
                "It never lies on another fief or on a ring of your own. Rings of others stay on top, and both of "
                "you hold that hex."
            ),
        ),
        Rule(
            "G-8.7",
            _("Its castles stand on land, and no barrier runs beneath it; along its edge a barrier is allowed."),
        ),
        Rule(
            "G-8.11",
            _("The fief may be turned, not mirrored, and lies anywhere on the map; it need not touch your other pieces."),
        ),
    ),
)
