"""The rules of Gonzaga: the map; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "G-2",
    _("The map"),
    (
        Rule(
            "G-2.3",
            _(
                "Six regions, each with four cities and four harbours; six seas, each with the four harbours that "
                "carry its symbol. The scenario says which regions flourish (a gold seal) and which are inactive "
                "(hatched). Bold lines with peaks are barriers."
            ),
        ),
    ),
    ("symbols",),
)
