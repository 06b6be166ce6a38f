"""Festa: all seats give a card to the right. They choose at the same time with sealed answers [Z-18.15, R-23].

They can change their choice until all are in. Codes: not_in_hand(card).
"""

from collections.abc import Iterator

from engines.contract import IllegalAction, Pending, When
from engines.zena1814 import events
from engines.zena1814.actions import PassCard
from engines.zena1814.desk import Desk
from engines.zena1814.state import AskPass, Public, Seen

KIND = "festa"
ACTIONS = (PassCard,)


def pending(public: Public) -> tuple[Pending, ...]:
    """Return a decision for every seat with a choice; a single card is given without asking."""
    task = public.task
    if not isinstance(task, AskPass):
        return ()
    return tuple(_decision(public, task, seat) for seat in task.seats if public.families[seat].cards > 1)


def legal(seen: Seen, pending: Pending) -> Iterator[PassCard]:
    """Return a choice for each card in hand, action or goal; equal cards count once."""
    return map(PassCard, dict.fromkeys(seen.hand.cards if seen.hand is not None else ()))


def apply(desk: Desk, seat: int, action: PassCard) -> None:
    """Seal the card that goes to the right; it stays in the hand until all choices are in."""
    if action.card not in desk.hands[seat].cards:
        raise IllegalAction("not_in_hand", "Z-18.15", card=action.card)
    _seal(desk, seat, action.card)
    desk.tell(events.PassSealed(seat))


def close(desk: Desk, task: AskPass) -> bool:
    """Ask the seats that hold cards; on later calls carry out all choices once the last is in [Z-18.16].

    Return False if a seat that was asked has not chosen yet, otherwise True.
    """
    if not task.seats:
        _open(desk, task)
        return True
    if any(not desk.family(seat).sealed for seat in task.seats):
        return False
    desk.pop()
    _pass_on(desk, task)
    return True


def _decision(public: Public, task: AskPass, seat: int) -> Pending:
    when = When.MAY if public.families[seat].sealed else When.NOW
    return Pending(seat, KIND, f"festa/{task.laid}", when, sealed=True, reply=True)


def _open(desk: Desk, task: AskPass) -> None:
    desk.pop()
    seats = tuple(seat for seat in desk.public.order() if desk.family(seat).cards)
    if seats:
        desk.push(AskPass(task.laid, seats))
    for seat in seats:
        if desk.family(seat).cards == 1:
            _seal(desk, seat, desk.hands[seat].cards[0])


def _seal(desk: Desk, seat: int, card: str) -> None:
    desk.change_hand(seat, passing=card)
    desk.change_family(seat, sealed=1)


def _pass_on(desk: Desk, task: AskPass) -> None:
    """Pass on the cards; all seats give before any seat receives."""
    desk.before_reveal()
    passes = [(seat, desk.public.right_of(seat), desk.hands[seat].passing or "") for seat in task.seats]
    for seat, _, card in passes:
        desk.lose(seat, card)
        desk.change_hand(seat, passing=None)
        desk.change_family(seat, sealed=0)
    for seat, receiver, card in passes:
        desk.receive(receiver, card)
        desk.reveal(events.CardPassed(seat, receiver, desk.content.deck_of(card)))
        desk.reveal(events.PassedCardSeen(seat, receiver, card), to=tuple(sorted((seat, receiver))))
