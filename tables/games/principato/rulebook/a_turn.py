"""Rules of Principato: a turn. Ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "P-4",
    _("A turn"),
    (
        Rule(
            "P-4.2",
            _("You take up to two of these three actions in any mix, even the same action twice. You may skip one or both."),
        ),
        Rule(
            "P-5.1",
            _(
                "Pay the full price of one line on one of your two cards and take what it gives, once. If the "
                "card has the exchange symbol, exchange it straight away in the same action.\n\nTake any card from "
                "the display and put yours in its slot. Without the symbol it stays in front of you; you may "
                "activate it again with your second action."
            ),
            name=_("Activate a card"),
        ),
        Rule(
            "P-5.7",
            _(
                "Exchange one of your cards for one from the display; nothing is activated. It is the only way "
                "to get rid of a card without the symbol."
            ),
            name=_("Exchange a card"),
        ),
        Rule(
            "P-5.10",
            _("Take one favour from the general supply into your church, or put it straight onto a unit without a cube."),
            name=_("Take a favour"),
        ),
        Rule(
            "P-6.1",
            _(
                "The leftmost card of the display leaves the game, the others move left, and a new card is "
                "turned up on the right.\n\nA card you give for the leftmost one takes its slot, so it leaves the "
                "game at the end of your turn. While you try out your turn, you can undo every step; only "
                "sending it is final."
            ),
            name=_("The end of the turn"),
        ),
    ),
)
