"""Choosing a road: all at the same time, sealed, and open to change until the last choice is in [S-3]."""

from collections.abc import Iterable

from engines.contract import IllegalAction, Pending, When
from engines.specimen.actions import SealRoad
from engines.specimen.content import content
from engines.specimen.desk import Desk
from engines.specimen.events import RoadSealed
from engines.specimen.state import Public, Saddle, Seen

KIND = "saddle"
ACTIONS = (SealRoad,)


def key(public: Public) -> str:
    """Return the key of tonight's choice, the same for all seats."""
    return f"saddle/{public.night}"


def pending(public: Public) -> tuple[Pending, ...]:
    """Return a decision for every seat; seats that have sealed a road can still change it [S-3.1]."""
    if not isinstance(public.task, Saddle):
        return ()
    return tuple(
        Pending(seat, KIND, key(public), When.MAY if courier.sealed else When.NOW, sealed=True)
        for seat, courier in enumerate(public.couriers)
    )


def legal(seen: Seen, pending: Pending) -> Iterable[SealRoad]:
    """Return a choice for each road."""
    return (SealRoad(road) for road in content(seen.public.version).roads)


def apply(desk: Desk, seat: int, action: SealRoad) -> None:
    """Put the road face down [S-3.1]. The flow reveals all roads when the last one is in."""
    if action.road not in desk.content.roads:
        raise IllegalAction("no_such_road", "S-3.1", road=action.road)
    desk.change_hand(seat, road=action.road)
    desk.change_courier(seat, sealed=1)
    desk.tell(RoadSealed(seat))
