"""A turn: up to two actions, free moves of cubes between them, and its end, one choice at a time [P-4].

While others take their turns, or during a scoring, a seat can queue its next turn.

Codes, besides those of ``activation``: no_actions_left; no_such_slot(slot, size); no_favour_left; no_room_for_favour;
church_full; unit_full(unit, wanted, empty); does_not_fit(cube, unit); not_enough(cube, wanted, have).
"""

from collections.abc import Iterable, Iterator
from typing import assert_never

from msgspec.structs import replace

from engines.contract import IllegalAction, Pending, When
from engines.principato import activation, ahead, effects, events, storage
from engines.principato.actions import (
    BuildTiles,
    CollectCubes,
    CreateCulture,
    Cubes,
    EndTurn,
    ExchangeCard,
    RecruitUnits,
    StationCubes,
    TakeFavour,
    TurnAction,
)
from engines.principato.content import Cube, Unit
from engines.principato.desk import Desk
from engines.principato.loader import content
from engines.principato.state import AskFeeding, AskRelease, AskTurn, Public, Refill, Seen

KIND = "turn"
ACTIONS = (BuildTiles, CreateCulture, RecruitUnits, CollectCubes, ExchangeCard, TakeFavour, StationCubes, EndTurn)
MOST_ACTIONS = 2
"""Number of actions in a turn [P-4.2]."""


def pending(public: Public) -> tuple[Pending, ...]:
    """Return the decision of the current seat, and the next turns that other seats can queue.

    Each step of a turn has its own key.
    """
    task = public.task
    seats = range(len(public.realms))
    match task:
        case AskTurn():
            previous_key = key(public.turn, task.step - 1) if task.step else ""
            current = Pending(task.seat, KIND, key(public.turn, task.step), continues=previous_key)
            return (current, *_to_come(public, [seat for seat in seats if seat != task.seat]))
        case AskFeeding() | AskRelease():
            return _to_come(public, seats)
        case _:
            return ()


def key(turn: int, step: int) -> str:
    """Return the key of a step of a turn."""
    return f"turn/{turn}/{step}"


def _to_come(public: Public, seats: Iterable[int]) -> tuple[Pending, ...]:
    """Return the next turns of some seats.

    The seats can queue them unless the game ends before [P-16].
    """
    last_turn = content(public.version).turns(len(public.realms))
    turns = ((seat, ahead.number(public, seat)) for seat in seats)
    return tuple(Pending(seat, KIND, key(turn, 0), When.MAY) for seat, turn in turns if turn <= last_turn)


def legal(seen: Seen, pending: Pending) -> Iterator[TurnAction]:
    """Yield activations, exchanges and favour while an action is left, free moves, and the end of the turn.

    For a turn to queue, yield every possible first step. Only these steps name cards of the display.
    """
    public, seat = seen.public, pending.seat
    task = public.task
    if pending.when is When.MAY:
        yield from ahead.legal(public, seat)
        return
    if not isinstance(task, AskTurn) or task.seat != seat:
        return
    if task.done < MOST_ACTIONS:
        yield from _activations(public, seat)
        yield from (ExchangeCard(place, slot) for place in ahead.PLACES for slot in range(len(public.display)))
        yield from map(TakeFavour, storage.favour_places(content(public.version), public.supply, public.realms[seat]))
    yield from storage.moves(public.realms[seat])
    yield EndTurn()


def apply(desk: Desk, seat: int, action: TurnAction) -> None:
    """Play one step of a turn; the same seat decides again until it ends the turn."""
    task = desk.public.task
    assert isinstance(task, AskTurn)
    desk.pop()
    match action:
        case EndTurn():
            _end(desk, task)
        case StationCubes():
            _station(desk, seat, action)
            desk.push(replace(task, step=task.step + 1))
        case _:
            if task.done >= MOST_ACTIONS:
                raise IllegalAction("no_actions_left", "P-4.2")
            _act(desk, seat, action)
            desk.push(AskTurn(seat, task.done + 1, task.step + 1))


def _activations(public: Public, seat: int) -> Iterator[effects.Activation]:
    """Yield every activation of both cards.

    If the symbol requires an exchange, yield each one with every card to take [P-5.4].
    """
    for place in ahead.PLACES:
        activations = effects.activations(public, seat, place)
        if effects.card_in_hand(public, seat, place).exchange:
            slots = range(len(public.display))
            yield from (replace(place, take=slot) for place in activations for slot in slots)
        else:
            yield from activations


def _act(desk: Desk, seat: int, action: effects.Activation | ExchangeCard | TakeFavour) -> None:
    match action:
        case ExchangeCard(place, slot, named):
            activation.check_slot(desk, slot, named)
            activation.exchange(desk, seat, place, slot, forced=False)
        case TakeFavour(to):
            _take_favour(desk, seat, to)
        case BuildTiles() | CreateCulture() | RecruitUnits() | CollectCubes():
            activation.activate(desk, seat, action)
        case _:
            assert_never(action)


def _take_favour(desk: Desk, seat: int, to: storage.FavourPlace) -> None:
    if not desk.public.supply.favour:
        raise IllegalAction("no_favour_left", "P-5.11")
    places = storage.favour_places(desk.content, desk.public.supply, desk.realm(seat))
    if not places:
        raise IllegalAction("no_room_for_favour", "P-5.11")
    if to == "church":
        if "church" not in places:
            raise IllegalAction("church_full", "P-2.3")
        desk.store(seat, Cubes(favour=1))
    else:
        _check_room(desk, seat, to, 1)
        desk.bear(seat, "favour", to, 1)
    desk.tell(events.FavourTaken(seat, to))


def _station(desk: Desk, seat: int, action: StationCubes) -> None:
    if not storage.fits(action.cube, action.unit):
        raise IllegalAction("does_not_fit", _rule(action.unit), cube=action.cube, unit=action.unit)
    _check_stored(desk, seat, action.cube, action.count)
    _check_room(desk, seat, action.unit, action.count)
    desk.station(seat, action.cube, action.unit, action.count)
    desk.tell(events.CubesStationed(seat, action.cube, action.unit, action.count))


def _end(desk: Desk, task: AskTurn) -> None:
    """End the turn: the leftmost card leaves the game, and the refill comes next on the agenda [P-6.1 to P-6.3]."""
    leftmost, *remaining = desk.public.display
    desk.change(display=tuple(remaining), box=(*desk.public.box, leftmost))
    desk.tell(events.TurnEnded(task.seat, task.done))
    desk.tell(events.CardDropped(leftmost))
    desk.push(Refill())


def _check_stored(desk: Desk, seat: int, cube: Cube, wanted: int) -> None:
    stored = desk.realm(seat).stored(cube)
    if wanted > stored:
        raise IllegalAction("not_enough", "P-2.12", cube=cube, wanted=wanted, have=stored)


def _check_room(desk: Desk, seat: int, unit: Unit, wanted: int) -> None:
    empty = desk.realm(seat).units(unit).empty
    if wanted > empty:
        raise IllegalAction("unit_full", _rule(unit), unit=unit, wanted=wanted, empty=empty)


def _rule(unit: Unit) -> str:
    return "P-2.4" if unit == "militia" else "P-2.5"
