"""The rules of Principato in our own words, chapter by chapter, with worked examples; ids are those of ``RULES.md``."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tables.games.contract import Chapter, Rule


def rulebook() -> Sequence[Chapter]:
    """In the order in which one learns them."""
    return [
        Chapter(
            "P-1",
            _("Your principality"),
            [
                Rule(
                    "P-3.7",
                    _(
                        "Everybody starts with one field, farm, palazzo and bank, one food, one money and one favour, two "
                        "secret goals, and two open cards: a tax collector, and one of four that build or buy, a different "
                        "one for each."
                    ),
                ),
            ],
            ["symbols"],
        ),
        Chapter(
            "P-2",
            _("Cubes"),
            [
                Rule(
                    "P-2.8",
                    _("What you gain and cannot place is lost. Losing cubes is allowed."),
                ),
                Rule(
                    "P-2.15",
                    _(
                        "Favour stands in for food or money, cube by cube, when you pay and on units. It is never gained in "
                        "their place."
                    ),
                    example=_("A sculptor for two food and one money may be paid with one food, one money and one favour."),
                ),
                Rule(
                    "P-2.11",
                    _(
                        "Gained food may go straight onto militia and gained money straight onto condottieri; before "
                        "anything is lost it must."
                    ),
                    example=_(
                        "You gain three food, one place is free on your farms and one militia is unfed: one food goes onto "
                        "the farm, one has to go onto the militia, the third lapses."
                    ),
                ),
                Rule(
                    "P-2.12",
                    _(
                        "In your own turn you may move stored cubes onto units without an action. A cube on a unit never "
                        "comes back and pays for nothing."
                    ),
                ),
            ],
        ),
        Chapter(
            "P-4",
            _("A turn"),
            [
                Rule(
                    "P-4.2",
                    _(
                        "You take up to two actions out of these three, in any mix; the same one twice if you like. You may "
                        "forgo one or both."
                    ),
                ),
                Rule(
                    "P-5.1",
                    _(
                        "Pay the full price of one line on one of your two cards and take what it gives, once. If the card "
                        "carries the exchange symbol, exchange it at once, as part of the same action: take any card of the "
                        "display and put yours into its place. Without the symbol it stays before you; you may activate it "
                        "again with your second action."
                    ),
                    name=_("Activate a card"),
                ),
                Rule(
                    "P-5.7",
                    _(
                        "Swap either of your cards for one of the display; nothing is activated. It is the only way to part "
                        "with a card without the symbol."
                    ),
                    name=_("Exchange a card"),
                ),
                Rule(
                    "P-5.10",
                    _("One favour from the supply into your church, or straight onto a unit without a cube."),
                    name=_("Take a favour"),
                ),
                Rule(
                    "P-6.1",
                    _(
                        "The leftmost card of the display leaves the game, the others move up, and a new card is turned up "
                        "at the right. A card you give for the leftmost one takes its place, and so leaves the game at the "
                        "end of your turn. While you try out your turn you may take back every step; only sending it is "
                        "final."
                    ),
                    name=_("The end of the turn"),
                ),
            ],
        ),
        Chapter(
            "P-13",
            _("The cards"),
            [
                Rule(
                    "P-13.17",
                    _(
                        "Two arrows mark the exchange symbol. Any part of a price may be paid in favour. The catapult of the "
                        "third year is cheaper; a card keeps its price, whenever it is used."
                    ),
                ),
                Rule(
                    "P-15.1",
                    _(
                        "Tiles are limited: 42 fields and farms together, 42 palazzi and banks, 19 catapults, 37 militia and "
                        "condottieri, 15 of each work of art. Two tiles are sold together or not at all. Cubes are limited "
                        "too: 39 food, 39 money, 12 favour. Of a gain you get what is there."
                    ),
                ),
                Rule(
                    "P-13.18",
                    _(
                        "There are five tiles of each value: monuments of 4, 3 and 2 points, books of 5, 4 and 3, paintings "
                        "of 7, 6 and 5."
                    ),
                ),
            ],
            ["cards"],
        ),
        Chapter(
            "P-7",
            _("The years"),
            [
                Rule(
                    "P-7.1",
                    _(
                        "A year ends when no card is left to fill the display. A military scoring follows, then the next "
                        "deck is opened; the cards in the display and before you stay. In the decks of years 2 and 3 lies a "
                        "scoring card: when it turns up, a military scoring takes place at once, and the next card fills the "
                        "display. If it is the last card of its deck or the first of a new one, two scorings follow each "
                        "other."
                    ),
                ),
                Rule(
                    "P-14.4",
                    _(
                        "Everybody has seven turns a year. How many are left is no secret, and neither is whether the "
                        "scoring card has come."
                    ),
                ),
            ],
        ),
        Chapter(
            "P-8",
            _("A military scoring"),
            [
                Rule(
                    "P-8.1",
                    _(
                        "Supply. You may put stored food onto militia, money onto condottieri and favour onto either, as "
                        "much as you like. Whoever has the most military tiles decides first; among equals the start player "
                        "or the next one clockwise. Cubes already there count."
                    ),
                ),
                Rule(
                    "P-8.6",
                    _("Strength. A catapult counts 1, a unit with a cube 1, a unit without minus 1."),
                    example=_("For instance: two catapults and three militia, of whom two have food, make 2 + 2 − 1 = 3."),
                ),
                Rule(
                    "P-8.7",
                    _(
                        "Points by place: 5 and 0 for two players; 6, 3, 0 for three; 7, 4, 2, 0 for four. Tied players "
                        "share the points of their places, each share rounded up. Even a negative strength can earn a place."
                    ),
                    example=_(
                        "Three players have strengths of 4, 4 and 1: the first two share 6 + 3, and half of 9 rounded up is "
                        "5 for each."
                    ),
                ),
                Rule(
                    "P-8.11",
                    _("All cubes on units go back to the supply."),
                ),
                Rule(
                    "P-8.12",
                    _(
                        "You may give back militia and condottieri, but no catapults. All decide at once and unseen. After "
                        "the last scoring nobody is asked."
                    ),
                ),
            ],
        ),
        Chapter(
            "P-12",
            _("The goals"),
            [
                Rule(
                    "P-12.9",
                    _(
                        "Two of these are yours, one from the first four and one from the last four. Nobody else sees them "
                        "before the end. The points printed on works of art do not matter for goals."
                    ),
                    example=_("With the Villa, two books and three paintings make two pairs: 5 points."),
                ),
            ],
            ["goals"],
        ),
        Chapter(
            "P-11",
            _("The end"),
            [
                Rule(
                    "P-11.1",
                    _(
                        "The game ends with the scoring of the third year. Military points, the points on your works of art "
                        "and your two goals are added up. A tie goes to whoever has more cubes in farms, banks and church; "
                        "still tied players share the victory."
                    ),
                ),
            ],
        ),
        Chapter(
            "letters",
            _("By correspondence"),
            [
                Rule(
                    "letters-1",
                    _("Nobody else is asked during your turn."),
                ),
                Rule(
                    "letters-2",
                    _(
                        "When a scoring begins, everybody who has something to decide is asked at once. Answers are carried "
                        "out in the order of the rules; until your place comes you may change yours."
                    ),
                ),
                Rule(
                    "letters-3",
                    _(
                        "A table may agree to supply units under seal: all decide unseen and are opened together. It is "
                        "faster, but departs from the rule that the later ones see the earlier."
                    ),
                ),
                Rule(
                    "letters-4",
                    _(
                        "At the deadline the rest of a turn is forgone, unless you ticked that your draft is to be sent "
                        "then; as many units as possible are supplied, favour last, and no units are given back."
                    ),
                ),
            ],
        ),
        Chapter(
            "P-3",
            _("What the decks hold"),
            [
                Rule(
                    "P-3.1",
                    _(
                        "Fewer players use fewer cards: how many of each there are for two, three and four players. The "
                        "decks of years 2 and 3 hold a scoring card besides."
                    ),
                ),
            ],
            ["decks"],
        ),
    ]
