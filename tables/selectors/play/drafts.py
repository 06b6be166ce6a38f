"""Trying things out: a draft is replayed on a state imagined from what the seat sees, so it can tell nothing more."""

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

# So many answers of others at most stand between two steps of a turn.
MOST_ANSWERS = 200


@dataclass(frozen=True)
class PreviewStep:
    """One action of a draft; ``refusal`` is None if it can be played. ``reveals``: what follows it cannot be known before.

    ``public`` is what everybody would know right before it; behind a reveal, what is known before that. ``is_later``: it is
    played after others have answered, and shown as if they did what happens at the deadline. ``told`` is what the seat would be
    told of it, but for what it shows.
    """

    action: Any
    public: Any
    refusal: IllegalAction | None = None
    reveals: bool = False
    is_later: bool = False
    told: tuple[Any, ...] = ()

    @property
    def ok(self) -> bool:
        return self.refusal is None


@dataclass(frozen=True)
class Preview:
    """A draft replayed. ``seen_after`` is what the seat would see after the steps that can be previewed.

    ``certain`` is what it would see right after the last step, before others answer; of a step that reveals something, all that
    comes before. ``changes``: more of it than whose turn it is differs from what the seat sees now.

    ``stopped_before_reveal``: a step shows something hidden or random, or an order of the seat answers next, so neither it nor
    what follows is carried out here; all of it can be sent. ``pending`` and ``legal_next`` are the seat's next choice within
    the draft; None and empty if there is none. Where it comes after others have answered, ``pending`` is a ``may``.
    ``is_foreseen``: it is tried at a place that has not come, as far as that can be known.
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
        """The actions that would be sent: those that are legal."""
        return [step.action for step in self.steps if step.ok]


def preview(table: Table, seat: Seat, key: str, actions: Sequence[Any] | None = None) -> Preview:
    """Replay ``actions``, or the kept draft of this decision, on what the seat sees now."""
    assert seat.index is not None
    engine = registry.engine(table.game)
    seen = state.seen(table, seat)
    if actions is None:
        actions = saved_actions(table, seat, key)
    mine = [coding.policy(table.game, order.body) for order in _armed(seat.pk)]
    imagined = engine.imagine(seen, _key(table, seat))
    place = _foreseen(engine, imagined, seat.index, key)
    world = _World(engine, place, seat.index, mine)
    world.is_later = is_foreseen = place is not imagined
    steps = tuple(map(world.step, actions))
    pending = world.next(key)
    after, certain = contract.view(world.state, seat.index), contract.view(world.certain, seat.index)
    legal = tuple(engine.legal(after, pending)) if pending else ()
    if pending and world.is_later:
        pending = replace(pending, when=When.MAY)
    changes = _laid(certain) != _laid(seen)
    return Preview(steps, after, world.is_stopped, pending, legal, certain, changes, is_foreseen)


def saved_actions(table: Table, seat: Seat, key: str) -> tuple[Any, ...]:
    """The actions of the kept draft; none if there is no draft."""
    draft = _saved.first(seat.pk, key)
    return coding.actions(table.game, draft.actions) if draft else ()


@statements.read
def _saved(seat: int, key: str) -> QuerySet[Draft]:
    return Draft.objects.filter(seat=seat, key=key)


@statements.read
def _armed(seat: int) -> QuerySet[StandingOrder]:
    return StandingOrder.objects.filter(StandingOrder.ARMED, seat=seat)


class _World:
    """An imagined state in which a draft is played.

    ``is_later``: others have answered there meanwhile. ``is_stopped``: what comes next cannot be known. ``certain`` is the
    state right after the last step, or right before the first thing that it reveals.
    """

    def __init__(self, engine: Engine, imagined: Any, seat: int, mine: Sequence[Any]) -> None:
        self.engine, self.state, self.seat, self.orders = engine, imagined, seat, mine
        self.is_later = self.is_stopped = False
        self.certain = imagined
        self._answered: set[str] = set()

    def step(self, action: Any) -> PreviewStep:
        """Play one action, after others have answered where it comes after them."""
        if self.is_stopped:
            return PreviewStep(action, self.state.public, is_later=self.is_later)
        try:
            return self._play(action)
        except NotPending:
            if not self._let_others_answer():
                return self._refused(action, IllegalAction("not_pending", ""))
        return self.step(action)

    def next(self, key: str) -> Pending | None:
        """The same decision while it is open, otherwise whatever the seat is asked next in this draft."""
        if self.is_stopped:
            return None
        mine = self._mine()
        if (same := next((pending for pending in mine if pending.key == key), None)) is not None:
            return same
        pending = next((pending for pending in mine if pending.when is When.NOW), None)
        if pending is None:
            return self.next(key) if self._let_others_answer() else None
        seen = contract.view(self.state, self.seat)
        self.is_stopped = orders.speak(self.engine, self.orders, seen, pending)
        return None if self.is_stopped else pending

    def _play(self, action: Any) -> PreviewStep:
        """Raises NotPending."""
        try:
            step = self.engine.apply(self.state, self.seat, action)
        except NotPending:
            raise
        except IllegalAction as error:
            return self._refused(action, error)
        except EngineError:
            return self._refused(action, IllegalAction("not_pending", ""))
        before = self.state.public
        sure = tuple(takewhile(lambda entry: not entry.reveals, step.events))
        self.is_stopped, self.certain = len(sure) < len(step.events), step.certain or step.state
        if not self.is_stopped:
            self._go_to(step)
        told = tuple(entry.event for entry in sure if entry.visible_to(self.seat))
        return PreviewStep(action, before, reveals=self.is_stopped, is_later=self.is_later, told=told)

    def _refused(self, action: Any, error: IllegalAction) -> PreviewStep:
        return PreviewStep(action, self.state.public, error, is_later=self.is_later)

    def _let_others_answer(self) -> bool:
        """Go on to the rest of a turn that others interrupt; False if there is none.

        They do what happens at the deadline, as this world would have it. What that shows the seat is not known yet.
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
    """Return what lies on the table and in the hand, without who acts next."""
    public = seen.public
    return (replace(public, agenda=()) if hasattr(public, "agenda") else public), seen.hand


def _foreseen(engine: Engine, imagined: Any, seat: int, key: str) -> Any:
    """The place of what may be filed, as far as the game can foresee it; the same state for anything else."""
    mine = (one for one in engine.pending(imagined.public) if one.seat == seat and one.key == key)
    one = next((one for one in mine if one.when is When.MAY and not one.sealed), None)
    return engine.foresee(imagined, one) if one else imagined


def _key(table: Table, seat: Seat) -> bytes:
    """The same imagined world each time the draft is opened at the same position."""
    return hashlib.sha256(f"draft/{table.code}/{seat.pk}/{table.seq}".encode()).digest()
