"""The rules of Zena 1814: experts at tables of two or three; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-17",
    _("Experts at tables of two or three"),
    (
        Rule(
            "Z-17.1",
            _(
                "You may have two markers on one card, in different slots, placed together or one later. A second "
                "marker can be added with the offer or while you influence, but not while the others join your card."
            ),
        ),
    ),
)
