"""An opponent that weighs every turn, and the steward of an absent seat.

It sees what its seat sees, looks no farther than the end of its turn and draws no random number: the same position always gets
the same answer.
"""

from engines.contract import Filed, Pending, When
from engines.zena1814.actions import Action, BuyPoints, NameStarter
from engines.zena1814.decisions import dice, discard, draw, festa, manezzi, palace, place, react, sheet, starter, trick, turn
from engines.zena1814.state import Seen
from engines.zena1814.thinking import hands, opening, sheets, windows
from engines.zena1814.thinking.mind import Mind
from engines.zena1814.thinking.weights import CAREFUL, WEIGHTS, Weights


def decide(seen: Seen, pending: Pending, weights: Weights = WEIGHTS) -> Action | Filed[Action]:
    """What the bot does; it is asked anew for each step of a turn, and files the rest of one that is interrupted."""
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
    """What keeps an absent seat alive: it plays on like the bot, but moves no figure, counts on no die and saves some coins."""
    return decide(seen, pending, CAREFUL)


def _arrange(seen: Seen, mind: Mind, pending: Pending) -> Action:
    """What is done with the cards of a hand, and who begins."""
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
    """The next step of the best turn; behind a window all that is left of it."""
    if pending.when is not When.MAY:
        return mind.turn.step()
    window = react.find(mind.public)
    return Filed(pending.key, mind.turn.plan(window.laid if window is not None else None), how="each")


def _react(mind: Mind) -> Action:
    window = react.find(mind.public)
    assert window is not None
    area, laid = mind.public.laid(window.laid)
    return windows.react(mind.market, area, laid)
