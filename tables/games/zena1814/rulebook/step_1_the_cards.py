"""The rules of Zena 1814: step 1: the cards; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-12",
    _("Step 1: the cards"),
    (
        Rule(
            "Z-12.1",
            _(
                "From the oldest to the newest, every marker earns the full reward of its card, from the top slot "
                "down. The event’s change counts for every marker whose card pays coins at the Bank or at the Port, "
                "trick cards moved there too, and never brings it below nothing. It changes no points, cards, "
                "bonuses, prices or majorities."
            ),
        ),
    ),
)
