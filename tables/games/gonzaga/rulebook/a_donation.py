"""Rules of Gonzaga: a donation. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "G-10",
    _("A donation"),
    (
        Rule(
            "G-10.1",
            _(
                "Instead, you may donate the fief to the Church for three points. If nothing else is possible, "
                "this happens automatically."
            ),
        ),
    ),
)
