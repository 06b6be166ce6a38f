"""The words of the guided first games of Zena 1814: that of beginners, and what experts add."""

from django.utils.translation import gettext_lazy as _

from tables.games.kit.guide import Advice, Said, Told


def _area(*areas: str) -> tuple[str, ...]:
    return tuple(f"#area-{area}" for area in areas)


def _sends(*parts: str) -> tuple[str, ...]:
    """The buttons of the page that choose this."""
    return tuple(f'button[value*="{part}"]' for part in parts)


def _draws(deck: str) -> tuple[str, ...]:
    return (f'button[value*="DrawFrom"][value*="{deck}"]',)


_HAND_TAB = '#tabs [data-tab="hand"]'
"""On a phone the cards to offer lie behind it."""


def _figure(name: str) -> str:
    return f'#board .zn-own[data-figure="{name}"] .zn-hit'


_UNFINISHED = Advice(_("That is only a part of it: add the rest, then send your turn."), "Z-6.2")

_BEGINNERS = {
    "areas": Said(
        _("Genoa, in the spring of 1814"),
        _(
            "Four places of power: whoever has the majority in one earns, at the end of each round, what stands "
            "beside its name."
        ),
        _("Look at Cathedral, Palace, Bank and Port and at what they pay, then go on."),
        lit=("#board .zq-income",),
        tab="turn",
    ),
    "family": Said(
        _("Your family"),
        _("Your Lord counts 5 for a majority, your Lady 3 and each Heir 2; you act only where one of them stands."),
        _("Look where yours stand and where Fiammetta’s, then go on."),
        lit=("#board .zn-own .zn-hit",),
        tab="turn",
    ),
    "offer": Said(
        _("Move and offer"),
        _("A turn is up to three steps, in this order: move a figure, offer a card where you stand, influence other cards."),
        _(
            "Touch the Heir at the Port and move him to the Bank, then offer Bank shares from your hand for 4 "
            "coins; send the turn."
        ),
        lit=(_figure("heir_2"), *_sends("bk_shares"), _HAND_TAB, *_area("bank")),
        tab="turn",
        done=_("Your marker lies on top of Bank shares: they pay you every round."),
        wrong={
            "other": Advice(
                _("Allowed, but two Heirs together hold the Bank: move the one from the Port there, and offer Bank shares."),
                "Z-14.1",
            ),
            "missing": _UNFINISHED,
        },
    ),
    "join": Said(
        _("Joining in"),
        _(
            "When a card is offered, whoever stands there may join at once: each marker earns the full reward, and "
            "lower slots cost less."
        ),
        _("Put a marker on Fiammetta’s Savings deposit, for a coin."),
        lit=(*_sends("React"), *_area("bank")),
        tab="turn",
        wrong={
            "other": Advice(_("You need not join, but this card pays a coin in every round to come: join."), "Z-12.2"),
            "missing": Advice(_("You need not join, but this card pays a coin in every round to come: join."), "Z-12.2"),
        },
    ),
    "resolution": Said(
        _("The resolution"),
        _(
            "After all turns cards pay their markers, this time a coin less at the Bank, as the event says; "
            "then majorities earn: "
            "the Bank gave you three coins."
        ),
        _("Read in the log what happened, and what the new event brings; then go on."),
        lit=("#board .zn-event", "#log"),
        tab="log",
    ),
    "wait": Said(
        _("Not every window is yours"),
        _("Fiammetta offers a Procession at the Cathedral; a slot nobody takes now stays open for your own turn."),
        _("Do not join now: you will take it in your own turn."),
        lit=_sends("Decline"),
        tab="turn",
        wrong={
            "other": Advice(
                _("Allowed, but let us try the other way: do not join, and take the slot in your own turn."), "Z-8.1"
            ),
            "missing": Advice(
                _("Allowed, but let us try the other way: do not join, and take the slot in your own turn."), "Z-8.1"
            ),
        },
    ),
    "influence": Said(
        _("Offer and influence"),
        _(
            "To influence a card is to pay for its highest free slot, wherever one of your figures stands; your "
            "Lady is at the Cathedral."
        ),
        _("Offer the Decree at the Palace for 4 coins, then influence the Procession for 3; send the turn."),
        lit=(*_sends("pa_decree"), _HAND_TAB, *_area("palace", "cathedral")),
        tab="turn",
        wrong={
            "other": Advice(
                _("Allowed, but both cards are points this very round: offer the Decree, then influence the Procession."),
                "Z-12.2",
            ),
            "missing": _UNFINISHED,
        },
    ),
    "palace": Said(
        _("The favour of the Palace"),
        _(
            "Procession and Decree paid you two points each, and your Lord holds the Palace: there a coin may be "
            "turned into two points."
        ),
        _("Buy two points for your coin."),
        lit=_sends("BuyPoints"),
        tab="turn",
        done=_("Six points in one round: well played."),
        wrong={
            "other": Advice(_("A coin is worth a fifth of a point at the end, here it is worth two: buy them."), "Z-14.10"),
            "missing": Advice(_("A coin is worth a fifth of a point at the end, here it is worth two: buy them."), "Z-14.10"),
        },
    ),
    "lady": Said(
        _("A Lady is never alone"),
        _("A Lady counts 3, but alone of her family she wins no majority: at the Cathedral yours needs company."),
        _("Move an Heir from the Bank to the Cathedral, then offer the Alms collection there; send the turn."),
        lit=(_figure("heir_1"), _figure("heir_2"), *_sends("ca_alms"), _HAND_TAB, *_area("cathedral")),
        tab="turn",
        done=_("Five against two: the Cathedral paid you a card and two coins."),
        wrong={
            "other": Advice(
                _("Allowed, but your Lady stands alone at the Cathedral: bring an Heir to her, and offer the Alms collection."),
                "Z-14.4",
            ),
            "missing": _UNFINISHED,
        },
    ),
    "end": Said(
        _("Eight rounds"),
        _(
            "So it goes for eight rounds; of each row the oldest cards leave, a hand keeps six, and at the end "
            "five coins are a point."
        ),
        _("If you run out of markers you may take one back from another card. Go on."),
        lit=("#seats",),
        tab="seats",
    ),
    "on": Said(
        _("Now you can play"),
        _(
            "You have seen the turn, the windows, the resolution and the majorities; who has most points has the "
            "city in the pocket."
        ),
        _("Play this game to its end against Fiammetta, or learn what experts add."),
    ),
}

_EXPERTS = {
    "areas": Said(
        _("Two more places"),
        _(
            "Experts also play in the Old Town, where a Lady wins alone too, and at the Fort, whose cards threaten "
            "other places."
        ),
        _("Find both on the board, then go on."),
        lit=_area("old_town", "fort"),
        tab="turn",
    ),
    "place": Said(
        _("You place your family yourself"),
        _("Of ten cards, four say in secret where your figures begin; they are shuffled back, the other six are your hand."),
        _(
            "Put the Lord on the Bank investment, the Lady on Alley gossip, the first Heir on Relaçoin and the second "
            "on the Ocean route; seal the placement."
        ),
        lit=("#hand .zp-cards", "#board .zp-cards"),
        tab="hand",
        wrong={
            "other": Advice(
                _(
                    "Allowed; for this lesson let the Lord go to the Bank, the Lady to the Old Town, the Heirs to "
                    "Palace and Port."
                ),
                "Z-4.2",
            ),
            "missing": Advice(_("All four figures are placed together: seal all of them."), "Z-4.2"),
        },
    ),
    "two": Said(
        _("Two markers"),
        _("Among two or three experts a card may bear two of your markers, each paid and rewarded for itself."),
        _("Put two markers on Fiammetta’s Savings deposit, for a coin each."),
        lit=('button[value*="React"][value*="markers\\":2"]', *_area("bank")),
        tab="turn",
        wrong={
            "other": Advice(_("Allowed, but two markers earn twice, every round: place both."), "Z-17.1"),
            "missing": Advice(_("Allowed, but two markers earn twice, every round: place both."), "Z-17.1"),
        },
    ),
    "dice": Said(
        _("A card of chance"),
        _("Cards with a die may fail: die, coins and every further marker add up, and from 6 on each marker earns the reward."),
        _("Offer the Dangerous trade route at the Port, where your Heir stands; send the turn."),
        lit=(*_sends("po_trade_route"), _HAND_TAB, *_area("port")),
        tab="turn",
        wrong={
            "other": Advice(_("Allowed, but let us try our luck: offer the Dangerous trade route at the Port."), "Z-16.6"),
            "missing": _UNFINISHED,
        },
    ),
    "goal": Said(
        _("Goals"),
        _(
            "Fiammetta took two slots of your card; your Lady won the Old Town alone: two cards, from the action "
            "or the goal deck."
        ),
        _("Draw a goal: it is worth points at the end, for you alone."),
        lit=_draws("goal"),
        tab="turn",
        wrong={
            "other": Advice(_("Action cards are always good; draw a goal first, to see one."), "Z-1.7"),
            "missing": Advice(_("Action cards are always good; draw a goal first, to see one."), "Z-1.7"),
        },
    ),
    "card": Said(
        _("Five points for the Old Town"),
        _("Your goal pays five points if the Old Town is yours at the end: your Lady begins well."),
        _("Draw the second card from the action deck."),
        lit=_draws("action"),
        tab="turn",
        wrong={
            "other": Advice(_("Two goals are two places of six in your hand: draw an action card now."), "Z-15.1"),
            "missing": Advice(_("Two goals are two places of six in your hand: draw an action card now."), "Z-15.1"),
        },
    ),
    "palace": Said(
        _("The Palace is yours"),
        _("An Heir alone in the Palace holds it, and the holder may turn a coin into two points."),
        _("Buy two points."),
        lit=_sends("BuyPoints"),
        tab="turn",
        wrong={
            "other": Advice(_("You will still have coins for the die: buy the two points."), "Z-14.10"),
            "missing": Advice(_("You will still have coins for the die: buy the two points."), "Z-14.10"),
        },
    ),
    "roll": Said(
        _("The roll"),
        _("Three markers lie on the trade route, so the die begins with plus two; every coin paid now adds one."),
        _("Pay a coin or more: the die is rolled when all have decided."),
        lit=("#panel form",),
        tab="turn",
        done=_("The ships are home: three points for every marker."),
        wrong={"none": Advice(_("You may leave it to chance, but up to 3 the card fails: pay a coin at least."), "Z-16.7")},
    ),
    "discard": Said(
        _("Six cards stay"),
        _("At the end of a round a hand keeps six cards; what you put away goes under its deck."),
        _("Put away an action card, and keep your goal."),
        lit=("#panel form",),
        tab="turn",
        wrong={"goal": Advice(_("Your goal may bring five points: put away an action card."), "Z-19.3")},
    ),
    "on": Said(
        _("The Fort, and now you"),
        _(
            "A Fort card is only influenced: if its roll succeeds it earns points, if it fails it destroys cards "
            "in the places it names."
        ),
        _("Play this game to its end against Fiammetta, or sit down with friends."),
    ),
}

TOLD = {
    "zena1814": Told(
        _("Learn Zena 1814 in half an hour"),
        _("Three rounds by the rules for beginners, step by step: family, cards, windows, majorities."),
        _BEGINNERS,
    ),
    "zena1814-expert": Told(
        _("What experts add"),
        _("One round by all rules: the placement, two markers, dice, goals."),
        _EXPERTS,
    ),
}
