"""Standing orders of a seat, asked one after another."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from engines.contract import Abstain, Engine, Filed, Pending, Seen


class Said(NamedTuple):
    """What one order says to a decision: the actions it names, whether it wants its seat to be asked, and, if it will never
    speak again, the code of why."""

    actions: tuple[Any, ...] = ()
    asks: bool = False
    over: str = ""


def ask(engine: Engine, order: Any, seen: Seen[Any, Any], pending: Pending) -> Said:
    """What an order says to a decision of its seat."""
    match engine.policy(order, seen, pending):
        case Abstain(reason, asks, over):
            return Said(asks=asks, over=reason if over else "")
        case Filed(actions=actions):
            return Said(actions)
        case action:
            return Said((action,))


def said(engine: Engine, orders: Iterable[Any], seen: Seen[Any, Any], pending: Pending) -> Iterator[Any]:
    """All actions that the orders of a seat name for a decision, up to the order that wants its seat to be asked."""
    for order in orders:
        one = ask(engine, order, seen, pending)
        yield from one.actions
        if one.asks:
            return


def speak(engine: Engine, orders: Iterable[Any], seen: Seen[Any, Any], pending: Pending) -> bool:
    """Whether they have an answer to a decision, be it asked now or ahead of its place."""
    return any(True for _action in said(engine, orders, seen, pending))
