"""Positions just before a military scoring, and the steps that follow."""

import random
from collections.abc import Iterator
from typing import Any

from engines.contract import Pending, Step, When, view
from engines.principato import ENGINE
from engines.principato.actions import EndTurn, FeedUnits, ReleaseUnits
from engines.principato.state import SCORING, AskTurn, Principality, Scoring, State
from tests.principato.positions import bare, play, position, started

NOTHING = {"feed": FeedUnits(), "release": ReleaseUnits()}
"""The answer that changes nothing, by kind of decision."""
MOST_ANSWERS = 3 * 2 * 4
"""Three scorings in a row, two answers of four seats in each."""
MOST_STEPS = 5000


def before_extra(*realms: Principality, rest: tuple[str, ...] = ("harvest",), year: int = 2, **facts: Any) -> State:
    """Return a position with the scoring card on top of the pile and ``rest`` below it."""
    return position(*realms, year=year, pile=(SCORING, *rest), **facts)


def before_year_end(*realms: Principality, year: int = 1, **facts: Any) -> State:
    """Return a position with an empty pile, in the last turn of the year."""
    return position(*realms, year=year, pile=(), **facts)


def mover(state: State) -> int:
    """Return the seat that has the turn."""
    task = state.public.task
    assert isinstance(task, AskTurn)
    return task.seat


def ended(state: State) -> Step[State, Any]:
    """End the turn and return the step."""
    return play(state, mover(state), EndTurn())


def scoring(*realms: Principality, **facts: Any) -> State:
    """End the turn before an extra scoring. Return the state at the start of the scoring."""
    return ended(before_extra(*realms, **facts)).state


def settled(state: State) -> Step[State, Any]:
    """Answer the decisions on supply and on units to give back with no units, until no such decision is open.

    Return a step with the last state and all events.
    """
    events: tuple[Any, ...] = ()
    for _ in range(MOST_ANSWERS):
        waiting = [each for each in ENGINE.pending(state.public) if each.when is When.NOW and each.kind in NOTHING]
        if not waiting:
            return Step(state, events)
        step = play(state, waiting[0].seat, NOTHING[waiting[0].kind])
        state, events = step.state, events + step.events
    raise AssertionError("the scorings do not end")


def through(state: State) -> Step[State, Any]:
    """End the turn, and supply and give back no units in the scorings that follow. Return a step with all events."""
    first = ended(state)
    rest = settled(first.state)
    return Step(rest.state, first.events + rest.events)


def scored(*realms: Principality, **facts: Any) -> Scoring:
    """Return the extra scoring of these principalities if no player supplies units."""
    state = before_extra(*realms, **facts)
    return through(state).state.public.scorings[len(state.public.scorings)]


def of_strength(strength: int) -> Principality:
    """Return a principality with this strength and without cubes that could change it."""
    return bare(catapults=max(0, strength), condottieri=max(0, -strength))


def asked(state: State, kind: str) -> list[Pending]:
    """Return the open decisions of a kind, by seat."""
    return sorted((each for each in ENGINE.pending(state.public) if each.kind == kind), key=lambda each: each.seat)


def seats_asked(state: State, kind: str) -> list[int]:
    """Return the seats with an open decision of a kind."""
    return [each.seat for each in asked(state, kind)]


def when(state: State, kind: str) -> dict[int, When]:
    """Return the urgency of each open decision of a kind, by seat."""
    return {each.seat: each.when for each in asked(state, kind)}


def at_random(state: State, chooser: random.Random) -> Iterator[tuple[State, int, Any, Step[State, Any]]]:
    """Play on with random legal answers. Yield the state before each action, the seat, the action and the step."""
    for _ in range(MOST_STEPS):
        open_now = [each for each in ENGINE.pending(state.public) if each.when is When.NOW]
        if not open_now:
            return
        one = chooser.choice(open_now)
        action = chooser.choice(list(ENGINE.legal(view(state, one.seat), one)))
        step = ENGINE.apply(state, one.seat, action)
        yield state, one.seat, action, step
        state = step.state
    raise AssertionError("the game does not end")


def random_game(seats: int, number: int, **options: Any) -> Iterator[tuple[State, int, Any, Step[State, Any]]]:
    """Start a game with reproducible random answers. Return the iterator of :func:`at_random` over its steps."""
    chooser = random.Random(100 * seats + number)
    return at_random(started(seats, chooser.randbytes(32), **options), chooser)
