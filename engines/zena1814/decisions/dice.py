"""Coins for the roll of a dice card, from the top marker down, each seeing what was paid before [Z-16.4].

``RaiseTo`` pays what is missing of a modifier, as far as the seat's coins and its own limit go, so it never turns illegal; a
limit above the modifier would say nothing more.

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
    """The first that can pay; whoever comes after it is asked ahead."""
    match public.task:
        case AskCoins(laid, waiting):
            return (sheet.asked(public, KIND, waiting[0], laid),)
        case _:
            return ()


def legal(seen: Seen, pending: Pending) -> Iterator[PayCoins | RaiseTo]:
    """Any number of coins the seat has, ahead what it could have by then; and to raise the modifier to so much for so many."""
    yield from map(PayCoins, range(_most_coins(seen.public, pending) + 1))
    highest = dice.highest_modifier(seen.public)
    yield from (RaiseTo(modifier, most) for modifier in range(1, highest + 1) for most in range(1, modifier + 1))


def apply(desk: Desk, seat: int, action: PayCoins | RaiseTo) -> None:
    """Pay once; the coins are gone whatever the roll [Z-16.10]."""
    task = desk.public.task
    assert isinstance(task, AskCoins)
    _, laid = desk.public.laid(task.laid)
    coins = wanted(desk.public, seat, action)
    desk.pop()
    desk.push(AskCoins(task.laid, task.waiting[1:], task.paid + coins))
    desk.pay(seat, coins)
    desk.tell(events.CoinsPaid(seat, laid.card, laid.number, coins))


def wanted(public: Public, seat: int, action: PayCoins | RaiseTo) -> int:
    """How many coins an action pays at its place. Raises :class:`IllegalAction`."""
    have = public.families[seat].coins
    if isinstance(action, RaiseTo):
        return min(_missing(public, action), have)
    if action.coins > have:
        raise IllegalAction("not_enough_coins", "Z-16.4", wanted=action.coins, have=have)
    return action.coins


def _missing(public: Public, action: RaiseTo) -> int:
    """What the modifier lacks, within the limit of the action."""
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
