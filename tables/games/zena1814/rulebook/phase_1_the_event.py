"""The rules of Zena 1814: phase 1: the event; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-5",
    _("Phase 1: the event"),
    (
        Rule(
            "Z-5.1",
            _(
                "The next event is turned up and everybody gains its income. It may raise or lower what cards at the "
                "Bank or the Port pay in this round, and for experts turn up the top Fort card, which then lies at "
                "the right end of the Fort’s row; those with a figure at the Fort may join it at once."
            ),
        ),
    ),
    ("events",),
)
