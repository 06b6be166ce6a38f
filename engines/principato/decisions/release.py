"""Giving back units after a scoring: all owners together, sealed [P-8.12, P-8.13].

They can change their answers until all are in. Codes: not_enough_units(unit, wanted, have).
"""

from collections.abc import Iterator

from engines.contract import IllegalAction, Pending, When
from engines.principato import events
from engines.principato.actions import ReleaseUnits
from engines.principato.content import Unit
from engines.principato.desk import Desk
from engines.principato.state import AskRelease, Public, Seen

KIND = "release"
ACTIONS = (ReleaseUnits,)


def key(public: Public) -> str:
    """Return the key of this decision after the latest scoring, the same for all seats."""
    return f"release/{len(public.scorings)}"


def pending(public: Public) -> tuple[Pending, ...]:
    """Return a decision for every owner of units; seats can still change their answers."""
    task = public.task
    if not isinstance(task, AskRelease):
        return ()
    return tuple(
        Pending(seat, KIND, key(public), When.MAY if seat in task.sealed else When.NOW, sealed=True, reply=True)
        for seat in task.seats
    )


def legal(seen: Seen, pending: Pending) -> Iterator[ReleaseUnits]:
    """Yield every combination of numbers of condottieri and militia, including none."""
    realm = seen.public.realms[pending.seat]
    return (
        ReleaseUnits(condottieri, militia)
        for condottieri in range(realm.condottieri.count + 1)
        for militia in range(realm.militia.count + 1)
    )


def apply(desk: Desk, seat: int, action: ReleaseUnits) -> None:
    """Seal the units to give back."""
    task = desk.public.task
    assert isinstance(task, AskRelease)
    for unit, count in _wanted(action):
        owned = desk.realm(seat).units(unit).count
        if count > owned:
            raise IllegalAction("not_enough_units", "P-8.12", unit=unit, wanted=count, have=owned)
    desk.pop()
    desk.push(AskRelease(task.seats, tuple(sorted({*task.sealed, seat}))))
    desk.change_hand(seat, release=action)
    desk.tell(events.ReleaseSealed(seat))


def open_all(desk: Desk, task: AskRelease) -> None:
    """Carry out all sealed answers."""
    desk.before_reveal()
    for seat in task.seats:
        action = desk.hands[seat].release
        assert action is not None
        for unit, count in _wanted(action):
            desk.take_units(seat, unit, -count)
        desk.change_hand(seat, release=None)
        desk.reveal(events.UnitsReleased(seat, action), opens=(key(desk.public),))


def _wanted(action: ReleaseUnits) -> tuple[tuple[Unit, int], ...]:
    return (("condottiere", action.condottieri), ("militia", action.militia))
