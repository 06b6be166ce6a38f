"""Standing orders of a seat, tried one after another."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from engines.contract import Abstain, Engine, Filed, Pending, Seen


class OrderReply(NamedTuple):
    """Reply of one order to a decision: its actions, and whether the seat must decide itself.

    ``over`` is the reason code of an order that will never answer again, else "".
    """

    actions: tuple[Any, ...] = ()
    asks: bool = False
    over: str = ""


def ask(engine: Engine, order: Any, seen: Seen[Any, Any], pending: Pending) -> OrderReply:
    """Return the reply of an order to a decision of its seat."""
    match engine.policy(order, seen, pending):
        case Abstain(reason, asks, over):
            return OrderReply(asks=asks, over=reason if over else "")
        case Filed(actions=actions):
            return OrderReply(actions)
        case action:
            return OrderReply((action,))


def ordered_actions(engine: Engine, orders: Iterable[Any], seen: Seen[Any, Any], pending: Pending) -> Iterator[Any]:
    """Yield the actions of all orders of a seat for a decision.

    Stop at the first order that leaves the decision to its seat.
    """
    for order in orders:
        reply = ask(engine, order, seen, pending)
        yield from reply.actions
        if reply.asks:
            return


def can_answer(engine: Engine, orders: Iterable[Any], seen: Seen[Any, Any], pending: Pending) -> bool:
    """Return whether the orders have an answer to a decision, asked now or in advance."""
    return any(True for _action in ordered_actions(engine, orders, seen, pending))
