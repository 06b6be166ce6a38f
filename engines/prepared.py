"""What the seats of a playout have prepared, as the site would play it: standing orders."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from engines.contract import Abstain, Engine, Filed, IllegalAction, NotPending, Pending, Step, view


class Answer(NamedTuple):
    """An action that was prepared, and the step it makes."""

    action: Any
    step: Step[Any, Any]


def by_order(engine: Engine, state: Any, orders: Sequence[Any], asked: Pending) -> Answer | None:
    """What the orders of a seat answer now: the first action that can be played, in the order they are tried."""
    for action in _ordered(engine, state, orders, asked):
        if (answer := _try(engine, state, asked.seat, action)) is not None:
            return answer
    return None


def speaks(engine: Engine, state: Any, orders: Sequence[Any], asked: Pending) -> bool:
    """Whether an order has an answer to a decision, be it asked now or ahead."""
    return any(True for _action in _ordered(engine, state, orders, asked))


def _ordered(engine: Engine, state: Any, orders: Sequence[Any], asked: Pending) -> Iterator[Any]:
    """All that the orders of a seat say, up to the one that wants it to be asked."""
    for order in orders:
        match engine.policy(order, view(state, asked.seat), asked):
            case Abstain(asks=True):
                return
            case Abstain():
                continue
            case Filed(actions=actions):
                yield from actions
            case action:
                yield action


def _try(engine: Engine, state: Any, seat: int, action: Any) -> Answer | None:
    try:
        return Answer(action, engine.apply(state, seat, action))
    except (IllegalAction, NotPending):
        return None
