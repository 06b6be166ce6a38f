"""An opponent that weighs every turn, and the steward of an absent seat.

It uses only information known to its seat, and looks ahead to the end of its turn only. It uses no random numbers: the same
position always gets the same answer.
"""

from engines.contract import Filed, Pending, When
from engines.zena1814.actions import Action, BuyPoints, NameStarter
from engines.zena1814.decisions import dice, discard, draw, festa, manezzi, palace, place, react, sheet, starter, trick, turn
from engines.zena1814.state import Seen
from engines.zena1814.thinking import hands, opening, sheets, windows
from engines.zena1814.thinking.mind import Mind
from engines.zena1814.thinking.weights import CAREFUL, WEIGHTS, Weights


def decide(seen: Seen, pending: Pending, weights: Weights = WEIGHTS) -> Action | Filed[Action]:
    """Return the bot's choice: one step of a turn at a time, or a queued plan for an interrupted turn."""
    mind = Mind(seen, pending.seat, weights)
    match pending.kind:
        case turn.KIND:
            return _act(mind, pending)
        case react.KIND:
            return _react(mind)
        case draw.KIND:
            return hands.draw(mind.worth)
        case dice.KIND:
            return sheets.pay(mind, sheet.laid(pending))
        case palace.KIND:
            return BuyPoints()
        case manezzi.KIND:
            return sheets.put_under(mind)
        case trick.KIND:
            return sheets.move_trick(mind, sheet.laid(pending))
        case _:
            return _arrange(seen, mind, pending)


def keep(seen: Seen, pending: Pending) -> Action | Filed[Action]:
    """Return the steward's choice for an absent seat.

    The steward plays like the bot, but moves no figure, does not rely on dice and saves some coins.
    """
    return decide(seen, pending, CAREFUL)


def _arrange(seen: Seen, mind: Mind, pending: Pending) -> Action:
    """Return the bot's choice about cards in hand, or about the start player."""
    match pending.kind:
        case discard.KIND:
            return mind.keeping.discard()
        case festa.KIND:
            return mind.keeping.give()
        case starter.KIND:
            return NameStarter(pending.seat)
        case place.KIND if seen.hand is not None:
            return opening.first_figure(mind.worth.facts, seen.hand, mind.keeping.worths())
        case _:
            raise ValueError(f"{pending.kind} asked of {seen}")


def _act(mind: Mind, pending: Pending) -> Action | Filed[Action]:
    """Return the next step of the best turn; during a window, the rest of the turn."""
    if pending.when is not When.MAY:
        return mind.turn.step()
    window = react.find(mind.public)
    return Filed(pending.key, mind.turn.plan(window.laid if window is not None else None), how="each")


def _react(mind: Mind) -> Action:
    window = react.find(mind.public)
    assert window is not None
    area, laid = mind.public.laid(window.laid)
    return windows.react(mind.market, area, laid)
