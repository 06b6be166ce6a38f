"""The rules of Zena 1814: influencing cards; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-8",
    _("Influencing cards"),
    (
        Rule(
            "Z-8.2",
            _(
                "You need a figure in the area where the card lies now. Your marker goes to the topmost empty slot "
                "and you pay its price; no slot can be skipped. A card has three slots at most. Everybody may have "
                "one marker on a card; experts at tables of two or three may have two, each paid and each earning."
            ),
        ),
        Rule(
            "Z-8.5",
            _(
                "Each time slot 2 or slot 3 of a one-shot or permanent card is taken, its promoter gains at once the "
                "bonus printed beside it, also for a second marker of one’s own. Dice cards have no bonus."
            ),
            example=_(
                "Anna offers a Senate seat and pays 6. Ben takes slot 2 for 4 coins, and Anna gains the point "
                "printed beside it at once."
            ),
        ),
        Rule(
            "Z-8.10",
            _("A marker stays and earns even if no figure of yours is left there."),
        ),
    ),
)
