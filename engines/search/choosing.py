"""Choice of an action by sequential halving [Karnin, Koren and Somekh, 2013].

All candidates are tried in the same imagined worlds, and the worse half is dropped after each round, until one is left.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engines import chance
from engines.contract import Engine, Pending, Seen, view
from engines.search import lines
from engines.search.values import result_of

type Value = Callable[[Seen[Any, Any]], Sequence[float]]
"""Expected share of the win of each seat, in the opinion of one viewer."""

MOST_CANDIDATES = 15
SPREAD = 3
"""Least number of candidates that the bot did not propose, as long as there are other legal actions."""
LEAST_EACH = 3
"""Least number of simulations for each candidate on average; with a small budget there are fewer candidates."""
OWN_TURNS = 2


class Candidate(NamedTuple):
    """An action, its expected share of the win (None if it was not tried), and the number of games imagined for it."""

    action: Any
    share: float | None
    simulations: int


class Thought(NamedTuple):
    """Result of a search: the chosen action, all candidates, best first, and the number of imagined games.

    ``is_short`` is True if ``stop`` ended it before the budget was used.
    """

    action: Any
    candidates: tuple[Candidate, ...]
    simulations: int
    is_short: bool = False


def choose(
    engine: Engine,
    seen: Seen[Any, Any],
    pending: Pending,
    key: bytes,
    simulations: int,
    value: Value | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Thought:
    """Return the action with the largest expected share of the win for the seat of ``pending``.

    At most ``simulations`` games are imagined. They end after ``OWN_TURNS`` turns of the seat, if there is a ``value`` to judge
    the position. Equal arguments give equal thoughts, unless ``stop`` ends the search early. ``stop`` is asked before every
    imagined game. The best candidate so far is then chosen; before any has been tried, that is the bot's choice.
    """
    most = max(1, min(MOST_CANDIDATES, simulations // LEAST_EACH))
    tried = [_Tried(action) for action in candidates(engine, seen, pending, key, most)]
    trials = _Trials(engine, seen, pending, key, value, stop)
    dropped: list[_Tried] = []
    left = simulations
    while len(tried) > 1 and not trials.stopped:
        rounds = (len(tried) - 1).bit_length()
        worlds = max(1, left // (rounds * len(tried)))
        left -= trials.run(tried, min(worlds, left // len(tried)))
        tried.sort(key=_Tried.rank, reverse=True)
        half = len(tried) if trials.stopped else (len(tried) + 1) // 2
        tried, dropped = tried[:half], [*tried[half:], *dropped]
    found = tuple(each.candidate() for each in (*tried, *dropped))
    return Thought(found[0].action, found, sum(each.simulations for each in found), trials.stopped)


def candidates(engine: Engine, seen: Seen[Any, Any], pending: Pending, key: bytes, most: int) -> list[Any]:
    """Return at most ``most`` different actions: the bot's choice, those it weighed, then others drawn from the legal ones."""
    weighed = [hint.actions[0] for hint in engine.hints(seen, pending, most)]
    proposed = list(dict.fromkeys([engine.bot(seen, pending), *weighed]))
    others = [action for action in engine.legal(seen, pending) if action not in proposed]
    spread = chance.shuffle(key, "spread", others)[0][: max(min(SPREAD, most // 3), most - len(proposed))]
    return [*proposed[: most - len(spread)], *spread]


class _Tried:
    """A candidate and the root seat's share in each world."""

    def __init__(self, action: Any) -> None:
        self.action = action
        self.shares: list[float] = []

    def rank(self) -> float:
        return sum(self.shares) / len(self.shares) if self.shares else 0.0

    def candidate(self) -> Candidate:
        return Candidate(self.action, self.rank() if self.shares else None, len(self.shares))


class _Trials:
    """Imagined games of one search; ``stopped`` is set once ``stop`` has ended it."""

    def __init__(
        self,
        engine: Engine,
        seen: Seen[Any, Any],
        pending: Pending,
        key: bytes,
        value: Value | None,
        stop: Callable[[], bool],
    ) -> None:
        self.engine, self.seen, self.pending = engine, seen, pending
        self.key, self.value, self.stop = key, value, stop
        self.stopped = False

    def run(self, tried: Sequence[_Tried], worlds: int) -> int:
        """Try all candidates in as many further worlds, and return the number of imagined games.

        A world that ``stop`` interrupts counts for no candidate.
        """
        for number in range(worlds):
            world = lines.imagined(self.engine, self.seen, lines.key_of(self.key, "world", len(tried[0].shares)))
            shares = list[float]()
            for each in tried:
                self.stopped = self.stop()
                if self.stopped:
                    return number * len(tried)
                shares.append(self._share(world, each.action))
            for each, share in zip(tried, shares, strict=True):
                each.shares.append(share)
        return worlds * len(tried)

    def _share(self, world: Any, action: Any) -> float:
        """Return the root seat's share of the win if it takes this action in this world."""
        seat, turns = self.pending.seat, None if self.value is None else OWN_TURNS
        state = lines.end(self.engine, world, self.pending, action, turns)
        outcome = self.engine.outcome(state.public)
        if outcome is not None:
            return result_of(outcome, seat).share
        assert self.value is not None
        return self.value(view(state, seat))[seat]
