"""The rules of Zena 1814: step 2: what leaves; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-13",
    _("Step 2: what leaves"),
    (
        Rule(
            "Z-13.1",
            _(
                "All one-shot cards leave. Then, as long as more than three cards lie there, the oldest leaves; dice "
                "cards that stayed count too. Markers go back to their owners."
            ),
        ),
    ),
)
