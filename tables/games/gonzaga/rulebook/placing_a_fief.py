"""Rules of Gonzaga: placing a fief. Ids are those of ``RULES.md``."""

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
                "only empty hexes. C Alliance: at least one of each, three at most."
            ),
            example=_("A fief on Paris and Calais covers a city and a harbour: C Alliance allows it, A and B do not."),
        ),
        Rule(
            "G-8.10",
            _(
                "At least one of its hexes must be in the planned region. With the card for inactive regions, "
                "any of those will do."
            ),
        ),
        Rule(
            "G-8.3",
            _(
                "It never goes on another fief or on your own ring. Other players’ rings stay on top, and both "
                "of you hold that hex."
            ),
        ),
        Rule(
            "G-8.7",
            _("Its castles must be on land. No barrier may run beneath it, but one may run along its edge."),
        ),
        Rule(
            "G-8.11",
            _(
                "You may rotate the fief but not flip it. It can go anywhere on the map and need not touch your "
                "other fiefs and rings."
            ),
        ),
    ),
)
