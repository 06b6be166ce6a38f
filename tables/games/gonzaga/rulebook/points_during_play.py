"""Rules of Gonzaga: points during play. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "G-11",
    _("Points during play"),
    (
        Rule(
            "G-11.1",
            _(
                "Each city or harbour you cover with a fief or ring scores three points in a flourishing region "
                "and one in an inactive region.\n\nWhen you hold at least three harbours of one sea, you found a "
                "Sea League for ten points, once for each sea."
            ),
            example=_(
                "A fief covers a city of a flourishing region and a harbour of an inactive one: 3 + 1 points. If "
                "that was your third harbour of its sea, the Sea League scores 10 more."
            ),
        ),
    ),
)
