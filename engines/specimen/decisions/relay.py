"""Joining a relay: all seats that can join are asked together; answers apply in order [S-4.2 to S-4.5]."""

from collections.abc import Iterable, Iterator

from engines.contract import IllegalAction, Pending, When
from engines.specimen.actions import Decline, Join
from engines.specimen.content import content
from engines.specimen.desk import Desk
from engines.specimen.events import RelayDeclined, RelayJoined
from engines.specimen.state import Public, Relay, RelayDraw, Seen

KIND = "relay"
ACTIONS = (Join, Decline)


def pending(public: Public) -> tuple[Pending, ...]:
    """Return the decisions of a relay: the next seat is asked now, unless a draw comes first.

    The later seats are asked in advance [S-4.2].
    """
    relay = _relay(public)
    if relay is None:
        return ()
    seats = [seat for seat in relay.waiting if can_join(public, relay, seat)]
    return tuple(
        Pending(seat, KIND, f"relay/{public.night}/{relay.seat}", _when(public, first=seat == seats[0]), reply=True)
        for seat in seats
    )


def legal(seen: Seen, pending: Pending) -> Iterable[Join | Decline]:
    """Yield a refusal to join, and joining at the next place if the seat can pay for it.

    In advance, yield every affordable place that could be next by then [S-4.3].
    """
    relay = _relay(seen.public)
    if relay is None:
        return
    yield Decline()
    yield from (Join(place) for place in _possible_places(seen.public, relay, pending))


def apply(desk: Desk, seat: int, action: Join | Decline) -> None:
    """Carry out a seat's answer [S-4.3]. A seat is asked now only while the relay is on top of the agenda."""
    relay = _relay(desk.public)
    assert relay is not None
    desk.pop()
    after = relay.waiting[relay.waiting.index(seat) + 1 :]
    if isinstance(action, Decline):
        desk.push(Relay(relay.seat, relay.letter, relay.joined, after))
        desk.tell(RelayDeclined(seat))
    else:
        desk.push(Relay(relay.seat, relay.letter, (*relay.joined, seat), after))
        _join(desk, seat, action, relay)


def can_join(public: Public, relay: Relay, seat: int) -> bool:
    """Return whether a seat could take the next place or a later one.

    Places only get more expensive, so a seat that cannot join now never can [S-4.5].
    """
    return bool(public.stable) and any(_affordable(public, seat, range(next_place(relay), _places(public) + 1)))


def next_place(relay: Relay) -> int:
    """Return the next free place, counted from 1 [S-4.3]."""
    return len(relay.joined) + 1


def _join(desk: Desk, seat: int, action: Join, relay: Relay) -> None:
    place = next_place(relay)
    if action.place != place:
        raise IllegalAction("not_the_next_place", "S-4.3", place=action.place, next=place)
    points = desk.content.limits.joining
    desk.change_courier(seat, coins=desk.courier(seat).coins - place)
    desk.change(stable=desk.public.stable - 1)
    desk.score(seat, joined=points)
    desk.tell(RelayJoined(seat, place, points))
    if place == 1:
        desk.push(RelayDraw(relay.seat))  # the draw is on top of the window, so it comes before the next seat is asked [S-4.4]


def _relay(public: Public) -> Relay | None:
    return next((task for task in public.agenda if isinstance(task, Relay)), None)


def _when(public: Public, *, first: bool) -> When:
    return When.NOW if first and isinstance(public.task, Relay) else When.AHEAD


def _possible_places(public: Public, relay: Relay, pending: Pending) -> Iterator[int]:
    before = 0 if pending.when is When.NOW else relay.waiting.index(pending.seat)
    first = next_place(relay)
    last = min(first + before, first + public.stable - 1, _places(public))
    return _affordable(public, pending.seat, range(first, last + 1))


def _affordable(public: Public, seat: int, places: Iterable[int]) -> Iterator[int]:
    return (place for place in places if place <= public.couriers[seat].coins)


def _places(public: Public) -> int:
    return content(public.version).limits.places
