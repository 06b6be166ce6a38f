"""Rules of Zena 1814: step 3, the majority. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-14",
    _("Step 3: the majority"),
    (
        Rule(
            "Z-14.1",
            _(
                "Add up each family’s figures: Lord 5, Lady 3, each Heir 2, each marker under a figure "
                "1. The family with the highest sum has the majority; in a tie nobody has it.\n\nOutside "
                "the Old Town a Lady without family there can’t have it; if her sum is highest, nobody "
                "has it."
            ),
            example=_(
                "A Lord of one family faces a Lady and an Heir of another: 5 against 3 + 2 is a tie, so nobody "
                "has the majority."
            ),
        ),
    ),
    ("incomes",),
)
