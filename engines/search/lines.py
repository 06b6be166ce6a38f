"""Imagined games: how play goes on from a position if every seat decides as its bot does."""

import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from engines.contract import Engine, Pending, Seen, When, view


class Ply(NamedTuple):
    """One action of an imagined game, with the seat that takes it and the state that follows."""

    seat: int
    action: Any
    state: Any


def imagined(engine: Engine, seen: Seen[Any, Any], key: bytes) -> Any:
    """Return a state that this viewer cannot tell from the true one.

    ``imagine`` deals the sealed answers of other seats at random. Where they can still be replaced, their bots replace them.
    """
    state = engine.imagine(seen, key)
    for pending in engine.pending(state.public):
        if pending.seat != seen.seat and pending.when is When.MAY and pending.sealed:
            state = engine.apply(state, pending.seat, engine.bot(view(state, pending.seat), pending)).state
    return state


def key_of(key: bytes, *labels: str | int) -> bytes:
    """Return a key of 32 bytes that follows from another key and some labels."""
    return hashlib.sha256(key + "".join(f"/{label}" for label in labels).encode()).digest()


def line(engine: Engine, state: Any, pending: Pending, action: Any, turns: int | None = None) -> Iterator[Ply]:
    """Yield this answer to a decision, then the actions of all bots.

    Each bot decides on the view of its own seat. The line ends when the seat of ``pending`` is asked for one more turn than
    ``turns``, counting the current one, or with the game.
    """
    seat, begun = pending.seat, 1
    state = engine.apply(state, seat, action).state
    yield Ply(seat, action, state)
    while due := [decision for decision in engine.pending(state.public) if decision.when is When.NOW]:
        decision = min(due, key=lambda decision: decision.seat)
        if decision.seat == seat and _begins_turn(decision):
            begun += 1
            if begun - 1 == turns:
                return
        action = engine.bot(view(state, decision.seat), decision)
        state = engine.apply(state, decision.seat, action).state
        yield Ply(decision.seat, action, state)


def end(engine: Engine, state: Any, pending: Pending, action: Any, turns: int | None = None) -> Any:
    """Return the last state of a line; see :func:`line`."""
    *_, last = line(engine, state, pending, action, turns)
    return last.state


def _begins_turn(decision: Pending) -> bool:
    """Return whether a decision begins a turn: it neither continues one nor replies to one."""
    return not (decision.continues or decision.reply)
