"""Rules of Zena 1814: influencing cards. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-8",
    _("Influencing cards"),
    (
        Rule(
            "Z-8.2",
            _(
                "You need a figure in the card’s current area. Pay for the topmost empty slot and put your "
                "marker there; no slot can be skipped.\n\nA card has at most three slots. One marker per player "
                "and card; two or three experts may have two, each paid and each earning."
            ),
        ),
        Rule(
            "Z-8.5",
            _(
                "Each time slot 2 or 3 of a one-shot or permanent card is taken, its promoter gains the bonus "
                "printed beside it straight away, even for a second marker of their own. Dice cards have no "
                "bonus."
            ),
            example=_(
                "Anna offers a Senate seat and pays 6 coins. Ben takes slot 2 for 4 coins, and Anna gains the "
                "point printed beside it straight away."
            ),
        ),
        Rule(
            "Z-8.10",
            _("A marker stays and earns even if you no longer have a figure there."),
        ),
    ),
)
