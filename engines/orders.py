"""Standing orders of a seat, asked one after another."""

from collections.abc import Iterable, Iterator
from typing import Any

from engines.contract import Abstain, Engine, Filed, Pending, Seen


def said(engine: Engine, orders: Iterable[Any], seen: Seen[Any, Any], asked: Pending) -> Iterator[Any]:
    """All actions that the orders of a seat name for a decision, up to the order that wants its seat to be asked."""
    for order in orders:
        match engine.policy(order, seen, asked):
            case Abstain(asks=True):
                return
            case Abstain():
                continue
            case Filed(actions=actions):
                yield from actions
            case action:
                yield action


def speak(engine: Engine, orders: Iterable[Any], seen: Seen[Any, Any], asked: Pending) -> bool:
    """Whether they have an answer to a decision, be it asked now or ahead of its place."""
    return any(True for _action in said(engine, orders, seen, asked))
