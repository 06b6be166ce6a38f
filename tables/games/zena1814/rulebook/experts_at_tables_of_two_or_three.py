"""Rules of Zena 1814: experts at tables of two or three. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-17",
    _("Two or three experts"),
    (
        Rule(
            "Z-17.1",
            _(
                "You may have two markers on one card, in different slots, placed together or one later. Add the "
                "second with the offer or when you influence, but not while the others join your card."
            ),
        ),
    ),
)
