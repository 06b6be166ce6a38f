"""The orders a seat begins with, and those of a sensible player who wants to be asked little [7.2 to 7.6]."""

from engines.zena1814.options import Options
from engines.zena1814.policy import BuyAtPalace, Policy, PreferDeck


def habits(options: Options) -> tuple[Policy, ...]:
    """Draw from the action deck, and buy at the Palace; a beginner has no deck to choose [Z-1.8, 7.1, 7.3]."""
    return (PreferDeck("action"), BuyAtPalace()) if options.mode == "expert" else (BuyAtPalace(),)


def usual(options: Options) -> tuple[Policy, ...]:
    """What answers windows, dice and discards about as the bot would."""
    return ()
