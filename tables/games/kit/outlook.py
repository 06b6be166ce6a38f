"""What an answer comes to, as far as whoever gives it can know: the page behind a mail's link shows it before it is sent.

It is tried on a state imagined from what the seat sees, up to the first thing that chance or somebody else's secret decides.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from engines.contract import Engine, EngineError, Seen

_KEY = hashlib.sha256(b"outlook").digest()


@dataclass(frozen=True)
class Outlook:
    """The position after the steps that could be carried out, and what the seat is told for certain, in its order.

    ``told`` may go a little further than ``public``: what is sure of a step though something is drawn or opened by it.
    ``is_whole``: all of the answer could be carried out.
    """

    public: Any
    told: tuple[Any, ...] = ()
    is_whole: bool = True


def outlook(engine: Engine, seen: Seen[Any, Any], actions: Sequence[Any], *, key: bytes = _KEY) -> Outlook:
    """``actions`` tried out by the seat that sees this; another ``key`` imagines another world and shows the same."""
    assert seen.seat is not None, "an onlooker answers nothing"
    state, told = engine.imagine(seen, key), list[Any]()
    for action in actions:
        try:
            step = engine.apply(state, seen.seat, action)
        except EngineError:  # its place has not come, or others answer before it
            return Outlook(state.public, tuple(told), is_whole=False)
        sure = list(takewhile(lambda entry: not entry.reveals, step.events))
        told += [entry.event for entry in sure if entry.visible_to(seen.seat)]
        if len(sure) < len(step.events):
            return Outlook(state.public, tuple(told), is_whole=False)
        state = step.state
    return Outlook(state.public, tuple(told))
