"""Manezzi: the figure that receives its marker [Z-18.1 to Z-18.4]. No answer can be refused."""

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
    """Return the decision of the promoter when the card is resolved."""
    match public.task:
        case AskFigure(laid):
            return (sheet.decision(public, KIND, leader(public.laid(laid)[1]), laid),)
        case _:
            return ()


def legal(seen: Seen, pending: Pending) -> Iterator[PutUnder]:
    """Return a choice for each figure, in any area and with anything under it [Z-18.4]."""
    return map(PutUnder, FIGURES)


def apply(desk: Desk, seat: int, action: PutUnder) -> None:
    """Put the marker under the figure for good [Z-18.1, R-20].

    The markers below move up, and a card left without markers leaves straight away.
    """
    task = desk.public.task
    assert isinstance(task, AskFigure)
    desk.pop()
    desk.lift(task.laid, 0)
    markers_under = desk.family(seat).figure(action.figure).markers
    desk.change_figure(seat, action.figure, markers=markers_under + 1)
    desk.tell(events.MarkerPutUnder(seat, task.laid, action.figure))
    if not desk.public.laid(task.laid)[1].markers:
        desk.remove(task.laid, "emptied")
