"""What seats have prepared: which filed answer or order speaks for a decision, and what is played of it.

The site and the playout ask :func:`respond` and :func:`has_passed`; how an action is played and what is kept of it is theirs.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum, auto
from typing import Any, NamedTuple, Protocol

from engines import orders
from engines.contract import Abstain, Engine, Filed, IllegalAction, NotPending, Pending, Step, When, view


class Entry(Protocol):
    """A filed answer while it waits: for which decision of which kind, and how many of its actions are played."""

    @property
    def key(self) -> str:
        """The key it was filed for."""
        ...

    @property
    def kind(self) -> str:
        """The kind of that decision."""
        ...

    @property
    def done(self) -> int:
        """How many of its actions are played."""
        ...


class By(Enum):
    """What answered: a filed answer, an order; or what has to: the fallback that was filed, or the seat itself."""

    FILED = auto()
    ORDER = auto()
    FALLBACK = auto()
    SEAT = auto()


class Response[EntryT, OrderT](NamedTuple):
    """What came of a decision.

    ``entry`` is what spoke, with what was ``filed``, even if nothing of it could be played; ``is_over``: it will speak no more.
    ``order`` is the one that answered.
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
    """Answer a decision that a seat is asked now.

    ``entries`` are those of the seat, the first filed first: the first that speaks does, and no order beside it. ``ordered``
    says what its orders name, each action with its order; they are silent where a filed answer ``has_failed`` for this decision
    before. ``play`` plays an action if it can be.
    """
    entry = next((entry for entry in entries if _speaks_for(entry, pending)), None)
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
    """Whether what was filed has no place any more, of all that its seat is asked.

    Its place is the decision it was filed for; once its first action is played, the turn of this kind that goes on. While
    something interrupts that, its game keeps the kind open as a ``may`` that continues it; any other ``may`` is a turn to come.
    """
    if not entry.done:
        return all(decision.key != entry.key for decision in pending)
    return not any(decision.kind == entry.kind and _goes_on(decision) for decision in pending)


def _speaks_for(entry: Entry, pending: Pending) -> bool:
    """For the decision it was filed for, and once its first action is played for all of this kind."""
    return entry.key == pending.key or (entry.done > 0 and entry.kind == pending.kind)


def _goes_on(pending: Pending) -> bool:
    return pending.when is not When.MAY or bool(pending.continues)


class Answer(NamedTuple):
    """An action that was prepared, the step it makes, and whether it belongs to a plan; if not, an order gave it."""

    action: Any
    step: Step[Any, Any]
    is_planned: bool = False


class _Plan(NamedTuple):
    """What a seat filed ahead of its place or past an interruption of its turn; so many of its actions are played."""

    key: str
    kind: str
    filed: Filed[Any]
    done: int = 0


class Prepared:
    """The orders of all seats of one game, and the plans they have filed, as the site would play them."""

    def __init__(self, engine: Engine, of_seats: Sequence[Sequence[Any]]) -> None:
        self._engine, self._orders = engine, list(of_seats)
        # By seat and key, in the order they were filed.
        self._plans: dict[tuple[int, str], _Plan] = {}
        self._failed: set[tuple[int, str]] = set()

    def file(self, pending: Pending, answer: Any) -> None:
        """Keep what a decider says to a decision that may be filed, and nothing it said before; an action is a plan of one."""
        if isinstance(answer, Abstain):
            return
        filed = answer if isinstance(answer, Filed) else Filed(pending.key, (answer,), how="each")
        self._plans.pop((pending.seat, filed.key), None)
        self._plans[pending.seat, filed.key] = _Plan(filed.key, pending.kind, filed)

    def drop_passed(self, pending: Sequence[Pending]) -> None:
        """Forget the plans for turns that are over."""
        for (seat, key), plan in tuple(self._plans.items()):
            if has_passed(plan, [decision for decision in pending if decision.seat == seat]):
                del self._plans[seat, key]

    def answer(self, state: Any, pending: Pending) -> Answer | None:
        """What answers for a seat that is asked now; None if its decider has to."""
        seat, attempts = pending.seat, _Attempts(self._engine, state, pending)
        response: Response[_Plan, None] = respond(
            pending,
            [plan for (owner, _key), plan in self._plans.items() if owner == seat],
            read=lambda plan: plan.filed,
            ordered=lambda: (
                (None, action) for action in orders.said(self._engine, self._orders[seat], attempts.seen, pending)
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
        """Let an answer of its decider change the orders of a seat that ask once."""
        self._orders[seat] = [self._engine.settle(order, action) for order in self._orders[seat]]

    def speaks_ahead(self, state: Any, pending: Pending) -> bool:
        """Whether an order would answer for a seat ahead of its place, so that nobody waits for it."""
        mine = self._orders[pending.seat]
        return pending.when is When.AHEAD and orders.speak(self._engine, mine, view(state, pending.seat), pending)

    def _settle(self, seat: int, plan: _Plan, *, is_over: bool) -> None:
        if is_over:
            del self._plans[seat, plan.key]
        else:
            self._plans[seat, plan.key] = plan._replace(done=plan.done + 1)


class _Attempts:
    """Actions tried for one decision, and the one that could be played."""

    def __init__(self, engine: Engine, state: Any, pending: Pending) -> None:
        self._engine, self._state, self._seat = engine, state, pending.seat
        self.seen = view(state, pending.seat)
        self.answer: Answer | None = None

    def play(self, action: Any) -> bool:
        """Whether it can be played; then it is the answer."""
        try:
            self.answer = Answer(action, self._engine.apply(self._state, self._seat, action))
        except (IllegalAction, NotPending):
            return False
        return True
