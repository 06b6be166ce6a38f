"""The rules of Zena 1814: by correspondence; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "letters",
    _("By correspondence"),
    (
        Rule(
            "letters-1",
            _(
                "A turn is tried out step by step and sent as one. After an offer the others are asked first; what "
                "you add behind it is kept secret and played when they have answered, each step as long as it costs "
                "no more than you said. If you would rather see first who joins, send the turn without it."
            ),
        ),
        Rule(
            "letters-2",
            _(
                "When a card is offered, all who may join are asked at once and answered for in play order. You may "
                "say for each slot whether you want it, decline, or wait until it is your place. Nobody sees which "
                "of these you chose."
            ),
        ),
        Rule(
            "letters-3",
            _(
                "You choose a deck at your first draw. Later cards come from the same deck without a question. "
                "You can change the deck at any time, or ask to choose at every draw."
            ),
        ),
        Rule(
            "letters-4",
            _(
                "Before the resolution you find everything that may come up for you on one page: coins for dice, the "
                "Palace, a figure for Manezzi, an area for a trick card. What you do not answer is asked when it "
                "comes up."
            ),
        ),
        Rule(
            "letters-5",
            _(
                "Standing orders can answer for you while you are away: which cards to join and at what price, what "
                "to pay for dice, which cards to put away. Only you see them."
            ),
        ),
        Rule(
            "letters-6",
            _(
                "At the deadline nothing is spent: nobody joins, pays for dice or buys points; a turn takes 1 coin, "
                "or ends if it had begun. Cards are drawn from the deck you prefer. Manezzi goes under the Lord, a "
                "trick card where the fewest cards lie; of your hand the newest action cards go first."
            ),
        ),
    ),
)
