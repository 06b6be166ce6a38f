"""Rules of Zena 1814: by correspondence. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "letters",
    _("By correspondence"),
    (
        Rule(
            "letters-1",
            _(
                "Try out your turn step by step, then send it as a whole. After an offer the others decide "
                "first. Later steps stay secret and are played afterwards, each within its price limit. To see "
                "first who joins, send the turn without them."
            ),
        ),
        Rule(
            "letters-2",
            _(
                "When a card is offered, all who may join decide at the same time; their decisions apply "
                "in play order. For each slot you can accept, decline, or wait until you are next in "
                "order. Nobody sees which of these you chose."
            ),
        ),
        Rule(
            "letters-3",
            _(
                "You choose a deck at your first draw. After that, the site draws from it without asking "
                "you again. You can change the deck at any time, or choose at every draw."
            ),
        ),
        Rule(
            "letters-4",
            _(
                "Before the resolution, one page shows all decisions you may have to make: coins for dice, the "
                "Palace, a figure for Manezzi, an area for a trick card. Those you leave open come up later."
            ),
        ),
        Rule(
            "letters-5",
            _(
                "Standing orders can decide for you while you are away: which cards to join and at what price, "
                "what to pay for dice, which cards to discard. Only you see them."
            ),
        ),
        Rule(
            "letters-6",
            _(
                "At the deadline you spend nothing on joining, dice or points. You take 1 coin, or end a "
                "turn already begun.\n\nCards come from your preferred deck. Manezzi goes under the Lord, "
                "a trick card where the fewest cards are. Your newest action cards leave first."
            ),
        ),
    ),
)
