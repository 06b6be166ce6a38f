"""Rules of Zena 1814: step 2, what leaves. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-13",
    _("Step 2: removing cards"),
    (
        Rule(
            "Z-13.1",
            _(
                "All one-shot cards leave. Then, while more than three cards remain, the oldest leaves; dice "
                "cards that stayed count too. Markers return to their owners."
            ),
        ),
    ),
)
