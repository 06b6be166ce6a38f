"""Drawing a card from one of two decks, during any seat's turn [Z-1.7]."""

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
    """Return the decision of the seat that draws; every card is a separate choice."""
    match public.task:
        case DrawCards(seat, _, before):
            return (Pending(seat, KIND, key(public), reply=True, continues=before),)
        case _:
            return ()


def key(public: Public) -> str:
    """Return the key of the next draw."""
    return f"draw/{public.drawn + 1}"


def legal(seen: Seen, pending: Pending) -> Iterator[DrawFrom]:
    """Return a choice for each deck that holds cards. The seat is asked only if both do [Z-1.10]."""
    return map(DrawFrom, filled_decks(seen.public))


def apply(desk: Desk, seat: int, action: DrawFrom) -> None:
    """Draw one card; further cards of the same draw follow [Z-12.4]."""
    task, draw_key = desk.public.task, key(desk.public)
    assert isinstance(task, DrawCards)
    desk.pop()
    if task.count > 1:
        desk.push(DrawCards(seat, task.count - 1, before=draw_key))
    take(desk, seat, action.deck)


def take(desk: Desk, seat: int, deck: Deck) -> None:
    """Move the top card of a deck to a hand: everybody sees the deck, only the seat sees the card."""
    desk.before_reveal()
    card = desk.take_top(deck)
    desk.receive(seat, card)
    desk.change(drawn=desk.public.drawn + 1)
    desk.change_family(seat, last_deck=deck)
    desk.tell(events.CardDrawn(seat, deck))
    desk.reveal(events.CardSeen(card), to=(seat,))


def filled_decks(public: Public) -> tuple[Deck, ...]:
    """Return the decks that hold cards."""
    return tuple(deck for deck in DECKS if public.decks.of(deck))


def draw_forced(desk: Desk, task: DrawCards) -> bool:
    """Draw without asking: from the only deck that holds cards, or nothing if both are empty.

    Returns False if the seat can choose a deck. Nothing is reshuffled [Z-1.8, Z-1.10, R-7].
    """
    match filled_decks(desk.public):
        case ():
            desk.pop()
            desk.tell(events.NothingToDraw(task.seat, task.count))
            return True
        case (deck,):
            apply(desk, task.seat, DrawFrom(deck))
            return True
        case _:
            return False
