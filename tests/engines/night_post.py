"""Small positions of Night Post for its rule tests."""

from typing import Any

import pytest
from msgspec.structs import replace

from engines.contract import IllegalAction, Step, When, view
from engines.playout import nth_key
from engines.specimen import ENGINE
from engines.specimen.actions import Action, OfferNothing, SealRoad
from engines.specimen.content import content
from engines.specimen.options import Options
from engines.specimen.state import Backs, State


def start(seats: int = 3, number: int = 0, nights: int = 3) -> State:
    """Start a game of Night Post, and return its first state."""
    state: State = ENGINE.start(Options(nights=nights), seats, nth_key(1, number)).state
    return state


def play(state: State, *moves: tuple[int, Action]) -> Step[State, Any]:
    """Play moves, and return the step of the last one."""
    for seat, action in moves:
        step = ENGINE.apply(state, seat, action)
        ENGINE.check(step.state)
        state = step.state
    return step


def saddled(road: str = "valley", **game: Any) -> State:
    """Return the state at the first turn of the first night, with all couriers on the same road."""
    state = start(**game)
    return play(state, *((seat, SealRoad(road)) for seat in range(len(state.hands)))).state


def at_stable(state: State) -> State:
    """Return the state after the first courier has offered no letter."""
    return play(state, (state.public.order()[0], OfferNothing())).state


def with_courier(state: State, seat: int, **fields: Any) -> State:
    """Return the state with changes to the public fields of a seat."""
    couriers = list(state.public.couriers)
    couriers[seat] = replace(couriers[seat], **fields)
    return replace(state, public=replace(state.public, couriers=tuple(couriers)))


def with_letters(state: State, seat: int, *letters: str) -> State:
    """Return the state with these letters as a seat's whole hand. The bags are not adjusted."""
    hands = list(state.hands)
    hands[seat] = replace(hands[seat], letters=letters)
    bags = [content("1").bag(letter) for letter in letters]
    return with_courier(replace(state, hands=tuple(hands)), seat, letters=Backs(bags.count("town"), bags.count("court")))


def asked(state: State, when: When = When.NOW) -> set[tuple[int, str]]:
    """Return seat and kind of the pending decisions with this ``when``."""
    return {(one.seat, one.kind) for one in ENGINE.pending(state.public) if one.when is when}


def legal(state: State, seat: int, kind: str) -> list[Action]:
    """Return the legal actions of a seat's decision of this kind."""
    one = next(one for one in ENGINE.pending(state.public) if (one.seat, one.kind) == (seat, kind))
    return list(ENGINE.legal(view(state, seat), one))


def refused(state: State, seat: int, action: Action) -> str:
    """Try an action, and return the rule by which the engine refuses it. Fail if the action is legal."""
    with pytest.raises(IllegalAction) as refusal:
        ENGINE.apply(state, seat, action)
    return refusal.value.rule


def told(step: Step[State, Any], what: type) -> list[Any]:
    """Return the step's events of one type."""
    return [each.event for each in step.events if isinstance(each.event, what)]


def night_passed(state: State) -> Step[State, Any]:
    """Play the rest of the night with default moves, and return the last step."""
    night = state.public.night
    while state.public.night == night and state.public.ended is None:
        one = next(one for one in ENGINE.pending(state.public) if one.when is When.NOW)
        step = ENGINE.apply(state, one.seat, ENGINE.fallback(view(state, one.seat), one))
        state = step.state
    return step
