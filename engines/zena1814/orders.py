"""Initial orders of a seat, and orders of a player who wants few decisions [7.2 to 7.6]."""

from engines.zena1814 import markers
from engines.zena1814.content import DICE_AREAS
from engines.zena1814.loader import content
from engines.zena1814.options import Options
from engines.zena1814.policy import (
    BuyAtPalace,
    DiceRule,
    MarkUnder,
    PassOn,
    Policy,
    PreferDeck,
    PutAway,
    ReactRule,
    TrickTo,
)
from engines.zena1814.thinking import ranking

SHEET: tuple[Policy, ...] = (MarkUnder("lady"), TrickTo(("bank", "port", "cathedral", "palace")))
SAFE = DiceRule(modifier=3, at_most=3, keep=2)
"""Three coins rule out a failure; more coins are better spent elsewhere."""
SURE = DiceRule(modifier=5, at_most=5, areas=DICE_AREAS, markers=2)
"""A double reward is worth a sure success, except in battles."""


def habits(options: Options) -> tuple[Policy, ...]:
    """Return the orders to buy at the Palace [7.3] and, for experts, to draw from a deck.

    Experts name the deck at their first draw [7.1]; the order draws from it until they change it.
    """
    return (PreferDeck("once"), BuyAtPalace()) if options.mode == "expert" else (BuyAtPalace(),)


def usual(options: Options, seats: int) -> tuple[Policy, ...]:
    """Return orders that answer windows, draws, the resolution sheet and discards much like the bot.

    Beginners have only one deck, so they need no order for draws [Z-1.8].
    """
    facts = content(options.version)
    cards = ranking.least_first(facts, options.mode)
    limit = markers.limit_for(options.mode, seats, facts)
    decks: tuple[Policy, ...] = (PreferDeck("action"),) if options.mode == "expert" else ()
    return (*_windows(limit), *_dice(limit, seats), *decks, *SHEET, PutAway(cards), PassOn(tuple(dict.fromkeys(cards))))


def _dice(limit: int, seats: int) -> tuple[Policy, ...]:
    """Return the orders for dice; none for two seats, which decide on each payment themselves.

    Each roll then counts double, and no rule is good enough.
    """
    if seats == 2:
        return ()
    return (SURE, SAFE) if limit > 1 else (SAFE,)


def _windows(limit: int) -> tuple[Policy, ...]:
    """Return the orders for windows. The seat itself decides whether to begin a battle.

    Below the first slot, a marker is nearly always worth its price, and so is a second marker.
    """
    return (
        ReactRule("join", areas=("fort",), slot=2),
        ReactRule("ask", areas=("fort",)),
        ReactRule("join", kinds=("one_shot",), at_most=1, markers=limit),
        ReactRule("decline", areas=("cathedral",), kinds=("one_shot",), wants=("card",)),
        ReactRule("join", markers=limit),
    )
