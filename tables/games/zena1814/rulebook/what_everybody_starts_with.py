"""Rules of Zena 1814: what everybody starts with. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-2",
    _("Setup"),
    (
        Rule(
            "Z-2.1",
            _(
                "Each family has a Lord, a Lady, two Heirs, ten markers and two coins. Coins, markers and points "
                "are open.\n\nCards in hand are hidden, but everybody sees how many action cards and goals you "
                "hold. One of nine event cards goes back into the box unseen."
            ),
        ),
        Rule(
            "Z-3.1",
            _(
                "Beginners: Old Town cards are removed, everybody is dealt six, and the start player is drawn at "
                "random.\n\nThen a card is turned up for each player in play order: the first Heir goes to its "
                "area; the second Heir, Lady and Lord follow in the ring Cathedral, Palace, Bank, Port. These "
                "cards are shuffled back."
            ),
        ),
        Rule(
            "Z-4.1",
            _(
                "Experts: everybody gets ten cards and puts each figure face down on one. Once all are done, the "
                "cards are revealed and each figure goes to its card’s area; several may share one.\n\nThese cards "
                "are shuffled back; the other six are your hand. Nobody starts at the Fort: it has no action "
                "cards."
            ),
        ),
        Rule(
            "Z-2.11",
            _(
                "At a real table the fastest player chooses the start player. Here a player drawn at "
                "random from those who placed in time may choose anybody. A table can instead let the "
                "first to finish choose, or draw the start player at random."
            ),
        ),
    ),
)
