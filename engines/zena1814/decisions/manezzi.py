"""Manezzi: under which figure its marker goes [Z-18.1 to Z-18.4]. Nothing can be refused."""

from collections.abc import Iterator
from typing import Final

from engines.contract import Pending
from engines.zena1814 import events
from engines.zena1814.actions import PutUnder
from engines.zena1814.content import FIGURES
from engines.zena1814.decisions import sheet
from engines.zena1814.desk import Desk
from engines.zena1814.markers import leader
from engines.zena1814.state import AskFigure, Public, Seen

KIND: Final = "manezzi"
ACTIONS = (PutUnder,)


def pending(public: Public) -> tuple[Pending, ...]:
    """The promoter, when the card comes up."""
    match public.task:
        case AskFigure(laid):
            return (sheet.asked(public, KIND, leader(public.laid(laid)[1]), laid),)
        case _:
            return ()


def legal(seen: Seen, pending: Pending) -> Iterator[PutUnder]:
    """Any figure, wherever it stands, and whatever is under it [Z-18.4]."""
    return map(PutUnder, FIGURES)


def apply(desk: Desk, seat: int, action: PutUnder) -> None:
    """The marker goes under the figure for good; those below move up, and a card left without leaves at once [Z-18.1, R-20]."""
    task = desk.public.task
    assert isinstance(task, AskFigure)
    desk.pop()
    desk.lift(task.laid, 0)
    under = desk.family(seat).figure(action.figure).markers
    desk.change_figure(seat, action.figure, markers=under + 1)
    desk.tell(events.MarkerPutUnder(seat, task.laid, action.figure))
    if not desk.public.laid(task.laid)[1].markers:
        desk.remove(task.laid, "emptied")
