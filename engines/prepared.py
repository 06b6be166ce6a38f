"""Prepared answers of seats: the queued turn or order that answers a decision, and the actions played.

The site and the playout call :func:`respond` and :func:`has_passed`. They play an action and store the remaining ones.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum, auto
from typing import Any, NamedTuple, Protocol

from engines import orders
from engines.contract import Abstain, Engine, Filed, IllegalAction, NotPending, Pending, Step, When, view


class Entry(Protocol):
    """A waiting queued turn: the key and kind of its decision, and the number of its actions played."""

    @property
    def key(self) -> str:
        """Key of the decision it was queued for."""
        ...

    @property
    def kind(self) -> str:
        """Kind of that decision."""
        ...

    @property
    def done(self) -> int:
        """Number of its actions played."""
        ...


class By(Enum):
    """Source of the answer: a queued turn, an order, the fallback of a queued turn, or the seat itself."""

    FILED = auto()
    ORDER = auto()
    FALLBACK = auto()
    SEAT = auto()


class Response[EntryT, OrderT](NamedTuple):
    """Result of a decision.

    ``entry`` is the queued turn that applied and ``filed`` its content, even if no action was playable. ``is_over``: the queued
    turn will not answer again. ``order`` is the order that answered.
    """

    by: By
    entry: EntryT | None = None
    filed: Filed[Any] | None = None
    is_over: bool = True
    order: OrderT | None = None


def respond[EntryT: Entry, OrderT](
    pending: Pending,
    entries: Iterable[EntryT],
    *,
    read: Callable[[EntryT], Filed[Any]],
    ordered: Callable[[], Iterable[tuple[OrderT, Any]]],
    has_failed: bool,
    play: Callable[[Any], bool],
) -> Response[EntryT, OrderT]:
    """Answer a current decision of a seat from its queued turns and orders.

    ``entries`` are the seat's queued turns, oldest first. If one applies, no order is tried. ``ordered`` yields pairs of an
    order and its action. If a queued turn has already failed for this decision (``has_failed``), no order is tried either.
    ``play`` plays an action if it is playable, and returns whether it was.
    """
    entry = next((entry for entry in entries if _applies_to(entry, pending)), None)
    if entry is not None:
        filed = read(entry)
        in_steps = filed.how == "each"
        if any(play(action) for action in (filed.actions[entry.done : entry.done + 1] if in_steps else filed.actions)):
            return Response(By.FILED, entry, filed, is_over=not in_steps or entry.done + 1 == len(filed.actions))
        return Response(By.FALLBACK if filed.otherwise == "fallback" else By.SEAT, entry, filed)
    if not has_failed:
        for order, action in ordered():
            if play(action):
                return Response(By.ORDER, order=order)
    return Response(By.SEAT)


def has_passed(entry: Entry, pending: Iterable[Pending]) -> bool:
    """Return whether a queued turn no longer matches any open decision of its seat.

    Before its first action it matches the decision it was queued for. After that it matches the ongoing turn of its kind.
    During an interruption, the game keeps that turn open as a ``may`` with ``continues``. Any other ``may`` is a future turn.
    """
    if not entry.done:
        return all(decision.key != entry.key for decision in pending)
    return not any(decision.kind == entry.kind and _goes_on(decision) for decision in pending)


def _applies_to(entry: Entry, pending: Pending) -> bool:
    """Return whether the queued turn applies: to its own decision or, once begun, to all of its kind."""
    return entry.key == pending.key or (entry.done > 0 and entry.kind == pending.kind)


def _goes_on(pending: Pending) -> bool:
    return pending.when is not When.MAY or bool(pending.continues)


class Answer(NamedTuple):
    """A prepared action, its step, and whether it comes from a plan (else from an order)."""

    action: Any
    step: Step[Any, Any]
    is_planned: bool = False


class _Plan(NamedTuple):
    """A turn queued in advance or after an interruption, and the number of its actions played."""

    key: str
    kind: str
    filed: Filed[Any]
    done: int = 0


class Prepared:
    """Standing orders and queued plans of all seats of one game, played as on the site."""

    def __init__(self, engine: Engine, orders_by_seat: Sequence[Sequence[Any]]) -> None:
        self._engine, self._orders = engine, list(orders_by_seat)
        # Plans are kept by seat and key, in the order they were queued.
        self._plans: dict[tuple[int, str], _Plan] = {}
        self._failed: set[tuple[int, str]] = set()

    def file(self, pending: Pending, answer: Any) -> None:
        """Queue a decider's answer to a decision, and drop the previous answer to that decision.

        A single action becomes a plan of one.
        """
        if isinstance(answer, Abstain):
            return
        filed = answer if isinstance(answer, Filed) else Filed(pending.key, (answer,), how="each")
        self._plans.pop((pending.seat, filed.key), None)
        self._plans[pending.seat, filed.key] = _Plan(filed.key, pending.kind, filed)

    def drop_passed(self, pending: Sequence[Pending]) -> None:
        """Drop the plans for turns that are over."""
        for (seat, key), plan in tuple(self._plans.items()):
            if has_passed(plan, [decision for decision in pending if decision.seat == seat]):
                del self._plans[seat, key]

    def answer(self, state: Any, pending: Pending) -> Answer | None:
        """Take the prepared answer to a current decision and return it. Return None if the seat's decider must answer.

        A queued turn that applies is advanced or dropped.
        """
        seat, attempts = pending.seat, _Attempts(self._engine, state, pending)
        response: Response[_Plan, None] = respond(
            pending,
            [plan for (owner, _key), plan in self._plans.items() if owner == seat],
            read=lambda plan: plan.filed,
            ordered=lambda: (
                (None, action) for action in orders.ordered_actions(self._engine, self._orders[seat], attempts.seen, pending)
            ),
            has_failed=(seat, pending.key) in self._failed,
            play=attempts.play,
        )
        if response.entry is not None:
            self._settle(seat, response.entry, is_over=response.is_over)
        if response.by is By.FALLBACK:
            attempts.play(self._engine.fallback(attempts.seen, pending))
        if attempts.answer is None and response.entry is not None:
            self._failed.add((seat, pending.key))
        return attempts.answer and attempts.answer._replace(is_planned=response.entry is not None)

    def settle(self, seat: int, action: Any) -> None:
        """Update the ask-once orders of a seat after its decider has answered."""
        self._orders[seat] = [self._engine.settle(order, action) for order in self._orders[seat]]

    def speaks_ahead(self, state: Any, pending: Pending) -> bool:
        """Return whether an order would answer in advance, so that nobody waits for the seat."""
        own_orders = self._orders[pending.seat]
        return pending.when is When.AHEAD and orders.can_answer(self._engine, own_orders, view(state, pending.seat), pending)

    def _settle(self, seat: int, plan: _Plan, *, is_over: bool) -> None:
        if is_over:
            del self._plans[seat, plan.key]
        else:
            self._plans[seat, plan.key] = plan._replace(done=plan.done + 1)


class _Attempts:
    """Actions tried for one decision, and the one that was playable."""

    def __init__(self, engine: Engine, state: Any, pending: Pending) -> None:
        self._engine, self._state, self._seat = engine, state, pending.seat
        self.seen = view(state, pending.seat)
        self.answer: Answer | None = None

    def play(self, action: Any) -> bool:
        """Try to play the action. Return True if it is playable; it is then the answer."""
        try:
            self.answer = Answer(action, self._engine.apply(self._state, self._seat, action))
        except (IllegalAction, NotPending):
            return False
        return True
