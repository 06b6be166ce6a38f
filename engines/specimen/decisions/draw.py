"""Drawing the letter earned by a relay, while the relay's window is open and outside the turn order [S-4.4]."""

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
    """Return the decision of the courier who offered.

    Each window has at most one draw, so night and seat identify it.
    """
    match public.task:
        case RelayDraw(seat):
            return (Pending(seat, KIND, f"draw/{public.night}/{seat}", reply=True),)
        case _:
            return ()


def legal(seen: Seen, pending: Pending) -> Iterable[DrawFrom]:
    """Return both bags. The seat is asked only if both hold letters."""
    return map(DrawFrom, BAGS)


def apply(desk: Desk, seat: int, action: DrawFrom) -> None:
    """Draw: everybody sees the bag, only the courier sees the letter [S-4.4]."""
    desk.pop()
    desk.before_reveal()
    letter = desk.take(seat, action.bag)
    desk.tell(LetterDrawn(seat, action.bag))
    desk.reveal(LetterSeen(letter), to=(seat,))


def filled_bags(public: Public) -> tuple[Bag, ...]:
    """Return the bags that can be drawn from."""
    return tuple(bag for bag in BAGS if public.bags.of(bag))
