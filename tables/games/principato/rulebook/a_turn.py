"""The rules of Principato: a turn; ids are those of ``RULES.md``."""

from django.utils.translation import gettext_lazy as _

from tables.games.contract import Chapter, Rule

CHAPTER = Chapter(
    "P-4",
    _("A turn"),
    (
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
    ),
)
