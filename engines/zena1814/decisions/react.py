"""The window a card opens: all seats that can join it are asked together; answers apply in play order [Z-9].

Codes: not_the_free_slot(slot, free), besides those of ``markers``.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engines.contract import IllegalAction, Pending, When
from engines.zena1814 import events, markers
from engines.zena1814.actions import Decline, React
from engines.zena1814.content import Area, Content
from engines.zena1814.desk import Desk
from engines.zena1814.loader import content
from engines.zena1814.state import Laid, Public, Seen, Window

KIND = "react"
ACTIONS = (React, Decline)


class Candidate(NamedTuple):
    """A seat that can join a window: the slots that can be free by its turn, each with its possible marker counts."""

    seat: int
    slots: dict[int, tuple[int, ...]]


def pending(public: Public) -> tuple[Pending, ...]:
    """Return the decisions of a window [Z-9.2].

    The first seat that can join is asked now, unless a draw comes first. The later seats are asked in advance.
    """
    window = find(public)
    if window is None:
        return ()
    return tuple(
        Pending(candidate.seat, KIND, key(window), _when(public, is_first=not index), reply=True)
        for index, candidate in enumerate(candidates(public, window))
    )


def find(public: Public) -> Window | None:
    """Return the open window; there is at most one."""
    return next((task for task in public.agenda if isinstance(task, Window)), None)


def key(window: Window) -> str:
    """Return the key of a window, the same for all seats."""
    return f"react/{window.laid}"


def legal(seen: Seen, pending: Pending) -> Iterator[React | Decline]:
    """Yield the reactions: markers on the free slot, or none [Z-9.4, Z-9.6].

    In advance, yield markers on every slot that can be free by then.
    """
    public, seat = seen.public, pending.seat
    window = find(public)
    if window is None:
        return
    for slot, counts in _slots_of(public, window, seat).items():
        for count in counts:
            for reclaim in markers.reclaims(public, seat, count, window.laid):
                yield React(slot, count, reclaim)
    yield Decline()


def apply(desk: Desk, seat: int, action: React | Decline) -> None:
    """Carry out a seat's answer. A seat is asked now only while the window is on top of the agenda."""
    window = desk.public.task
    assert isinstance(window, Window)
    desk.pop()
    desk.push(Window(window.laid, window.waiting[window.waiting.index(seat) + 1 :]))
    _, laid = desk.public.laid(window.laid)
    match action:
        case Decline():
            desk.tell(events.ReactionDeclined(seat, laid.card, laid.number))
        case React(slot, count, reclaim):
            _check_slot(laid, slot, desk.content)
            markers.place(desk, seat, laid.number, count, reclaim)


def open_window(desk: Desk, number: int, promoter: int | None = None) -> None:
    """Open a window on a card for all seats but the promoter, in play order from the start player [Z-9.1 to Z-9.3, R-13].

    The flow removes seats that cannot join, and closes the window when no seat is left.
    """
    desk.push(Window(number, tuple(seat for seat in desk.public.order() if seat != promoter)))


def candidates(public: Public, window: Window) -> tuple[Candidate, ...]:
    """Return the seats that could join when their turn comes, for at least one course of the window until then [Z-9.4].

    Nothing in a window changes the coins, markers and figures of seats still to be asked: only the free slot changes.
    """
    facts = content(public.version)
    area, laid = public.laid(window.laid)
    free_slot = markers.free_slot(laid, facts)
    reachable = set() if free_slot is None else {free_slot}
    joinable = []
    for seat in window.waiting:
        slots = {slot: counts for slot in sorted(reachable) if (counts := _counts(public, seat, area, laid, slot, facts))}
        if slots:
            joinable.append(Candidate(seat, slots))
        reachable |= {slot + count for slot, counts in slots.items() for count in counts}
    return tuple(joinable)


def close(desk: Desk, window: Window) -> bool:
    """Remove seats that cannot join from the window; return False if there are none and a seat still has to answer.

    A window closes if no seat is left or the card is full [Z-9.5].
    """
    seats = tuple(candidate.seat for candidate in candidates(desk.public, window))
    if seats == window.waiting and seats:
        return False
    desk.pop()
    if seats:
        desk.push(Window(window.laid, seats))
    return True


def _slots_of(public: Public, window: Window, seat: int) -> dict[int, tuple[int, ...]]:
    return next((candidate.slots for candidate in candidates(public, window) if candidate.seat == seat), {})


def _counts(public: Public, seat: int, area: Area, laid: Laid, slot: int, facts: Content) -> tuple[int, ...]:
    """Return the numbers of markers a seat could place from this slot downwards [Z-9.4, Z-17.5]."""
    family = public.families[seat]
    if not family.stands_in(area):
        return ()
    most = min(markers.limit(public) - laid.markers.count(seat), markers.slots(laid.card, facts) - slot + 1)
    return tuple(
        count
        for count in range(1, most + 1)
        if markers.price(laid.card, slot, facts, count) <= family.coins and markers.can_have(public, seat, count, laid.number)
    )


def _when(public: Public, *, is_first: bool) -> When:
    return When.NOW if is_first and isinstance(public.task, Window) else When.AHEAD


def _check_slot(laid: Laid, slot: int, facts: Content) -> None:
    free_slot = markers.free_slot(laid, facts)
    if slot != free_slot:
        raise IllegalAction("not_the_free_slot", "Z-8.2", slot=slot, free=free_slot or 0)
