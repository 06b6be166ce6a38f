"""What the seats of a playout have prepared, played as the site plays it: the rest of a turn, and standing orders."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from engines import orders
from engines.contract import Abstain, Engine, Filed, IllegalAction, NotPending, Pending, Step, When, view


class Answer(NamedTuple):
    """An action that was prepared, the step it makes, and whether it belongs to a plan; if not, an order gave it."""

    action: Any
    step: Step[Any, Any]
    is_planned: bool = False


class _Plan(NamedTuple):
    """What a seat filed ahead of its place or past an interruption of its turn; so many of its actions are played."""

    kind: str
    filed: Filed[Any]
    done: int = 0

    def speaks_for(self, pending: Pending) -> bool:
        """Whether it answers a decision of its seat: the one it was filed for, then all of that kind in the same turn."""
        if not self.done:
            return pending.key == self.filed.key
        return pending.kind == self.kind and (pending.when is not When.MAY or bool(pending.continues))


class Prepared:
    """The orders of all seats of one game, and the plans they have filed."""

    def __init__(self, engine: Engine, of_seats: Sequence[Sequence[Any]]) -> None:
        self._engine, self._orders = engine, of_seats
        self._plans: dict[tuple[int, str], _Plan] = {}
        self._failed: set[tuple[int, str]] = set()

    def file(self, asked: Pending, answer: Any) -> None:
        """Keep what a decider says to a decision that may be filed, and nothing it said before; an action is a plan of one."""
        if isinstance(answer, Abstain):
            return
        if (before := self._plan(asked)) is not None:
            del self._plans[asked.seat, before.filed.key]
        filed = answer if isinstance(answer, Filed) else Filed(asked.key, (answer,), how="each")
        self._plans[asked.seat, filed.key] = _Plan(asked.kind, filed)

    def drop_passed(self, pending: Sequence[Pending]) -> None:
        """Forget the plans for turns that are over."""
        for name, plan in tuple(self._plans.items()):
            if not any(one.seat == name[0] and plan.speaks_for(one) for one in pending):
                del self._plans[name]

    def answer(self, state: Any, pending: Pending) -> Answer | None:
        """What answers for a seat that is asked now; None if its decider has to."""
        plan = self._plan(pending)
        if plan is not None:
            return self._go_on(state, pending, plan)
        if (pending.seat, pending.key) in self._failed:
            return None
        ordered = orders.said(self._engine, self._orders[pending.seat], view(state, pending.seat), pending)
        return self._first(state, pending, ordered)

    def speaks_ahead(self, state: Any, pending: Pending) -> bool:
        """Whether an order would answer for a seat ahead of its place, so that nobody waits for it."""
        mine = self._orders[pending.seat]
        return pending.when is When.AHEAD and orders.speak(self._engine, mine, view(state, pending.seat), pending)

    def _plan(self, pending: Pending) -> _Plan | None:
        """What a seat has filed for a decision."""
        mine = (plan for (seat, _key), plan in self._plans.items() if seat == pending.seat)
        return next((plan for plan in mine if plan.speaks_for(pending)), None)

    def _go_on(self, state: Any, asked: Pending, plan: _Plan) -> Answer | None:
        """The next step of a plan, or any of its alternatives; where it fails, what was filed for that."""
        del self._plans[asked.seat, plan.filed.key]
        actions, in_steps = plan.filed.actions, plan.filed.how == "each"
        answer = self._first(state, asked, actions[plan.done : plan.done + 1] if in_steps else actions)
        if answer is not None and in_steps and plan.done + 1 < len(actions):
            self._plans[asked.seat, plan.filed.key] = plan._replace(done=plan.done + 1)
        if answer is None and plan.filed.otherwise == "fallback":
            answer = self._first(state, asked, [self._engine.fallback(view(state, asked.seat), asked)])
        if answer is None:
            self._failed.add((asked.seat, asked.key))
            return None
        return answer._replace(is_planned=True)

    def _first(self, state: Any, pending: Pending, actions: Iterable[Any]) -> Answer | None:
        """The first action that can be played."""
        for action in actions:
            try:
                return Answer(action, self._engine.apply(state, pending.seat, action))
            except (IllegalAction, NotPending):
                continue
        return None
