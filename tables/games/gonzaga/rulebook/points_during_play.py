"""The rules of Gonzaga: points during play; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "G-11",
    _("Points during play"),
    (
        Rule(
            "G-11.1",
            _(
                "Each city or harbour a piece covers brings three points in a flourishing region and one in an "
                "inactive region. When your harbours of one sea become three or more, you found a Sea League for ten "
                "points, once for each sea."
            ),
            example=_(
                "A fief covers a city of a flourishing region and a harbour of an inactive one: 3 + 1 points. If "
                "that was your third harbour of its sea, the Sea League brings 10 more."
            ),
        ),
    ),
)
