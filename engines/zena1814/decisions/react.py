"""The window a card opens: who can join it is asked at once, and answered for in play order [Z-9].

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


class Place(NamedTuple):
    """A seat in a window: the slots that may be the topmost empty one at its place, and how many markers it could put there."""

    seat: int
    slots: dict[int, tuple[int, ...]]


def pending(public: Public) -> tuple[Pending, ...]:
    """The first who can join now, unless a draw has come between; those after it ahead of their place [Z-9.2]."""
    window = find(public)
    if window is None:
        return ()
    return tuple(
        Pending(place.seat, KIND, key(window), _when(public, is_first=not index), reply=True)
        for index, place in enumerate(places(public, window))
    )


def find(public: Public) -> Window | None:
    """The window that is open; there is one at most."""
    return next((task for task in public.agenda if isinstance(task, Window)), None)


def key(window: Window) -> str:
    """The key of a window, the same for all seats."""
    return f"react/{window.laid}"


def legal(seen: Seen, pending: Pending) -> Iterator[React | Decline]:
    """Markers on the free slot; ahead of one's place on every slot that can be free by then. Or none [Z-9.4, Z-9.6]."""
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
    """Answer at one's place. The window is on top of the agenda, or nobody would be asked now."""
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
    """Everybody is asked once, in play order from the start player, but not the promoter [Z-9.1 to Z-9.3, R-13].

    The flow strikes out who cannot join, and closes the window when nobody is left.
    """
    desk.push(Window(number, tuple(seat for seat in desk.public.order() if seat != promoter)))


def places(public: Public, window: Window) -> tuple[Place, ...]:
    """The seats that can join when their place comes, whatever those before them do [Z-9.4].

    Nothing in a window changes the coins, markers and figures of who is still to be asked: only the free slot changes.
    """
    facts = content(public.version)
    area, laid = public.laid(window.laid)
    free = markers.free_slot(laid, facts)
    reachable = set() if free is None else {free}
    row = []
    for seat in window.waiting:
        slots = {slot: counts for slot in sorted(reachable) if (counts := _counts(public, seat, area, laid, slot, facts))}
        if slots:
            row.append(Place(seat, slots))
        reachable |= {slot + count for slot, counts in slots.items() for count in counts}
    return tuple(row)


def close(desk: Desk, window: Window) -> bool:
    """Strike out who cannot join; a window without anybody closes, as does a full card's [Z-9.5]."""
    waiting = tuple(place.seat for place in places(desk.public, window))
    if waiting == window.waiting and waiting:
        return False
    desk.pop()
    if waiting:
        desk.push(Window(window.laid, waiting))
    return True


def _slots_of(public: Public, window: Window, seat: int) -> dict[int, tuple[int, ...]]:
    return next((place.slots for place in places(public, window) if place.seat == seat), {})


def _counts(public: Public, seat: int, area: Area, laid: Laid, slot: int, facts: Content) -> tuple[int, ...]:
    """How many markers a seat could place from this slot downwards [Z-9.4, Z-17.5]."""
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
    free = markers.free_slot(laid, facts)
    if slot != free:
        raise IllegalAction("not_the_free_slot", "Z-8.2", slot=slot, free=free or 0)
