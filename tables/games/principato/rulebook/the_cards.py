"""Rules of Principato: the cards. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "P-13",
    _("The cards"),
    (
        Rule(
            "P-13.17",
            _(
                "Two arrows are the exchange symbol. You can pay any part of a price with favour. The catapult "
                "of the third year is cheaper; a card keeps its price, whenever you activate it."
            ),
        ),
        Rule(
            "P-15.1",
            _(
                "Tiles are limited: 42 fields and farms together, 42 palazzi and banks, 19 catapults, 37 militia "
                "and condottieri, 15 of each work of art.\n\nTwo tiles are sold together or not at all. Cubes are "
                "limited too: 39 food, 39 money, 12 favour. If the general supply runs short, you get what is "
                "left."
            ),
        ),
        Rule(
            "P-13.18",
            _(
                "There are five tiles of each value: monuments of 4, 3 and 2 points, books of 5, 4 and 3, paintings "
                "of 7, 6 and 5."
            ),
        ),
    ),
    ("cards",),
)
