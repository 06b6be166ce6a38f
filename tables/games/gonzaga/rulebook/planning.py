"""Rules of Gonzaga: planning. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "G-5",
    _("Planning"),
    (
        Rule(
            "G-5.1",
            _(
                "Everybody seals a plan: one region card and one action card. Each flourishing region "
                "has its own card; one more card stands for all inactive regions.\n\nYou may add the "
                "King’s Privilege for a ring. Cards played in one round are locked in the next. You can "
                "replace your plan until the last plan is in; nobody sees it before then."
            ),
        ),
    ),
)
