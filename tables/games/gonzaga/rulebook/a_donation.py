"""The rules of Gonzaga: a donation; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "G-10",
    _("A donation"),
    (
        Rule(
            "G-10.1",
            _(
                "Instead of either, give the fief to the church for three points. If nothing else is possible, this "
                "happens by itself."
            ),
        ),
    ),
)
