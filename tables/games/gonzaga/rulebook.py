"""The rules of Gonzaga in our own words, chapter by chapter, with worked examples; ids are those of ``RULES.md``."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tables.games.contract import Chapter, Rule


def rulebook() -> Sequence[Chapter]:
    """In the order in which one learns them."""
    return [
        Chapter(
            "G-1",
            _("What everybody has"),
            [
                Rule(
                    "G-1.6",
                    _(
                        "Everybody has six rings for the whole game, twelve fief cards in an order nobody knows, a region "
                        "card for each flourishing region and one for all others, three actions and the King’s Privilege, "
                        "and one hidden objective."
                    ),
                ),
            ],
        ),
        Chapter(
            "G-2",
            _("The map"),
            [
                Rule(
                    "G-2.3",
                    _(
                        "Six regions, each with four cities and four harbours; six seas, each with the four harbours that "
                        "carry its symbol. The scenario says which regions flourish (a gold seal) and which are inactive "
                        "(hatched). Bold lines with peaks are barriers."
                    ),
                ),
            ],
            ["symbols"],
        ),
        Chapter(
            "G-4",
            _("Drawing"),
            [
                Rule(
                    "G-4.1",
                    _(
                        "At the start of a round everybody turns up a fief card. Its tens and hundreds name the fief, one of "
                        "twelve different shapes of three or four hexes; the last digit only breaks ties. The fief is used "
                        "this very round: placed, donated or given up for a wedding."
                    ),
                ),
            ],
            ["fiefs"],
        ),
        Chapter(
            "G-5",
            _("Planning"),
            [
                Rule(
                    "G-5.1",
                    _(
                        "Everybody seals a plan of one region card and one action card. A flourishing region has a card of "
                        "its own; one more card stands for all inactive regions. The King’s Privilege may be added for a "
                        "ring. Cards played in one round are locked in the next. A plan may be replaced until the last one "
                        "is in, and nobody sees it before."
                    ),
                ),
            ],
        ),
        Chapter(
            "G-6",
            _("Order"),
            [
                Rule(
                    "G-6.5",
                    _(
                        "When all plans are in they are opened together and the rings for the King’s Privilege are paid. "
                        "First act those with the privilege, then the others; in each group A Harbours, then B Cities, then "
                        "C Alliance, and among equals the lower fief card."
                    ),
                    example=_(
                        "Anna plans B with the privilege, Ben A with card 31, Clara B with card 22: Anna acts first, then "
                        "Ben, then Clara, whatever her card."
                    ),
                ),
            ],
        ),
        Chapter(
            "G-8",
            _("Placing a fief"),
            [
                Rule(
                    "G-7.2",
                    _(
                        "A Harbours: one or two harbours and no city. B Cities: one to three cities and no harbour, or "
                        "neither. C Alliance: at least one of each, three at most."
                    ),
                    example=_(
                        "A fief that covers Paris and Calais has a city and a harbour beneath it: C Alliance allows it, A "
                        "and B do not."
                    ),
                ),
                Rule(
                    "G-8.10",
                    _(
                        "At least one of its hexes lies in the planned region. With the card for inactive regions, in any of "
                        "these."
                    ),
                ),
                Rule(
                    "G-8.3",
                    _(
                        "It never lies on another fief or on a ring of your own. Rings of others stay on top, and both of "
                        "you hold that hex."
                    ),
                ),
                Rule(
                    "G-8.7",
                    _("Its castles stand on land, and no barrier runs beneath it; along its edge a barrier is allowed."),
                ),
                Rule(
                    "G-8.11",
                    _(
                        "The fief may be turned, not mirrored, and lies anywhere on the map; it need not touch your other "
                        "pieces."
                    ),
                ),
            ],
        ),
        Chapter(
            "G-9",
            _("A wedding"),
            [
                Rule(
                    "G-9.1",
                    _(
                        "With C Alliance you may give up the fief and lay one or two rings instead: the first on land in the "
                        "planned region, the second on any hex beside it. A ring never lies on a hex with another ring or on "
                        "a fief of your own; on somebody else’s fief it shares the hex. It counts as a fief of one hex. Six "
                        "rings last the whole game, for weddings and the King’s Privilege together."
                    ),
                ),
            ],
        ),
        Chapter(
            "G-10",
            _("A donation"),
            [
                Rule(
                    "G-10.1",
                    _(
                        "Instead of either, give the fief to the church for three points. If nothing else is possible, this "
                        "happens by itself."
                    ),
                ),
            ],
        ),
        Chapter(
            "G-11",
            _("Points during play"),
            [
                Rule(
                    "G-11.1",
                    _(
                        "Each city or harbour a piece covers brings three points in a flourishing region and one in an "
                        "inactive region. When your harbours of one sea become three or more, you found a Sea League for ten "
                        "points, once for each sea."
                    ),
                    example=_(
                        "A fief covers a city of a flourishing region and a harbour of an inactive one: 3 + 1 points. If "
                        "that was your third harbour of its sea, the Sea League brings 10 more."
                    ),
                ),
            ],
        ),
        Chapter(
            "G-13",
            _("The end"),
            [
                Rule(
                    "G-13.1",
                    _(
                        "From the end of round 6, the uncovered sites of flourishing regions are counted after each round. "
                        "With three or fewer, the next round is the last. After round 12 the game ends in any case."
                    ),
                ),
            ],
        ),
        Chapter(
            "G-14",
            _("Final scoring"),
            [
                Rule(
                    "G-14.1",
                    _(
                        "Then the largest group of linked pieces brings fifteen points, to every player who has one of that "
                        "size. Pieces are linked if a hex of one is beside a hex of the other, barriers or not. Last, the "
                        "hidden objectives are opened: for none to six of its cities held they bring 0, 2, 5, 10, 15, 25 or "
                        "35 points. A tie goes to whoever holds more cities and harbours."
                    ),
                    example=_(
                        "Five of your pieces touch one another in a row, two rings lie elsewhere: your group counts five. If "
                        "nobody has a larger one, you and everybody else with five get 15 points. Four cities of your "
                        "objective bring 15 more."
                    ),
                ),
            ],
        ),
    ]
