"""Trick card: its new area when it is first resolved [Z-18.7 to Z-18.10].

Codes: not_there(area).
"""

from collections.abc import Iterator
from typing import Final

from engines.contract import IllegalAction, Pending
from engines.zena1814 import events, upcoming
from engines.zena1814.actions import MoveTrick
from engines.zena1814.decisions import sheet
from engines.zena1814.desk import Desk
from engines.zena1814.markers import leader
from engines.zena1814.state import AskTrick, Public, Seen

KIND: Final = "trick"
ACTIONS = (MoveTrick,)


def pending(public: Public) -> tuple[Pending, ...]:
    """Return the decision of the promoter when the card is resolved [R-8]."""
    match public.task:
        case AskTrick(laid):
            return (sheet.decision(public, KIND, leader(public.laid(laid)[1]), laid),)
        case _:
            return ()


def legal(seen: Seen, pending: Pending) -> Iterator[MoveTrick]:
    """Return a move to each other area except the Fort [Z-18.7]."""
    area, _ = seen.public.laid(sheet.laid(pending))
    return map(MoveTrick, upcoming.trick_areas(seen.public, area))


def apply(desk: Desk, seat: int, action: MoveTrick) -> None:
    """Make the card the newest of its new area, with its markers.

    It is resolved there if that area is still to come [Z-18.8 to Z-18.10, R-21].
    """
    task = desk.public.task
    assert isinstance(task, AskTrick)
    area, laid = desk.public.laid(task.laid)
    if action.to not in upcoming.trick_areas(desk.public, area):
        raise IllegalAction("not_there", "Z-18.7", area=action.to)
    desk.pop()
    desk.shift(task.laid, action.to)
    desk.tell(events.TrickMoved(seat, laid.card, laid.number, action.to))
