"""The rules of Zena 1814: others join; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-9",
    _("Others join"),
    (
        Rule(
            "Z-9.1",
            _(
                "When a card is offered, and when a Fort card is turned up, the others with a figure there are asked "
                "once each whether they place a marker, in play order from the start player. The promoter is not "
                "asked. It ends when all were asked or the card is full; then the turn goes on. At tables of two or "
                "three experts each may place two markers at once."
            ),
        ),
    ),
)
