"""The rules of Principato: the end; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "P-11",
    _("The end"),
    (
        Rule(
            "P-11.1",
            _(
                "The game ends with the scoring of the third year. Military points, the points on your works of art "
                "and your two goals are added up. A tie goes to whoever has more cubes in farms, banks and church; "
                "still tied players share the victory."
            ),
        ),
    ),
)
