"""The orders a seat begins with, and those of a player who wants to be asked little [7.2 to 7.6]."""

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
"""Three coins rule out a failure; what more would cost is better spent elsewhere."""
SURE = DiceRule(modifier=5, at_most=5, areas=DICE_AREAS, markers=2)
"""A reward earned twice is worth making sure of, but for battles."""


def habits(options: Options) -> tuple[Policy, ...]:
    """Buy at the Palace [7.3]. Experts name a deck at their first draw [7.1] and draw from it until they change that."""
    return (PreferDeck("once"), BuyAtPalace()) if options.mode == "expert" else (BuyAtPalace(),)


def usual(options: Options, seats: int) -> tuple[Policy, ...]:
    """What answers windows, draws, the resolution sheet and discards about as the bot would; a beginner has no deck to choose
    [Z-1.8]."""
    facts = content(options.version)
    cards = ranking.least_first(facts, options.mode)
    most = markers.limit_for(options.mode, seats, facts)
    decks: tuple[Policy, ...] = (PreferDeck("action"),) if options.mode == "expert" else ()
    return (*_windows(most), *_dice(most, seats), *decks, *SHEET, PutAway(cards), PassOn(tuple(dict.fromkeys(cards))))


def _dice(most: int, seats: int) -> tuple[Policy, ...]:
    """Against a single rival every roll counts twice: no rule is good enough, and both are asked."""
    if seats == 2:
        return ()
    return (SURE, SAFE) if most > 1 else (SAFE,)


def _windows(most: int) -> tuple[Policy, ...]:
    """A marker is nearly always worth what slots after the first cost, and so is a second; who begins a battle is asked."""
    return (
        ReactRule("join", areas=("fort",), slot=2),
        ReactRule("ask", areas=("fort",)),
        ReactRule("join", kinds=("one_shot",), at_most=1, markers=most),
        ReactRule("decline", areas=("cathedral",), kinds=("one_shot",), wants=("card",)),
        ReactRule("join", markers=most),
    )
