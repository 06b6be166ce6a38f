"""Outlook of an answer: its results as far as its player can know them. The page behind an email's link shows it.

The answer is tried on a state imagined from the seat's view. The trial ends at the first event that reveals something hidden,
and at the first step that the engine refuses.
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
    """Position after the steps that could be played, and the events that are certain for the seat, in order.

    ``certain_events`` may go a little further than ``public``: it includes certain events of a step that also draws or reveals
    something. ``is_whole`` is True if the whole answer could be played.
    """

    public: Any
    certain_events: tuple[Any, ...] = ()
    is_whole: bool = True


def outlook(engine: Engine, seen: Seen[Any, Any], actions: Sequence[Any], *, key: bytes = _KEY) -> Outlook:
    """Return the outlook of ``actions`` for the viewing seat. Another ``key`` imagines other secrets, with the same outlook."""
    assert seen.seat is not None, "an onlooker answers nothing"
    state, events = engine.imagine(seen, key), list[Any]()
    for action in actions:
        try:
            step = engine.apply(state, seen.seat, action)
        except EngineError:  # it is not the seat's turn yet, or other seats decide first
            return Outlook(state.public, tuple(events), is_whole=False)
        certain = list(takewhile(lambda entry: not entry.reveals, step.events))
        events += [entry.event for entry in certain if entry.visible_to(seen.seat)]
        if len(certain) < len(step.events):
            return Outlook(state.public, tuple(events), is_whole=False)
        state = step.state
    return Outlook(state.public, tuple(events))
