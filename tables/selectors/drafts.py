"""Trying things out: a draft is replayed on a state imagined from what the seat sees, so it can tell nothing more."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engines import contract, registry
from engines.contract import Engine, EngineError, IllegalAction, Pending, Seen, When
from tables.models import Draft, Seat, Table
from tables.selectors import coding, state


@dataclass(frozen=True)
class PreviewStep:
    """One action of a draft; ``refusal`` is None if it can be played. ``reveals``: what follows it cannot be known before.

    ``public`` is what everybody would know right before it; behind a reveal, what is known before that.
    """

    action: Any
    public: Any
    refusal: IllegalAction | None = None
    reveals: bool = False

    @property
    def ok(self) -> bool:
        return self.refusal is None


@dataclass(frozen=True)
class Preview:
    """A draft replayed. ``seen_after`` is what the seat would see after the steps that can be previewed.

    ``stopped_before_reveal``: a step shows something hidden or random, so neither it nor what follows is carried out here;
    all of it can be sent. ``pending`` and ``legal_next`` are the seat's next choice within the draft; None and empty if there
    is none.
    """

    steps: tuple[PreviewStep, ...]
    seen_after: Seen[Any, Any]
    stopped_before_reveal: bool
    pending: Pending | None
    legal_next: tuple[Any, ...]

    @property
    def playable(self) -> list[Any]:
        """The actions that would be sent: those that are legal."""
        return [step.action for step in self.steps if step.ok]


def preview(table: Table, seat: Seat, key: str, actions: Sequence[Any] | None = None) -> Preview:
    """Replay ``actions``, or the kept draft of this decision, on what the seat sees now."""
    engine = registry.engine(table.game)
    seen = state.seen(table, seat)
    if actions is None:
        actions = saved_actions(table, seat, key)
    imagined = engine.imagine(seen, _key(table, seat))
    return _replay(engine, imagined, seat, key, actions)


def saved_actions(table: Table, seat: Seat, key: str) -> tuple[Any, ...]:
    """The actions of the kept draft; none if there is no draft."""
    text = Draft.objects.filter(seat=seat, key=key).values_list("actions", flat=True).first()
    return coding.actions(table.game, text) if text else ()


def _replay(engine: Engine, imagined: Any, seat: Seat, key: str, actions: Sequence[Any]) -> Preview:
    assert seat.index is not None
    steps: list[PreviewStep] = []
    stopped = False
    for action in actions:
        if stopped:
            steps.append(PreviewStep(action, imagined.public))
            continue
        step, after = _try(engine, imagined, seat.index, action)
        steps.append(step)
        stopped = step.reveals
        imagined = imagined if stopped else after
    seen = contract.view(imagined, seat.index)
    pending = None if stopped else _next(engine, seen, seat.index, key)
    legal = tuple(engine.legal(seen, pending)) if pending else ()
    return Preview(tuple(steps), seen, stopped, pending, legal)


def _try(engine: Engine, imagined: Any, seat: int, action: Any) -> tuple[PreviewStep, Any]:
    try:
        step = engine.apply(imagined, seat, action)
    except IllegalAction as error:
        return PreviewStep(action, imagined.public, error), imagined
    except EngineError:
        return PreviewStep(action, imagined.public, IllegalAction("not_pending", "")), imagined
    return PreviewStep(action, imagined.public, reveals=any(told.reveals for told in step.events)), step.state


def _next(engine: Engine, seen: Seen[Any, Any], seat: int, key: str) -> Pending | None:
    """The same decision while it is open, otherwise whatever the seat is asked next."""
    mine = [asked for asked in engine.pending(seen.public) if asked.seat == seat]
    same = next((asked for asked in mine if asked.key == key), None)
    return same or next((asked for asked in mine if asked.when is When.NOW), None)


def _key(table: Table, seat: Seat) -> bytes:
    """The same imagined world each time the draft is opened at the same position."""
    return hashlib.sha256(f"draft/{table.code}/{seat.pk}/{table.seq}".encode()).digest()
