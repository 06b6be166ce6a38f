"""The hand limit: seats above it choose the cards to discard.

All these seats choose at the same time with sealed answers, one card after another [Z-15.1, Z-15.2]. Codes: not_in_hand(card).
"""

from collections import Counter
from collections.abc import Iterator

from engines.contract import IllegalAction, Pending
from engines.zena1814 import events
from engines.zena1814.actions import Discard
from engines.zena1814.content import DECKS
from engines.zena1814.desk import Desk
from engines.zena1814.loader import content
from engines.zena1814.state import AskDiscards, Hand, Public, Seen

KIND = "discard"
ACTIONS = (Discard,)


def pending(public: Public) -> tuple[Pending, ...]:
    """Return a decision for every seat above the limit that has not chosen enough.

    All cards of a seat are chosen on one clock.
    """
    task = public.task
    if not isinstance(task, AskDiscards):
        return ()
    return tuple(_decision(public, seat) for seat in task.seats if public.families[seat].sealed < surplus(public, seat))


def legal(seen: Seen, pending: Pending) -> Iterator[Discard]:
    """Return a choice for each card in hand that is not chosen yet, action or goal; equal cards count once."""
    return map(Discard, dict.fromkeys(remaining_cards(seen.hand) if seen.hand is not None else ()))


def apply(desk: Desk, seat: int, action: Discard) -> None:
    """Seal one card; it stays in the hand until all seats have chosen."""
    hand = desk.hands[seat]
    if action.card not in remaining_cards(hand):
        raise IllegalAction("not_in_hand", "Z-15.2", card=action.card)
    desk.change_hand(seat, discards=(*hand.discards, action.card))
    desk.change_family(seat, sealed=desk.family(seat).sealed + 1)
    desk.tell(events.DiscardSealed(seat))


def close(desk: Desk, task: AskDiscards) -> bool:
    """Ask the seats above the hand limit, or carry out all discards once the last choice is in.

    Returns False if a seat still has to choose.
    """
    if not task.seats:
        _open(desk)
        return True
    if any(desk.family(seat).sealed < surplus(desk.public, seat) for seat in task.seats):
        return False
    desk.pop()
    for seat in task.seats:
        _put_away(desk, seat)
    return True


def surplus(public: Public, seat: int) -> int:
    """Return the number of cards a seat must discard in this phase.

    They stay in hand until all seats have chosen [Z-15.1, Z-15.3, R-33].
    """
    return max(0, public.families[seat].cards - content(public.version).limits.hand_limit)


def remaining_cards(hand: Hand) -> tuple[str, ...]:
    """Return the cards not chosen to discard, in the order received; the newest of equal cards is discarded first."""
    if not hand.discards:
        return hand.cards
    chosen = Counter(hand.discards)
    remaining: list[str] = []
    for card in reversed(hand.cards):
        if chosen[card]:
            chosen[card] -= 1
        else:
            remaining.append(card)
    return tuple(reversed(remaining))


def _decision(public: Public, seat: int) -> Pending:
    number = public.families[seat].sealed + 1
    return Pending(
        seat,
        KIND,
        _key(public, number),
        sealed=True,
        reply=True,
        continues=_key(public, number - 1) if number > 1 else "",
    )


def _key(public: Public, number: int) -> str:
    return f"discard/{public.round}/{number}"


def _open(desk: Desk) -> None:
    desk.pop()
    desk.change(phase="end")
    seats = tuple(seat for seat in desk.public.order() if surplus(desk.public, seat))
    if seats:
        desk.push(AskDiscards(seats))


def _put_away(desk: Desk, seat: int) -> None:
    """Put each card face down under its own deck: seats in play order, cards in the order chosen [Z-15.2, R-25]."""
    desk.before_reveal()
    cards = desk.hands[seat].discards
    backs = [desk.content.deck_of(card) for card in cards]
    for card in cards:
        desk.lose(seat, card)
    desk.change_hand(seat, discards=())
    desk.change_family(seat, sealed=0)
    for deck in DECKS:
        desk.put_under(deck, *(card for card, back in zip(cards, backs, strict=True) if back == deck))
    desk.reveal(events.CardsDiscarded(seat, backs.count("action"), backs.count("goal")))
    desk.tell(events.DiscardsSeen(cards), to=(seat,))
