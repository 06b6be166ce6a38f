"""The rules of Zena 1814: step 3: the majority; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-14",
    _("Step 3: the majority"),
    (
        Rule(
            "Z-14.1",
            _(
                "Add up the figures there: the Lord 5, the Lady 3, each Heir 2, and 1 for each marker under a "
                "figure. The highest sum has the majority; a tie for the highest means that nobody has it. A Lady "
                "who is the only figure of her family there cannot have it, except in the Old Town; but if hers is "
                "the highest sum, nobody has it."
            ),
            example=_(
                "A Lord of one family stands against a Lady and an Heir of another: 5 against 3 + 2, a tie, so "
                "nobody has the majority."
            ),
        ),
    ),
    ("incomes",),
)
