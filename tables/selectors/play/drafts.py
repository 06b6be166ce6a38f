"""Previews of drafts, replayed on a state imagined from the seat's own view, so that they reveal nothing more."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from django.db.models import QuerySet
from msgspec.structs import replace

from config.database import statements
from engines import contract, orders, registry
from engines.contract import Engine, EngineError, IllegalAction, NotPending, Pending, Seen, Step, When
from tables.models import Draft, Seat, StandingOrder, Table
from tables.selectors import coding
from tables.selectors.play import state

# Maximum number of answers by others between two steps of a turn.
MOST_ANSWERS = 200


@dataclass(frozen=True)
class PreviewStep:
    """Action of a draft; ``refusal`` is None if it can be played.

    ``reveals``: its consequences cannot be known in advance. ``public`` is the public position right before the step; after a
    reveal, the position before that reveal. ``is_later``: the step is played after others have answered, and shown as if they
    had made their default moves. ``visible_events`` are the step's events for the seat, without revealed information.
    """

    action: Any
    public: Any
    refusal: IllegalAction | None = None
    reveals: bool = False
    is_later: bool = False
    visible_events: tuple[Any, ...] = ()

    @property
    def ok(self) -> bool:
        return self.refusal is None


@dataclass(frozen=True)
class Preview:
    """Replayed draft. ``seen_after`` is the seat's view after the steps that can be previewed.

    ``certain`` is the seat's view before the first revealing step. Without such a step, it is the view right after the last
    step, before others answer. ``changes`` is True if ``certain`` differs from the current view in more than the next
    decisions.

    ``stopped_before_reveal`` is True if a step reveals something hidden or random, or if an order of the seat answers next.
    That step and all later ones are not previewed, but they can be sent. ``pending`` and ``legal_next`` are the seat's next
    choice within the draft, or None and empty. If others must answer first, ``pending`` is a ``may``. ``is_foreseen`` is True
    if the draft is for a future turn, as far as that can be known.
    """

    steps: tuple[PreviewStep, ...]
    seen_after: Seen[Any, Any]
    stopped_before_reveal: bool
    pending: Pending | None
    legal_next: tuple[Any, ...]
    certain: Seen[Any, Any]
    changes: bool
    is_foreseen: bool = False

    @property
    def playable(self) -> list[Any]:
        """Actions of the draft that can be played, which would be sent."""
        return [step.action for step in self.steps if step.ok]


def preview(table: Table, seat: Seat, key: str, actions: Sequence[Any] | None = None) -> Preview:
    """Replay ``actions``, or the saved draft of this decision, on the seat's current view, and return the preview."""
    assert seat.index is not None
    engine = registry.engine(table.game)
    seen = state.seen(table, seat)
    if actions is None:
        actions = saved_actions(table, seat, key)
    policies = [coding.policy(table.game, order.body) for order in _armed(seat.pk)]
    imagined = engine.imagine(seen, _key(table, seat))
    start_state = _foreseen(engine, imagined, seat.index, key)
    world = _World(engine, start_state, seat.index, policies)
    world.is_later = is_foreseen = start_state is not imagined
    steps = tuple(map(world.step, actions))
    pending = world.next(key)
    after, certain = contract.view(world.state, seat.index), contract.view(world.certain, seat.index)
    legal = tuple(engine.legal(after, pending)) if pending else ()
    if pending and world.is_later:
        pending = replace(pending, when=When.MAY)
    changes = _laid(certain) != _laid(seen)
    return Preview(steps, after, world.is_stopped, pending, legal, certain, changes, is_foreseen)


def saved_actions(table: Table, seat: Seat, key: str) -> tuple[Any, ...]:
    """Return the actions of the saved draft; empty if there is none."""
    draft = _saved.first(seat.pk, key)
    return coding.actions(table.game, draft.actions) if draft else ()


@statements.read
def _saved(seat: int, key: str) -> QuerySet[Draft]:
    return Draft.objects.filter(seat=seat, key=key)


@statements.read
def _armed(seat: int) -> QuerySet[StandingOrder]:
    return StandingOrder.objects.filter(StandingOrder.ARMED, seat=seat)


class _World:
    """Imagined state in which a draft is played.

    ``is_later``: others have answered in it since the first step. ``is_stopped``: the next events cannot be known. ``certain``
    is the state right after the last step, or right before the first reveal.
    """

    def __init__(self, engine: Engine, imagined: Any, seat: int, policies: Sequence[Any]) -> None:
        self.engine, self.state, self.seat, self.orders = engine, imagined, seat, policies
        self.is_later = self.is_stopped = False
        self.certain = imagined
        self._answered: set[str] = set()

    def step(self, action: Any) -> PreviewStep:
        """Play one action. If other seats have to answer first, play their answers."""
        if self.is_stopped:
            return PreviewStep(action, self.state.public, is_later=self.is_later)
        try:
            return self._play(action)
        except NotPending:
            if not self._let_others_answer():
                return self._refused(action, IllegalAction("not_pending", ""))
        return self.step(action)

    def next(self, key: str) -> Pending | None:
        """Return the same decision while it is open, otherwise the seat's next decision in this draft."""
        if self.is_stopped:
            return None
        mine = self._mine()
        if (same := next((pending for pending in mine if pending.key == key), None)) is not None:
            return same
        pending = next((pending for pending in mine if pending.when is When.NOW), None)
        if pending is None:
            return self.next(key) if self._let_others_answer() else None
        seen = contract.view(self.state, self.seat)
        self.is_stopped = orders.can_answer(self.engine, self.orders, seen, pending)
        return None if self.is_stopped else pending

    def _play(self, action: Any) -> PreviewStep:
        """Play one action. Raises NotPending."""
        try:
            step = self.engine.apply(self.state, self.seat, action)
        except NotPending:
            raise
        except IllegalAction as error:
            return self._refused(action, error)
        except EngineError:
            return self._refused(action, IllegalAction("not_pending", ""))
        before = self.state.public
        known_events = tuple(takewhile(lambda entry: not entry.reveals, step.events))
        self.is_stopped, self.certain = len(known_events) < len(step.events), step.certain or step.state
        if not self.is_stopped:
            self._go_to(step)
        visible_events = tuple(entry.event for entry in known_events if entry.visible_to(self.seat))
        return PreviewStep(action, before, reveals=self.is_stopped, is_later=self.is_later, visible_events=visible_events)

    def _refused(self, action: Any, error: IllegalAction) -> PreviewStep:
        return PreviewStep(action, self.state.public, error, is_later=self.is_later)

    def _let_others_answer(self) -> bool:
        """Play the answers of other seats that interrupt a turn, and continue with its rest; return False if there is none.

        The other seats make their default moves in this world. An answer that reveals something to the seat stops the preview.
        """
        rest = next((pending for pending in self._mine() if self._is_rest(pending)), None)
        if rest is None:
            return False
        self.is_later = True
        for _answer in range(MOST_ANSWERS):
            if self.is_stopped or rest not in self._mine():
                return True
            self._answer_one()
        self.is_stopped = True
        return True

    def _answer_one(self) -> None:
        pending = min((one for one in self._pending() if one.when is When.NOW), key=lambda one: one.seat)
        step = self.engine.apply(
            self.state, pending.seat, self.engine.fallback(contract.view(self.state, pending.seat), pending)
        )
        self.is_stopped = any(entry.reveals and entry.visible_to(self.seat) for entry in step.events)
        if not self.is_stopped:
            self._go_to(step)

    def _go_to(self, step: Step[Any, Any]) -> None:
        keys = {one.key for one in self._mine() if one.when is When.NOW}
        self.state = step.state
        self._answered |= keys - {one.key for one in self._mine() if one.when is When.NOW}

    def _is_rest(self, pending: Pending) -> bool:
        return pending.when is When.MAY and not pending.sealed and pending.continues in self._answered

    def _mine(self) -> list[Pending]:
        return [pending for pending in self._pending() if pending.seat == self.seat]

    def _pending(self) -> tuple[Pending, ...]:
        return self.engine.pending(self.state.public)


def _laid(seen: Seen[Any, Any]) -> tuple[Any, Any]:
    """Return the public position and the hand, without the next decisions."""
    public = seen.public
    return (replace(public, agenda=()) if hasattr(public, "agenda") else public), seen.hand


def _foreseen(engine: Engine, imagined: Any, seat: int, key: str) -> Any:
    """Return the future position of a queueable decision, as far as the game can foresee it, or the same state."""
    own_decisions = (decision for decision in engine.pending(imagined.public) if decision.seat == seat and decision.key == key)
    decision = next((decision for decision in own_decisions if decision.when is When.MAY and not decision.sealed), None)
    return engine.foresee(imagined, decision) if decision else imagined


def _key(table: Table, seat: Seat) -> bytes:
    """Return the key of the imagined world, the same each time the draft is opened in the same position."""
    return hashlib.sha256(f"draft/{table.code}/{seat.pk}/{table.seq}".encode()).digest()
