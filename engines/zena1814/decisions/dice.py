"""Coins for the roll of a dice card, from the top marker down; each seat sees the earlier payments [Z-16.4].

``RaiseTo`` pays the missing part of a modifier, as far as the seat's coins and the action's limit allow, so it never becomes
illegal. A limit above the modifier has no effect.

Codes: not_enough_coins(wanted, have), more_than_needed(modifier, at_most).
"""

from collections.abc import Iterator
from typing import Final

from engines.contract import IllegalAction, Pending, When
from engines.zena1814 import dice, events
from engines.zena1814.actions import PayCoins, RaiseTo
from engines.zena1814.decisions import sheet
from engines.zena1814.desk import Desk
from engines.zena1814.state import AskCoins, Public, Seen

KIND: Final = "dice"
ACTIONS = (PayCoins, RaiseTo)


def pending(public: Public) -> tuple[Pending, ...]:
    """Return the decision of the first seat that can pay; the module ``sheet`` asks the later seats in advance."""
    match public.task:
        case AskCoins(laid, waiting):
            return (sheet.decision(public, KIND, waiting[0], laid),)
        case _:
            return ()


def legal(seen: Seen, pending: Pending) -> Iterator[PayCoins | RaiseTo]:
    """Yield every payment the seat can afford; in advance, every payment it could afford at the roll.

    Also yield every raise of the modifier with a limit of coins.
    """
    yield from map(PayCoins, range(_most_coins(seen.public, pending) + 1))
    highest = dice.highest_modifier(seen.public)
    yield from (RaiseTo(modifier, limit) for modifier in range(1, highest + 1) for limit in range(1, modifier + 1))


def apply(desk: Desk, seat: int, action: PayCoins | RaiseTo) -> None:
    """Pay coins for the roll; success and failure both cost them [Z-16.10]."""
    task = desk.public.task
    assert isinstance(task, AskCoins)
    _, laid = desk.public.laid(task.laid)
    coins = wanted(desk.public, seat, action)
    desk.pop()
    desk.push(AskCoins(task.laid, task.waiting[1:], task.paid + coins))
    desk.pay(seat, coins)
    desk.tell(events.CoinsPaid(seat, laid.card, laid.number, coins))


def wanted(public: Public, seat: int, action: PayCoins | RaiseTo) -> int:
    """Return the number of coins an action pays when its turn comes. Raises :class:`IllegalAction`."""
    have = public.families[seat].coins
    if isinstance(action, RaiseTo):
        return min(_missing(public, action), have)
    if action.coins > have:
        raise IllegalAction("not_enough_coins", "Z-16.4", wanted=action.coins, have=have)
    return action.coins


def _missing(public: Public, action: RaiseTo) -> int:
    """Return the missing part of the modifier, within the limit of the action. Raises :class:`IllegalAction`."""
    task = public.task
    assert isinstance(task, AskCoins)
    if not action.at_most <= action.modifier <= dice.highest_modifier(public):
        raise IllegalAction("more_than_needed", "Z-16.6", modifier=action.modifier, at_most=action.at_most)
    _, laid = public.laid(task.laid)
    return max(0, min(action.at_most, action.modifier - dice.modifier(laid, task.paid)))


def _most_coins(public: Public, pending: Pending) -> int:
    if pending.when is When.NOW:
        return public.families[pending.seat].coins
    return sheet.entry(public, pending).coins
