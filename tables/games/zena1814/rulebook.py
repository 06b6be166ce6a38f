"""The rules of Zena 1814 in our own words, chapter by chapter, with worked examples; ids are those of ``RULES.md``."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tables.games.contract import Chapter, Rule


def rulebook() -> Sequence[Chapter]:
    """In the order in which one learns them."""
    return [
        Chapter(
            "Z-1",
            _("Two modes"),
            [
                Rule(
                    "Z-1.1",
                    _(
                        "A table plays by the beginner or by the expert rules. Beginners use four areas, Cathedral, Palace, "
                        "Bank and Port, and action cards only. Experts add the Old Town, the Fort with its battles, and goal "
                        "cards."
                    ),
                ),
                Rule(
                    "Z-1.4",
                    _(
                        "Play order means: the start player first, then clockwise. The game lasts eight rounds of four "
                        "phases: event, actions, resolution, end of round."
                    ),
                ),
                Rule(
                    "Z-1.7",
                    _(
                        "Whoever draws a card chooses the action deck or the goal deck; beginners have the action deck only. "
                        "If one deck is empty, cards come from the other; if both are, nothing is drawn. Cards that have "
                        "done their work are out of the game and are never shuffled back."
                    ),
                ),
            ],
        ),
        Chapter(
            "Z-2",
            _("What everybody starts with"),
            [
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
            ],
        ),
        Chapter(
            "Z-5",
            _("Phase 1: the event"),
            [
                Rule(
                    "Z-5.1",
                    _(
                        "The next event is turned up and everybody gains its income. It may raise or lower what cards at the "
                        "Bank or the Port pay in this round, and for experts turn up the top Fort card, which then lies at "
                        "the right end of the Fort’s row; those with a figure at the Fort may join it at once."
                    ),
                ),
            ],
            ["events"],
        ),
        Chapter(
            "Z-6",
            _("Phase 2: actions"),
            [
                Rule(
                    "Z-6.2",
                    _(
                        "In play order everybody takes one turn. You may do these things, in this order, and leave out any "
                        "of them:"
                    ),
                ),
                Rule(
                    "Z-6.4",
                    _(
                        "Move one figure to any other area. It need not be a neighbouring one, and your markers stay where "
                        "they are."
                    ),
                ),
                Rule(
                    "Z-7.1",
                    _("Offer one action card."),
                ),
                Rule(
                    "Z-8.8",
                    _("Influence as many cards as you like."),
                ),
                Rule(
                    "Z-6.7",
                    _(
                        "Whoever moved nothing and placed no marker in this turn may take 1 coin or draw 1 card. Markers "
                        "placed in somebody else’s turn do not count against it."
                    ),
                ),
                Rule(
                    "Z-6.3",
                    _("A table may agree that cards may be influenced before one is offered."),
                ),
            ],
        ),
        Chapter(
            "Z-7",
            _("Offering a card"),
            [
                Rule(
                    "Z-7.3",
                    _(
                        "You need a figure in the area of the card. Pay the price of slot 1 to the supply and put a marker "
                        "there: you are the promoter. The card lies at the right end of the row of its area; the oldest lies "
                        "at the left. There may be any number of cards until the resolution. Goals are never offered."
                    ),
                ),
                Rule(
                    "Z-7.9",
                    _("The promoter is always the owner of the marker in the top slot."),
                ),
            ],
        ),
        Chapter(
            "Z-8",
            _("Influencing cards"),
            [
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
            ],
        ),
        Chapter(
            "Z-9",
            _("Others join"),
            [
                Rule(
                    "Z-9.1",
                    _(
                        "When a card is offered, and when a Fort card is turned up, the others with a figure there are asked "
                        "once each whether they place a marker, in play order from the start player. The promoter is not "
                        "asked. It ends when all were asked or the card is full; then the turn goes on. At tables of two or "
                        "three experts each may place two markers at once."
                    ),
                ),
            ],
        ),
        Chapter(
            "Z-10",
            _("Markers"),
            [
                Rule(
                    "Z-10.1",
                    _(
                        "Everybody has ten markers for the whole game. Only if none is left in your supply may you take one "
                        "back from another card in order to place it, one for each placement, and none that you placed in "
                        "this turn. Markers below it move up, for nothing; the slot that becomes empty can be bought again, "
                        "with its bonus. A card that loses its last marker leaves the game, but a Fort card stays."
                    ),
                ),
                Rule(
                    "Z-10.2",
                    _("With two own markers on a card you say whether the upper or the lower one is taken."),
                ),
            ],
        ),
        Chapter(
            "Z-17",
            _("Experts at tables of two or three"),
            [
                Rule(
                    "Z-17.1",
                    _(
                        "You may have two markers on one card, in different slots, placed together or one later. A second "
                        "marker can be added with the offer or while you influence, but not while the others join your card."
                    ),
                ),
            ],
        ),
        Chapter(
            "Z-11",
            _("Phase 3: resolution"),
            [
                Rule(
                    "Z-11.1",
                    _(
                        "The areas are resolved in the order Old Town, Cathedral, Palace, Bank, Port, Fort. In each area all "
                        "three steps are done before the next area begins."
                    ),
                ),
            ],
        ),
        Chapter(
            "Z-12",
            _("Step 1: the cards"),
            [
                Rule(
                    "Z-12.1",
                    _(
                        "From the oldest to the newest, every marker earns the full reward of its card, from the top slot "
                        "down. The event’s change counts for every marker whose card pays coins at the Bank or at the Port, "
                        "trick cards moved there too, and never brings it below nothing. It changes no points, cards, "
                        "bonuses, prices or majorities."
                    ),
                ),
            ],
        ),
        Chapter(
            "Z-13",
            _("Step 2: what leaves"),
            [
                Rule(
                    "Z-13.1",
                    _(
                        "All one-shot cards leave. Then, as long as more than three cards lie there, the oldest leaves; dice "
                        "cards that stayed count too. Markers go back to their owners."
                    ),
                ),
            ],
        ),
        Chapter(
            "Z-14",
            _("Step 3: the majority"),
            [
                Rule(
                    "Z-14.1",
                    _(
                        "Add up the figures there: the Lord 5, the Lady 3, each Heir 2, and 1 for each marker under a "
                        "figure. The highest sum has the majority; a tie for the highest means that nobody has it. A Lady "
                        "who is the only figure of her family there cannot have it, except in the Old Town; but if hers is "
                        "the highest sum, nobody has it."
                    ),
                    example=_(
                        "A Lord of one family stands against a Lady and an Heir of another: 5 against 3 + 2, a tie, so "
                        "nobody has the majority."
                    ),
                ),
            ],
            ["incomes"],
        ),
        Chapter(
            "Z-15",
            _("Phase 4: the end of the round"),
            [
                Rule(
                    "Z-15.1",
                    _(
                        "Whoever holds more than six cards puts away as many as are too many, of either kind and of their "
                        "own choice, each face down under its own deck. At any other time a hand may be larger. Then the "
                        "start-player card goes to the right neighbour; the next round is still played clockwise. This phase "
                        "is played in round 8, too."
                    ),
                ),
            ],
        ),
        Chapter(
            "Z-16",
            _("Kinds of cards"),
            [
                Rule(
                    "Z-16.1",
                    _("It is resolved in the round it was offered and leaves."),
                    name=_("One-shot"),
                ),
                Rule(
                    "Z-16.2",
                    _("It is resolved every round until it is pushed out, destroyed, or has no marker left."),
                    name=_("Permanent"),
                ),
                Rule(
                    "Z-16.3",
                    _(
                        "Only at the Bank, at the Port and at the Fort. First everybody on the card may pay coins, once, the "
                        "promoter first, then downwards; they are gone whatever happens. Then the promoter rolls one die. "
                        "Add 1 for each coin and 1 for each marker beyond the first, whoever owns it. With 3 or less the "
                        "card fails and leaves; with 4 or 5 nothing happens and it is rolled again next round; with 6 or "
                        "more every marker earns the reward and the card leaves."
                    ),
                    example=_(
                        "Three markers lie on a dice card, one coin was paid and the die shows 2: 2 + 1 + 2 = 5, so the card "
                        "stays for another round."
                    ),
                    name=_("Dice"),
                ),
                Rule(
                    "Z-16.12",
                    _(
                        "Dice cards that nobody offers: all their slots are bought, and the top marker leads them. Without "
                        "markers a Fort card fails by itself. A success is a battle won; the card is laid aside. A failed "
                        "card goes under its deck, and in each area it names the oldest card is destroyed."
                    ),
                    name=_("Fort cards"),
                ),
            ],
        ),
        Chapter(
            "Z-18",
            _("Special action cards"),
            [
                Rule(
                    "Z-18.1",
                    _(
                        "Its promoter takes the marker off the card and puts it under one of their own figures, wherever "
                        "that stands. For majorities the figure is worth 1 more to the end of the game, wherever it goes, "
                        "already in this resolution. The marker does not come back, and does not help a lone Lady."
                    ),
                    name="Manezzi",
                ),
                Rule(
                    "Z-18.6",
                    _(
                        "A permanent. The first time it comes up its promoter must move it to another area, not the Fort, "
                        "instead of being paid. It becomes the newest card there, pays there from then on, also in this "
                        "round if the area is still to come, and never moves again."
                    ),
                    name="Sollevaçoin in pilotæ",
                ),
                Rule(
                    "Z-18.11",
                    _(
                        "Each marker earns 1 point if its owner has a marker on any card at the Port, and 1 point if on any "
                        "card at the Bank."
                    ),
                    name="Relaçoin co-a compagnia",
                ),
                Rule(
                    "Z-18.13",
                    _(
                        "Its promoter gains 1 point. Then everybody in play order draws a card, and everybody gives one card "
                        "of their choice to the right neighbour; all choose before anybody receives."
                    ),
                    name="Festa a-o Paxo",
                ),
            ],
        ),
        Chapter(
            "Z-19",
            _("Goals"),
            [
                Rule(
                    "Z-19.1",
                    _(
                        "Goals score at the end if they are still in your hand. Every copy scores by itself. Majorities "
                        "count as in the resolution."
                    ),
                ),
            ],
            ["goals"],
        ),
        Chapter(
            "Z-20",
            _("The end"),
            [
                Rule(
                    "Z-20.2",
                    _(
                        "After the eighth round everybody gains 1 point for every full 5 coins and the points of the goals "
                        "in hand. The most points win; a tie goes to whoever has more coins, and still tied players share "
                        "the victory."
                    ),
                    example=_("13 coins at the end are 2 points."),
                ),
            ],
        ),
        Chapter(
            "letters",
            _("By correspondence"),
            [
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
            ],
        ),
        Chapter(
            "cards",
            _("All cards"),
            [
                Rule(
                    "cards-1",
                    _(
                        "On each card: its area and kind, the prices of its slots from the top with the promoter’s bonus "
                        "beside them, and what every marker earns. Except where it says otherwise the values are our "
                        "reconstruction."
                    ),
                ),
            ],
            ["cards"],
        ),
    ]
