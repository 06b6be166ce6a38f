"""Rules of Gonzaga: drawing. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "G-4",
    _("Drawing a fief"),
    (
        Rule(
            "G-4.1",
            _(
                "At the start of a round, everybody turns up a fief card. Its tens and hundreds name the fief, "
                "one of twelve different shapes of three or four hexes; the last digit only breaks ties.\n\nYou "
                "use the fief in this round: you place it, donate it or give it up for a Wedding."
            ),
        ),
    ),
    ("fiefs",),
)
