"""The orders a seat begins with, and those of a player who wants to be asked little [7.2 to 7.6]."""

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

WINDOWS: tuple[Policy, ...] = (
    ReactRule("join", areas=("fort",), slot=2),
    ReactRule("ask", areas=("fort",)),
    ReactRule("join", kinds=("one_shot",), at_most=1),
    ReactRule("decline", areas=("cathedral",), kinds=("one_shot",), wants=("card",)),
    ReactRule("join"),
)
"""A marker is nearly always worth what slots after the first cost; who begins a battle is asked."""
SHEET: tuple[Policy, ...] = (
    DiceRule(modifier=5, at_most=5, keep=6),
    MarkUnder("lord"),
    TrickTo(("bank", "port", "cathedral", "palace")),
)
"""Coins for a roll are paid by those who have plenty."""


def habits(options: Options) -> tuple[Policy, ...]:
    """Draw from the action deck, and buy at the Palace; a beginner has no deck to choose [Z-1.8, 7.1, 7.3]."""
    return (PreferDeck("action"), BuyAtPalace()) if options.mode == "expert" else (BuyAtPalace(),)


def usual(options: Options) -> tuple[Policy, ...]:
    """What answers windows, the resolution sheet and discards about as the bot would."""
    cards = ranking.least_first(content(options.version), options.mode)
    return (*WINDOWS, *SHEET, PutAway(cards), PassOn(tuple(dict.fromkeys(cards))))
