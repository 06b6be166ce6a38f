"""Rules of Gonzaga: the map. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "G-2",
    _("The map"),
    (
        Rule(
            "G-2.3",
            _(
                "There are six regions, each with four cities and four harbours, and six seas, each with "
                "the four harbours that bear its symbol. The scenario decides which regions flourish "
                "(gold seal) and which are inactive (hatched). Bold lines with peaks are barriers."
            ),
        ),
    ),
    ("symbols",),
)
