"""Offering a letter as a relay, the first half of a turn [S-4.1, S-4.2]."""

from collections.abc import Iterable

from engines.contract import IllegalAction, Pending
from engines.specimen.actions import Offer, OfferNothing
from engines.specimen.desk import Desk
from engines.specimen.events import LetterOffered
from engines.specimen.state import Public, Relay, Seen, Stable, Turn

KIND = "offer"
ACTIONS = (Offer, OfferNothing)


def key(public: Public) -> str:
    """Return the key of tonight's offers, the same for all seats."""
    return f"offer/{public.night}"


def pending(public: Public) -> tuple[Pending, ...]:
    """Return the decision of the courier on turn; none during another task."""
    match public.task:
        case Turn(seat):
            return (Pending(seat, KIND, key(public)),)
        case _:
            return ()


def legal(seen: Seen, pending: Pending) -> Iterable[Offer | OfferNothing]:
    """Yield the choice of no offer, and an offer of each letter in hand."""
    yield OfferNothing()
    if seen.hand is not None:
        yield from (Offer(letter) for letter in sorted(set(seen.hand.letters)))


def apply(desk: Desk, seat: int, action: Offer | OfferNothing) -> None:
    """Carry out the choice; the hiring of horses follows [S-4.6].

    An offered letter scores and opens its window first [S-4.2].
    """
    desk.pop()
    desk.push(Stable(seat))
    if isinstance(action, Offer):
        _open_relay(desk, seat, action.letter)


def _open_relay(desk: Desk, seat: int, letter: str) -> None:
    if letter not in desk.hands[seat].letters:
        raise IllegalAction("not_your_letter", "S-4.2", letter=letter)
    worth = desk.content.letters[letter].worth
    order = desk.public.order()
    index = order.index(seat)
    desk.lose(seat, letter)
    desk.score(seat, relays=worth)
    desk.tell(LetterOffered(seat, letter, worth))
    desk.push(Relay(seat, letter, waiting=order[index + 1 :] + order[:index]))
