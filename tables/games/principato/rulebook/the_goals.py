"""Rules of Principato: the goals. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "P-12",
    _("The goals"),
    (
        Rule(
            "P-12.9",
            _(
                "Two of these are yours, one of the first four and one of the last four. Nobody else sees them "
                "before the end. The points printed on works of art don’t matter for goals."
            ),
            example=_("With the Villa, two books and three paintings make two pairs: 5 points."),
        ),
    ),
    ("goals",),
)
