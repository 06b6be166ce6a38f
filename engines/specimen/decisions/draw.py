"""Drawing the letter a relay earned, in the middle of its window and off turn [S-4.4]."""

from collections.abc import Iterable

from engines.contract import Pending
from engines.specimen.actions import DrawFrom
from engines.specimen.content import BAGS, Bag
from engines.specimen.desk import Desk
from engines.specimen.events import LetterDrawn, LetterSeen
from engines.specimen.state import Public, RelayDraw, Seen

KIND = "draw"
ACTIONS = (DrawFrom,)


def pending(public: Public) -> tuple[Pending, ...]:
    """The courier who offered; there is one draw at most in each window, so the night and the seat name it."""
    match public.task:
        case RelayDraw(seat):
            return (Pending(seat, KIND, f"draw/{public.night}/{seat}", reply=True),)
        case _:
            return ()


def legal(seen: Seen, pending: Pending) -> Iterable[DrawFrom]:
    """Either bag: both hold letters, or nobody would be asked."""
    return map(DrawFrom, BAGS)


def apply(desk: Desk, seat: int, action: DrawFrom) -> None:
    """Draw: everybody sees from which bag, the courier which letter [S-4.4]."""
    desk.pop()
    desk.before_reveal()
    letter = desk.take(seat, action.bag)
    desk.tell(LetterDrawn(seat, action.bag))
    desk.reveal(LetterSeen(letter), to=(seat,))


def filled_bags(public: Public) -> tuple[Bag, ...]:
    """The bags that can be drawn from."""
    return tuple(bag for bag in BAGS if public.bags.of(bag))
