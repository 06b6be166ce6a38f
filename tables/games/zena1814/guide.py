"""Words of the guided first games of Zena 1814: one for beginners, and one with the additions for experts."""

from django.utils.translation import gettext_lazy as _

from tables.games.kit.guide import Advice, GuideTexts, StepTexts


def _area(*areas: str) -> tuple[str, ...]:
    return tuple(f"#area-{area} > header" for area in areas)


def _sends(*parts: str) -> tuple[str, ...]:
    """Return the selectors of the buttons with one of ``parts`` in their value."""
    return tuple(f'button[value*="{part}"]' for part in parts)


def _draws(deck: str) -> tuple[str, ...]:
    return (f'button[value*="DrawFrom"][value*="{deck}"]',)


_HAND_TAB = '#tabs [data-tab="hand"]'
"""On a phone, the tab with the cards to offer."""


def _figure(name: str) -> str:
    return f'#board .zn-own[data-figure="{name}"] .zn-hit'


_UNFINISHED = Advice(_("That’s only part of it: add the rest, then send your turn."), "Z-6.2")

_BEGINNERS = {
    "areas": StepTexts(
        _("Genoa, in the spring of 1814"),
        _(
            "In ten minutes you’ll play three rounds. If you have the majority in an area, you earn "
            "its income at the end of each round. In a tie nobody earns it."
        ),
        _("Look at the Cathedral, Palace, Bank and Port and what they pay, then continue."),
        lit=("#board .zq-income",),
        tab="turn",
        rules=(
            "Z-14.2",
            "Z-14.3",
        ),
    ),
    "family": StepTexts(
        _("Your family"),
        _("Your Lord counts 5 for a majority, your Lady 3 and each Heir 2. You can act only where you have a figure."),
        _("See where your figures are and where those of your opponent Fiammetta are, then continue."),
        lit=("#board .zn-own .zn-hit",),
        tab="turn",
        rules=(
            "Z-14.1",
            "Z-7.2",
        ),
    ),
    "signs": StepTexts(
        _("Symbols on the cards"),
        _(
            "An hourglass means the card pays once, then leaves. ∞ means it pays every round. A star is a "
            "point. A flag shows the family that would have the majority now."
        ),
        _("Look for the flags on the board, then continue."),
        lit=('#board use[href^="#zn-flag-"]', *_area("palace")),
        tab="turn",
        rules=(
            "Z-16.1",
            "Z-16.2",
        ),
    ),
    "offer": StepTexts(
        _("Move and offer"),
        _(
            "A turn has up to three steps, in this order: move a figure, offer a card where you have a "
            "figure, influence other cards."
        ),
        _(
            "Select the Heir at the Port and move him to the Bank. Then offer Bank shares from your hand for "
            "4 coins, and send the turn."
        ),
        lit=(_figure("heir_2"), *_sends("bk_shares"), _HAND_TAB, *_area("bank")),
        tab="turn",
        done=_("Your marker is on top of Bank shares: they pay you every round."),
        wrong={
            "other": Advice(
                _(
                    "That’s allowed, but two Heirs together win the Bank: move the one at the Port there, and offer "
                    "Bank shares."
                ),
                "Z-14.1",
            ),
            "missing": _UNFINISHED,
        },
        rules=(
            "Z-6.2",
            "Z-6.4",
        ),
    ),
    "bonus": StepTexts(
        _("The promoter’s bonus"),
        _(
            "After an offer, others with a figure in that area may join. Fiammetta paid for the second slot of "
            "your Bank shares. You are the promoter, because your marker is on top, so you got the bonus beside "
            "that slot straight away: 1 point."
        ),
        _("Find your marker and hers on the card, then continue."),
        lit=_area("bank"),
        tab="turn",
        rules=(
            "Z-9.1",
            "Z-7.3",
            "Z-8.5",
        ),
    ),
    "join": StepTexts(
        _("Joining in"),
        _(
            "It is Fiammetta’s turn, but you may join, because your Heirs are at the Bank. Your marker always "
            "earns the full reward, even after your Heirs have left the Bank."
        ),
        _("Put a marker on Fiammetta’s Savings deposit, for one coin."),
        lit=(*_sends("React"), *_area("bank")),
        tab="turn",
        wrong={
            "other": Advice(_("You don’t have to join, but this card pays a coin every round from now on: join it."), "Z-12.2"),
            "missing": Advice(
                _("You don’t have to join, but this card pays a coin every round from now on: join it."), "Z-12.2"
            ),
        },
        rules=(
            "Z-9.4",
            "Z-12.2",
            "Z-8.10",
        ),
    ),
    "resolution": StepTexts(
        _("The resolution"),
        _(
            "All turns are over. Now the areas are resolved in this order: Cathedral, Palace, Bank, Port. In "
            "each area the cards pay first, then old cards leave, then the majority earns its income."
        ),
        _("Fiammetta has since moved an Heir. Look at the four areas one by one, then continue."),
        lit=_area("cathedral", "palace", "bank", "port"),
        tab="turn",
        rules=(
            "Z-11.3",
            "Z-11.4",
        ),
    ),
    "at-cathedral": StepTexts(
        _("First: the Cathedral"),
        _(
            "There was no card here. A Lady without others of her family can’t win a majority. But your Lady’s 3 "
            "still beat the 2 of Fiammetta’s Heir, so nobody earned anything."
        ),
        _("Your Lady will need company later. Continue when you’re ready."),
        lit=_area("cathedral"),
        tab="turn",
        rules=(
            "Z-14.4",
            "Z-14.6",
        ),
    ),
    "at-palace": StepTexts(
        _("Second: the Palace"),
        _(
            "Your Lord won 5 to 2. The majority at the Palace may buy two points for a coin, but you had no coin. "
            "The Bank pays only after the Palace, so its coins came too late."
        ),
        _("Next time, keep a coin for the Palace. Continue when you’re ready."),
        lit=_area("palace"),
        tab="turn",
        rules=(
            "Z-14.10",
            "Z-11.3",
        ),
    ),
    "at-bank": StepTexts(
        _("Third: the Bank"),
        _(
            "Every round begins with an event; this one cut each payment of a Bank card by one coin. Bank shares "
            "paid 1 to each marker, Savings deposit nothing. Your Heirs won 4 to 3: three coins, because the "
            "event doesn’t touch the majority’s income."
        ),
        _("Both cards show ∞ and stay for the next round. Continue when you’re ready."),
        lit=_area("bank"),
        tab="turn",
        rules=(
            "Z-5.3",
            "Z-12.6",
            "Z-14.11",
        ),
    ),
    "at-port": StepTexts(
        _("Last: the Port"),
        _("Fiammetta’s Lord was alone there and won: 1 point and 1 coin for her. Only a Lady needs company to win."),
        _("That was the resolution. Continue to the next round."),
        lit=_area("port"),
        tab="turn",
        rules=("Z-14.12",),
    ),
    "round": StepTexts(
        _("A new round"),
        _(
            "After every round the start-player card passes one seat to the right, so Fiammetta goes first now. "
            "The new event, the Naval blockade, gave everybody three coins. This round, cards at the Port pay one "
            "coin less."
        ),
        _("Find the event on the board, then continue."),
        lit=("#board .zn-event",),
        tab="turn",
        rules=(
            "Z-15.4",
            "Z-5.2",
            "Z-5.3",
        ),
    ),
    "wait": StepTexts(
        _("Joining is optional"),
        _(
            "Fiammetta offers a Procession at the Cathedral, and you may join now, in her turn. A slot that "
            "nobody takes stays free: you can pay for it in your own turn."
        ),
        _("Don’t join now: you’ll take the slot in your own turn."),
        lit=_sends("Decline"),
        tab="turn",
        wrong={
            "other": Advice(
                _("That’s allowed, but let’s try another way: don’t join, and take the slot in your own turn."), "Z-8.1"
            ),
            "missing": Advice(
                _("That’s allowed, but let’s try another way: don’t join, and take the slot in your own turn."), "Z-8.1"
            ),
        },
        rules=(
            "Z-9.6",
            "Z-8.2",
        ),
    ),
    "influence": StepTexts(
        _("Offer and influence"),
        _(
            "In your own turn you influence a card: you pay for its topmost empty slot, in an area where you have "
            "a figure. Joining is the same when another player offers a card. You may have only one marker on a "
            "card."
        ),
        _("Offer the Decree at the Palace for 4 coins, influence the Procession at the Cathedral for 3, and send the turn."),
        lit=(*_sends("pa_decree"), _HAND_TAB, *_area("palace", "cathedral")),
        tab="turn",
        wrong={
            "other": Advice(
                _("That’s allowed, but both cards score points this round: offer the Decree, then influence the Procession."),
                "Z-12.2",
            ),
            "missing": _UNFINISHED,
        },
        rules=(
            "Z-8.1",
            "Z-8.2",
            "Z-8.3",
        ),
    ),
    "palace": StepTexts(
        _("The favour of the Palace"),
        _(
            "Procession and Decree paid you two points each, and your Lord has the majority at the Palace. "
            "There you may buy two points for a coin."
        ),
        _("Buy two points for your coin."),
        lit=_sends("BuyPoints"),
        tab="turn",
        done=_("Six points in one round: well played."),
        wrong={
            "other": Advice(
                _("At the end a coin is worth a fifth of a point. Here it buys two points, so buy them."), "Z-14.10"
            ),
            "missing": Advice(
                _("At the end a coin is worth a fifth of a point. Here it buys two points, so buy them."), "Z-14.10"
            ),
        },
        rules=("Z-14.10",),
    ),
    "lady": StepTexts(
        _("A Lady needs company"),
        _("Your Lady is alone at the Cathedral again, and alone she can’t win the majority."),
        _("Move an Heir from the Bank to the Cathedral, offer the Alms collection there, and send the turn."),
        lit=(_figure("heir_1"), _figure("heir_2"), *_sends("ca_alms"), _HAND_TAB, *_area("cathedral")),
        tab="turn",
        done=_("You won the Cathedral 5 to 2: a card and two coins. The Alms collection gave you the same again."),
        wrong={
            "other": Advice(
                _(
                    "That’s allowed, but your Lady is alone at the Cathedral: move an Heir there, and offer the Alms "
                    "collection."
                ),
                "Z-14.4",
            ),
            "missing": _UNFINISHED,
        },
        rules=("Z-14.4",),
    ),
    "pass": StepTexts(
        _("A bonus instead of an action"),
        _(
            "Fiammetta moved no figure and placed no marker in her turn, so she took a bonus: one coin. She could "
            "have drawn a card instead. At the end of a round you keep at most six cards; you choose which to "
            "discard."
        ),
        _("If you have nothing else to do, you can take a bonus too. Continue when you’re ready."),
        lit=_area("cathedral", "port"),
        tab="turn",
        rules=(
            "Z-6.7",
            "Z-15.1",
        ),
    ),
    "dice": StepTexts(
        _("Dice cards"),
        _(
            "Some Bank and Port cards need a die roll. Add up the die, the coins paid for the roll and each "
            "marker beyond the first. With 6 or more the card pays and leaves. With 4 or 5 it stays and is rolled "
            "again next round. With 3 or less it fails and leaves."
        ),
        _("Look at the Bank and the Port, then continue."),
        lit=_area("bank", "port"),
        tab="turn",
        rules=(
            "Z-16.3",
            "Z-16.6",
            "Z-16.8",
        ),
    ),
    "end": StepTexts(
        _("Eight rounds"),
        _(
            "After eight rounds, the player with the most points wins; every five coins score one extra point. In "
            "every resolution, an area keeps only its three newest cards."
        ),
        _("If you have no marker left, you may take one of yours off another card and use it. Continue when you’re ready."),
        lit=("#board .zn-event",),
        tab="turn",
        rules=(
            "Z-20.2",
            "Z-13.2",
            "Z-10.2",
        ),
    ),
    "on": StepTexts(
        _("Now you can play"),
        _(
            "If final points are tied, the player with the most coins wins. This guide left out games with three "
            "to five players and the expert game with Old Town, Fort and goals. You’ll find them in the rules."
        ),
        _("Finish this game against Fiammetta, or learn what the expert game adds."),
        rules=("Z-20.4",),
    ),
}

_EXPERTS = {
    "areas": StepTexts(
        _("Two more areas"),
        _(
            "In ten minutes and one round you’ll see what the expert game adds. Two areas are new: "
            "the Old Town, where a Lady can win alone, and the Fort."
        ),
        _("Find both on the board, then continue."),
        lit=_area("old_town", "fort"),
        tab="turn",
        rules=(
            "Z-1.3",
            "Z-14.5",
        ),
    ),
    "place": StepTexts(
        _("You place your family yourself"),
        _(
            "Put your four figures secretly on four of your ten cards: each starts in the area of its card. These "
            "four cards are then shuffled back; the other six are your hand."
        ),
        _(
            "Put the Lord on the Bank investment, the Lady on Alley gossip (Old Town), the first Heir on Relaçoin "
            "(Palace) and the second on the Ocean route (Port). Then seal the placement."
        ),
        lit=("#hand .zp-cards", "#board .zp-cards"),
        tab="hand",
        wrong={
            "other": Advice(
                _(
                    "That’s allowed, but for this guide send the Lord to the Bank, the Lady to the Old Town and the "
                    "Heirs to Palace and Port."
                ),
                "Z-4.2",
            ),
            "missing": Advice(_("Place all four figures, then seal them together."), "Z-4.2"),
        },
        rules=(
            "Z-4.2",
            "Z-4.3",
            "Z-4.4",
        ),
    ),
    "two": StepTexts(
        _("Two markers"),
        _(
            "In an expert game with two or three players, you may have two markers on a card. You "
            "pay for each, and each earns the reward."
        ),
        _("Put two markers on Fiammetta’s Savings deposit, for one coin each."),
        lit=('button[value*="React"][value*="markers\\":2"]', *_area("bank")),
        tab="turn",
        wrong={
            "other": Advice(_("That’s allowed, but two markers earn twice as much, every round: place both."), "Z-17.1"),
            "missing": Advice(_("That’s allowed, but two markers earn twice as much, every round: place both."), "Z-17.1"),
        },
        rules=(
            "Z-17.1",
            "Z-17.2",
        ),
    ),
    "dice": StepTexts(
        _("A dice card"),
        _(
            "Dice cards can fail. Add up the die, the coins paid for the roll and each marker beyond the first. "
            "With 6 or more, every marker earns the reward."
        ),
        _("Offer the Dangerous trade route at the Port, where your Heir is, and send the turn."),
        lit=(*_sends("po_trade_route"), _HAND_TAB, *_area("port")),
        tab="turn",
        wrong={
            "other": Advice(
                _("That’s allowed, but let’s try our luck: offer the Dangerous trade route at the Port."), "Z-16.6"
            ),
            "missing": _UNFINISHED,
        },
        rules=(
            "Z-16.6",
            "Z-16.9",
        ),
    ),
    "goal": StepTexts(
        _("Goals"),
        _(
            "Your Lady won the Old Town alone: two cards and a coin. You may draw each card from the action deck or "
            "the goal deck."
        ),
        _("Draw a goal: it scores points at the end, for you alone."),
        lit=_draws("goal"),
        tab="turn",
        wrong={
            "other": Advice(_("An action card is never wrong, but draw a goal first to see one."), "Z-1.7"),
            "missing": Advice(_("An action card is never wrong, but draw a goal first to see one."), "Z-1.7"),
        },
        rules=(
            "Z-14.8",
            "Z-1.7",
        ),
    ),
    "card": StepTexts(
        _("Five points for the Old Town"),
        _(
            "Your goal scores five points if you have the majority in the Old Town at the end. With your "
            "Lady there, that’s a good start."
        ),
        _("Draw the second card from the action deck."),
        lit=_draws("action"),
        tab="turn",
        wrong={
            "other": Advice(_("Two goals take up two of the six cards you keep: draw an action card now."), "Z-15.1"),
            "missing": Advice(_("Two goals take up two of the six cards you keep: draw an action card now."), "Z-15.1"),
        },
        rules=("Z-19.3",),
    ),
    "palace": StepTexts(
        _("The Palace is yours"),
        _("Your Heir is alone at the Palace and has the majority, so you may buy two points for a coin."),
        _("Buy two points."),
        lit=_sends("BuyPoints"),
        tab="turn",
        wrong={
            "other": Advice(_("You’ll still have coins for the die: buy the two points."), "Z-14.10"),
            "missing": Advice(_("You’ll still have coins for the die: buy the two points."), "Z-14.10"),
        },
        rules=("Z-14.10",),
    ),
    "roll": StepTexts(
        _("The roll"),
        _(
            "Three markers are on the trade route, so the roll starts at plus two. Every coin adds one. With 4 or "
            "5 the card stays and is rolled again next round; with 3 or less it fails."
        ),
        _("Pay at least one coin. The die is rolled when everybody has decided."),
        lit=("#panel form",),
        tab="turn",
        done=_("The ships are home: three points for every marker."),
        wrong={
            "none": Advice(_("You can leave it to chance, but with 3 or less the card fails: pay at least one coin."), "Z-16.7")
        },
        rules=(
            "Z-16.4",
            "Z-16.8",
        ),
    ),
    "discard": StepTexts(
        _("Keep six cards"),
        _("At the end of a round you keep at most six cards. Cards you discard go under their decks."),
        _("Discard an action card and keep your goal."),
        lit=("#panel form",),
        tab="turn",
        wrong={"goal": Advice(_("Your goal can score five points: discard an action card."), "Z-19.3")},
        rules=(
            "Z-15.1",
            "Z-15.2",
        ),
    ),
    "fort": StepTexts(
        _("A battle at the Fort"),
        _(
            "The new event turned up a Fort card. Nobody offers a Fort card; you can only influence it. If its "
            "roll succeeds, the Fort card pays points. If the roll fails, the Fort card destroys the oldest card "
            "in each area it names."
        ),
        _("Find the card at the Fort, then continue."),
        lit=_area("fort"),
        tab="turn",
        rules=(
            "Z-16.13",
            "Z-16.17",
        ),
    ),
    "on": StepTexts(
        _("You’re ready to play"),
        _(
            "This guide left out cards with their own effects, such as Manezzi, and the other goals. You’ll "
            "find them in the rules."
        ),
        _("Play this game to the end against Fiammetta, or join a table with friends."),
    ),
}

TOLD = {
    "zena1814": GuideTexts(
        _("Learn Zena 1814 in ten minutes"),
        _("Three rounds with the beginner rules, step by step: family, cards, joining, majorities."),
        _BEGINNERS,
    ),
    "zena1814-expert": GuideTexts(
        _("The expert game"),
        _("One round with all the rules: placement, two markers, dice, goals."),
        _EXPERTS,
    ),
}
