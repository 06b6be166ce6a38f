"""Opening of a seat: the first card it offered."""

from collections.abc import Sequence

from engines.zena1814.actions import Action, EndTurn, OfferCard, TakeBonus
from engines.zena1814.loader import content
from engines.zena1814.options import Options

NOTHING = "nothing"


def opening(moves: Sequence[tuple[int, Action]], seat: int) -> str:
    """Return area and kind of the first card the seat offered, for example "bank.permanent".

    Return "nothing" if it ended a turn before that, and "" if the game was over before either [Z-7].
    """
    for mover, action in moves:
        if mover != seat:
            continue
        match action:
            case OfferCard(name):
                card = content(Options().version).action(name)
                return f"{card.area}.{card.kind}"
            case EndTurn() | TakeBonus():
                return NOTHING
    return ""
