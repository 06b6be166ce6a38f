"""Guides played without the site: the engine, the guide, and bots where the guide names no legal action."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engines import registry
from engines.contract import Filed, IllegalAction, NotPending, Pending, Seen, When, view
from engines.guide import LEARNER, Guide, GuideStep

type Chooses = Callable[[GuideStep, Seen[Any, Any], Pending], Sequence[Any]]


class Lesson:
    """Guide being played.

    ``said`` counts the guide's actions that other seats have tried, by seat and key. ``surprises`` lists the guide's actions
    that the rules refused to those seats.
    """

    def __init__(self, guide: Guide) -> None:
        self.guide = guide
        self.engine = registry.engine(guide.game)
        self.state = self.engine.start(guide.options, guide.seats, guide.key).state
        self.surprises: list[tuple[int, str]] = []
        self.said: dict[tuple[int, str], int] = {}

    def others(self) -> None:
        """Play for the other seats until none of them has a decision due now."""
        while True:
            waiting = [one for one in self.engine.pending(self.state.public) if one.when is When.NOW and one.seat != LEARNER]
            if not waiting:
                return
            self._answer(waiting[0])

    def asked(self, key: str) -> Pending:
        """Return the learner's open decision with this key."""
        return next(one for one in self.engine.pending(self.state.public) if one.seat == LEARNER and one.key == key)

    def seen(self) -> Seen[Any, Any]:
        """Return the learner's view."""
        return view(self.state, LEARNER)

    def play(self, choose: Chooses) -> Iterator[GuideStep]:
        """Yield each step of the guide when the other seats have played.

        Play the learner's actions from ``choose`` after it.
        """
        for station in self.guide.stations:
            self.others()
            yield station
            if station.key:
                actions = choose(station, self.seen(), self.asked(station.key))
                assert station.judge(self.seen(), actions) == "", (station.id, actions)
                for action in actions:
                    self.state = self.engine.apply(self.state, LEARNER, action).state

    def _answer(self, pending: Pending) -> None:
        said = self.guide.scripted_move(pending.seat, pending.key)
        done = self.said.get((pending.seat, pending.key), 0)
        if done < len(said):
            self.said[pending.seat, pending.key] = done + 1
            try:
                self.state = self.engine.apply(self.state, pending.seat, said[done]).state
            except (IllegalAction, NotPending):
                self.surprises.append((pending.seat, pending.key))
            else:
                return
        answer = self.engine.bot(view(self.state, pending.seat), pending)
        action = answer.actions[0] if isinstance(answer, Filed) else answer
        self.state = self.engine.apply(self.state, pending.seat, action).state


def as_written(station: GuideStep, _seen: Seen[Any, Any], _pending: Pending) -> Sequence[Any]:
    """Return the example action of the step."""
    return station.example
