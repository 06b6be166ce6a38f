"""Invariants of every state."""

from collections import Counter

from engines.contract import BrokenState
from engines.specimen.content import BAGS, Content, content
from engines.specimen.decisions.packing import demanded
from engines.specimen.state import Backs, Saddle, State


def check(state: State) -> None:
    """Raise :class:`BrokenState` if letters are lost, public and hidden items disagree, or a number is out of range."""
    for fault, is_valid in (
        ("letters are lost or doubled", _letters(state) == _stock(state)),
        ("a bag holds more or fewer than shown", state.public.bags == Backs(len(state.vault.town), len(state.vault.court))),
        ("a letter lies in the wrong bag", all(_facts(state).bag(one) == bag for bag in BAGS for one in state.vault.bag(bag))),
        ("a hand disagrees with what is shown", all(_hand_agrees(state, seat) for seat in range(len(state.hands)))),
        ("coins or horses are out of range", _within_limits(state)),
        ("nobody is asked, or the agenda goes on after the end", bool(state.public.agenda) == (state.public.ended is None)),
    ):
        if not is_valid:
            raise BrokenState(fault)


def _facts(state: State) -> Content:
    return content(state.public.version)


def _stock(state: State) -> Counter[str]:
    return Counter(letter for bag in BAGS for letter in _facts(state).stock(bag))


def _letters(state: State) -> Counter[str]:
    letters = (letter for hand in state.hands for letter in hand.letters)
    return Counter((*letters, *state.vault.town, *state.vault.court, *state.public.gone))


def _hand_agrees(state: State, seat: int) -> bool:
    hand, courier = state.hands[seat], state.public.couriers[seat]
    backs = Counter(map(_facts(state).bag, hand.letters))
    sealed = len(hand.packed) + (hand.road is not None)
    return (
        courier.letters == Backs(backs["town"], backs["court"])
        and not Counter(hand.packed) - Counter(hand.letters)
        and courier.sealed == sealed <= (1 if isinstance(state.public.task, Saddle) else demanded(state.public, seat))
    )


def _within_limits(state: State) -> bool:
    horses = _facts(state).limits.horses
    hired = sum(courier.horses for courier in state.public.couriers)
    return 0 <= state.public.stable <= horses - hired and all(courier.coins >= 0 for courier in state.public.couriers)
