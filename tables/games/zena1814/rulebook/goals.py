"""Rules of Zena 1814: goals. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-19",
    _("Goals"),
    (
        Rule(
            "Z-19.1",
            _(
                "Goals score at the end if they are still in your hand. Every copy scores separately. Majorities "
                "count as in the resolution."
            ),
        ),
    ),
    ("goals",),
)
