"""The rules of Zena 1814: what everybody starts with; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "Z-2",
    _("What everybody starts with"),
    (
        Rule(
            "Z-2.1",
            _(
                "Each family has a Lord, a Lady, two Heirs, ten markers and two coins. Coins, markers and points are "
                "open; cards in hand are not, but everybody sees how many action cards and goals you hold. Of nine "
                "event cards one goes back into the box unseen."
            ),
        ),
        Rule(
            "Z-3.1",
            _(
                "Beginners: the action cards of the Old Town are taken out, everybody is dealt six cards, and a lot "
                "names the start player. Then a card is turned up for everybody in play order: the first Heir goes "
                "to its area, the second Heir, the Lady and the Lord to the next ones in the ring Cathedral, Palace, "
                "Bank, Port. So everybody has one figure in each area. These cards are shuffled back."
            ),
        ),
        Rule(
            "Z-4.1",
            _(
                "Experts: everybody is dealt ten cards and puts each figure face down on one of them. When all are "
                "done, the cards are opened and each figure goes to the area of its card; several may stand "
                "together. These cards are shuffled into the deck, the other six are the hand. Nobody starts at the "
                "Fort, which has no action cards."
            ),
        ),
        Rule(
            "Z-2.11",
            _(
                "At a real table whoever places fastest names the start player. Here a lot falls on one of those who "
                "placed in time, who may name anybody; a table may choose the first to be complete instead, or a "
                "plain lot."
            ),
        ),
    ),
)
