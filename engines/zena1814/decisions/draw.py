"""Drawing a card from one of two decks, whoever's turn it is [Z-1.7]."""

from collections.abc import Iterator

from engines.contract import Pending
from engines.zena1814 import events
from engines.zena1814.actions import DrawFrom
from engines.zena1814.content import DECKS, Deck
from engines.zena1814.desk import Desk
from engines.zena1814.state import DrawCards, Public, Seen

KIND = "draw"
ACTIONS = (DrawFrom,)


def pending(public: Public) -> tuple[Pending, ...]:
    """The seat that draws; every card is a choice of its own."""
    match public.task:
        case DrawCards(seat, _, before):
            return (Pending(seat, KIND, key(public), reply=True, continues=before),)
        case _:
            return ()


def key(public: Public) -> str:
    """The key of the next draw."""
    return f"draw/{public.drawn + 1}"


def legal(seen: Seen, pending: Pending) -> Iterator[DrawFrom]:
    """Either deck: both hold cards, or nobody would be asked [Z-1.10]."""
    return map(DrawFrom, filled(seen.public))


def apply(desk: Desk, seat: int, action: DrawFrom) -> None:
    """Draw one card; the others of the same go follow [Z-12.4]."""
    task, here = desk.public.task, key(desk.public)
    assert isinstance(task, DrawCards)
    desk.pop()
    if task.count > 1:
        desk.push(DrawCards(seat, task.count - 1, before=here))
    take(desk, seat, action.deck)


def take(desk: Desk, seat: int, deck: Deck) -> None:
    """The top card of a deck comes to a hand: everybody sees from which deck, the seat which card."""
    desk.before_reveal()
    card = desk.take_top(deck)
    desk.receive(seat, card)
    desk.change(drawn=desk.public.drawn + 1)
    desk.change_family(seat, last_deck=deck)
    desk.tell(events.CardDrawn(seat, deck))
    desk.reveal(events.CardSeen(card), to=(seat,))


def filled(public: Public) -> tuple[Deck, ...]:
    """The decks that hold cards."""
    return tuple(deck for deck in DECKS if public.decks.of(deck))


def draw_forced(desk: Desk, task: DrawCards) -> bool:
    """One deck left is no choice, and none no draw: nothing is shuffled again [Z-1.8, Z-1.10, R-7]."""
    match filled(desk.public):
        case ():
            desk.pop()
            desk.tell(events.NothingToDraw(task.seat, task.count))
            return True
        case (deck,):
            apply(desk, task.seat, DrawFrom(deck))
            return True
        case _:
            return False
