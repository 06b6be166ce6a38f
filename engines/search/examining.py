"""Examination of a decision: the loss of the chosen action against the best alternative that the bot weighs.

One set of imagined worlds picks the alternative, a second one doubts it, and a third one measures the loss. A lucky alternative
therefore cannot pass for a better one. Only the view of the deciding seat counts, never the true state.
"""

from collections.abc import Callable
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from engines.contract import Engine, Pending, Seen
from engines.search import lines
from engines.search.choosing import OWN_TURNS
from engines.search.values import Expected, Value, expected

MOST_CANDIDATES = 5
LEAST_EACH = 3
"""Least number of worlds in which each candidate is tried first; with a small budget there are fewer candidates."""
CONFIDENCE = 1.96
"""Deviations of the normal distribution within which 95 % of it lie."""
LEAST_LOSS = 0.01
"""A smaller loss of expected share is no loss."""


class Loss(NamedTuple):
    """Loss of a decision in share and in points, half the 95 % interval of the share, and the actions of the better turn."""

    share: float = 0.0
    points: float = 0.0
    error: float = 0.0
    actions: tuple[Any, ...] = ()

    @property
    def is_certain(self) -> bool:
        """True if the loss is beyond its error, large enough to matter, and gains no points."""
        return self.share > max(self.error, LEAST_LOSS) and self.points >= 0


NONE = Loss()


class Stopped(Exception):
    """Error: ``stop`` ended an examination before its result."""


class Examiner:
    """Examiner of the decisions of one game. ``imagined`` is the number of games imagined so far."""

    def __init__(self, engine: Engine, value: Value, stop: Callable[[], bool]) -> None:
        self._engine, self._value, self._stop = engine, value, stop
        self.imagined = 0

    def loss(self, seen: Seen[Any, Any], pending: Pending, action: Any, key: bytes, simulations: int) -> Loss:
        """Return the loss of this action beyond its error, or ``NONE``. Raises :class:`Stopped`.

        At most ``simulations`` games are imagined. A quarter of them picks the best candidate, a quarter doubts it, and half of
        them measures the loss.
        """
        trials, part = _Trials(self._engine, self._value, seen, pending, key, self._counted_stop), simulations // 4
        turns = self._turns(seen, pending, action, max(2, min(MOST_CANDIDATES, part // LEAST_EACH)))
        first = trials.run(list(turns), part // len(turns)) if len(turns) > 1 else {}
        best = max(first, key=lambda each: fmean(end.share for end in first[each]), default=action)
        if best == action:
            return NONE
        for worlds in (part // 2, part):
            found = _loss(trials.run([best, action], worlds), best, action)
            if not found.is_certain:
                return NONE
        return found._replace(actions=turns[best])

    def _counted_stop(self) -> bool:
        self.imagined += 1
        return self._stop()

    def _turns(self, seen: Seen[Any, Any], pending: Pending, action: Any, most: int) -> dict[Any, tuple[Any, ...]]:
        """Return the turns of at most ``most`` candidates by their first action; the chosen action comes first."""
        turns: dict[Any, tuple[Any, ...]] = {action: (action,)}
        for hint in self._engine.hints(seen, pending, most):
            turns.setdefault(hint.actions[0], hint.actions)
        turns.setdefault(bots := self._engine.bot(seen, pending), (bots,))
        return dict(list(turns.items())[:most])


class _Trials:
    """Imagined games of one decision; each world is used once."""

    def __init__(
        self,
        engine: Engine,
        value: Value,
        seen: Seen[Any, Any],
        pending: Pending,
        key: bytes,
        stop: Callable[[], bool],
    ) -> None:
        self.engine, self.value, self.seen, self.pending = engine, value, seen, pending
        self.key, self.stop = key, stop
        self.used = 0

    def run(self, actions: list[Any], worlds: int) -> dict[Any, list[Expected]]:
        """Return the ends of the lines of each action in as many further worlds, the same for all actions."""
        ends: dict[Any, list[Expected]] = {action: [] for action in actions}
        for _ in range(worlds):
            world = lines.imagined(self.engine, self.seen, lines.key_of(self.key, "world", self.used))
            self.used += 1
            for action, found in ends.items():
                if self.stop():
                    raise Stopped
                state = lines.end(self.engine, world, self.pending, action, OWN_TURNS)
                found.append(expected(self.engine, self.value, state, self.pending.seat))
        return ends


def _loss(ends: dict[Any, list[Expected]], best: Any, chosen: Any) -> Loss:
    """Return the mean differences between two actions in the same worlds."""
    pairs = list(zip(ends[best], ends[chosen], strict=True))
    if len(pairs) < 2:
        return NONE
    shares = [better.share - worse.share for better, worse in pairs]
    points = fmean(better.points - worse.points for better, worse in pairs)
    return Loss(fmean(shares), points, CONFIDENCE * stdev(shares) / sqrt(len(shares)))
