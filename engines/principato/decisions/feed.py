"""Supplying units before a scoring.

Seats decide in order and can answer in advance, or all seal their answers, which are revealed together [P-8.1 to P-8.4]. Codes:
not_enough(cube, wanted, have), unit_full(unit, wanted, empty).
"""

from collections.abc import Iterator

from engines.contract import IllegalAction, Pending, When
from engines.principato import events, military
from engines.principato.actions import FeedUnits
from engines.principato.content import Cube, Unit
from engines.principato.desk import Desk
from engines.principato.state import AskFeeding, Principality, Public, Seen

KIND = "feed"
ACTIONS = (FeedUnits,)


def key(public: Public) -> str:
    """Return the key of this decision for the latest scoring, the same for all seats."""
    return f"feed/{len(public.scorings)}"


def pending(public: Public) -> tuple[Pending, ...]:
    """Return the decisions of all seats still to decide.

    In order: the first seat is asked now, the others in advance. Sealed: all are asked now and can change their answers until
    all are in.
    """
    task = public.task
    if not isinstance(task, AskFeeding):
        return ()
    if public.feeding == "sealed":
        return tuple(_sealed(public, task, seat) for seat in task.waiting)
    return tuple(
        Pending(seat, KIND, key(public), When.NOW if seat == task.waiting[0] else When.AHEAD, reply=True)
        for seat in task.waiting
    )


def legal(seen: Seen, pending: Pending) -> Iterator[FeedUnits]:
    """Yield all combinations of stored cubes that fit, including none. Moves of other seats do not change the list."""
    return military.feedings(seen.public.realms[pending.seat])


def apply(desk: Desk, seat: int, action: FeedUnits) -> None:
    """Supply the units, or seal the answer."""
    task = desk.public.task
    assert isinstance(task, AskFeeding)
    _check(desk.realm(seat), action)
    if desk.public.feeding == "sealed":
        _seal(desk, task, seat, action)
        return
    desk.pop()
    desk.push(AskFeeding(tuple(other for other in task.waiting if other != seat)))
    feed(desk, seat, action)
    desk.tell(events.UnitsFed(seat, action))


def open_all(desk: Desk, task: AskFeeding) -> None:
    """Carry out all sealed answers in the order of supplying."""
    desk.before_reveal()
    for seat in task.waiting:
        action = desk.hands[seat].feeding
        assert action is not None
        feed(desk, seat, action)
        desk.change_hand(seat, feeding=None)
        desk.reveal(events.UnitsFed(seat, action), opens=(key(desk.public),))


def feed(desk: Desk, seat: int, action: FeedUnits) -> None:
    """Move the cubes onto the units."""
    for cube, unit, count in _moves(action):
        if count:
            desk.station(seat, cube, unit, count)


def _moves(action: FeedUnits) -> tuple[tuple[Cube, Unit, int], ...]:
    return (
        ("food", "militia", action.food),
        ("money", "condottiere", action.money),
        ("favour", "militia", action.favour_militia),
        ("favour", "condottiere", action.favour_condottieri),
    )


def _sealed(public: Public, task: AskFeeding, seat: int) -> Pending:
    when = When.MAY if seat in task.sealed else When.NOW
    return Pending(seat, KIND, key(public), when, sealed=True, reply=True)


def _seal(desk: Desk, task: AskFeeding, seat: int, action: FeedUnits) -> None:
    desk.pop()
    desk.push(AskFeeding(task.waiting, tuple(sorted({*task.sealed, seat}))))
    desk.change_hand(seat, feeding=action)
    desk.tell(events.FeedingSealed(seat))


def _check(realm: Principality, action: FeedUnits) -> None:
    favour = action.favour_militia + action.favour_condottieri
    requested: tuple[tuple[Cube, int], ...] = (("food", action.food), ("money", action.money), ("favour", favour))
    for cube, count in requested:
        if count > realm.stored(cube):
            raise IllegalAction("not_enough", "P-8.1", cube=cube, wanted=count, have=realm.stored(cube))
    _check_room(realm, "militia", action.food + action.favour_militia)
    _check_room(realm, "condottiere", action.money + action.favour_condottieri)


def _check_room(realm: Principality, unit: Unit, wanted: int) -> None:
    empty = realm.units(unit).empty
    if wanted > empty:
        rule = "P-2.4" if unit == "militia" else "P-2.5"
        raise IllegalAction("unit_full", rule, unit=unit, wanted=wanted, empty=empty)
