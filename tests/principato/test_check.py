"""Check of states: it accepts correct states, and refuses broken states with their fault [P-15.1, P-16, 2.17]."""

from collections.abc import Callable

import pytest

from engines.contract import BrokenState
from engines.principato import ENGINE
from engines.principato.actions import FeedUnits, ReleaseUnits
from engines.principato.state import SCORING, AskRelease, AskTurn, Hand, Refill, State, Stock, Units
from tests.principato.positions import after, bare, own, position, realm, replace, supply, units, with_public
from tests.principato.scorings import scoring


def _realm(state: State, **changes: object) -> State:
    first, *others = state.public.realms
    return with_public(state, realms=(replace(first, **changes), *others))


def _balanced(state: State, **changes: object) -> State:
    """Return the changed state with the remaining pieces of the pool in the supply.

    The total number of pieces stays correct.
    """
    found = _realm(state, **changes)
    return with_public(found, supply=supply(found.public.realms))


def _supply(state: State, **changes: object) -> State:
    return with_public(state, supply=replace(state.public.supply, **changes))


def _vault(state: State, **changes: object) -> State:
    return replace(state, vault=replace(state.vault, **changes))


def _swapped(state: State, card: str) -> State:
    """Return the state with a card of the box and the first card of the next deck exchanged."""
    first, *others = state.vault.decks[0]
    return with_public(_vault(state, decks=((card, *others),)), box=(first, *state.public.box[1:]))


def _hand(state: State, **changes: object) -> State:
    first, *others = state.hands
    return replace(state, hands=(replace(first, **changes), *others))


BROKEN: dict[str, tuple[str, Callable[[State], State]]] = {
    "a farm too many": ("tiles", lambda state: _realm(state, farms=own(state).farms + 1)),
    "a bank too few": ("tiles", lambda state: _supply(state, palazzi_banks=0)),
    "a catapult out of nowhere": ("tiles", lambda state: _realm(state, catapults=1)),
    "a unit too many": ("tiles", lambda state: _realm(state, militia=Units(1))),
    "food lost": ("cubes", lambda state: _realm(state, food=0)),
    "money doubled": ("cubes", lambda state: _supply(state, money=39)),
    "favour lost": ("cubes", lambda state: _realm(state, favour=0)),
    "a painting doubled": ("culture", lambda state: _realm(state, paintings=(7,))),
    "books out of order": ("culture", lambda state: _balanced(state, books=(3, 5))),
    "a value that is not printed": (
        "culture",
        lambda state: _supply(_realm(state, monuments=(9,)), monuments=(Stock(4, 5), Stock(3, 5), Stock(2, 5), Stock(9, -1))),
    ),
    "fewer than no units": ("less than nothing", lambda state: _balanced(state, militia=Units(38))),
    "three food on a farm": ("holds too much", lambda state: _balanced(state, food=3)),
    "four favour in the church": ("holds too much", lambda state: _balanced(state, favour=4)),
    "two cubes on a unit": ("holds too much", lambda state: _balanced(state, militia=units(1, proper=1, favour=1))),
    "a card doubled": ("cards", lambda state: _realm(state, cards=("harvest", "harvest"))),
    "a card lost": ("cards", lambda state: with_public(state, box=state.public.box[1:], display=state.public.display[:-1])),
    "a longer pile than shown": ("pile", lambda state: with_public(state, pile=state.public.pile - 1)),
    "the scoring card shown as gone": ("pile", lambda state: with_public(state, scoring_due=False)),
    "a card in another year": (
        "pile",
        lambda state: _vault(state, pile=(state.vault.decks[0][0], SCORING), decks=(("harvest", *state.vault.decks[0][1:]),)),
    ),
    "a card of a year gone by in a deck to come": ("pile", lambda state: _swapped(state, state.public.box[0])),
    "a gap in the display": (
        "display",
        lambda state: with_public(state, display=state.public.display[:-1], box=(*state.public.box, state.public.display[-1])),
    ),
    "a turn not counted": ("turns", lambda state: with_public(state, turn=state.public.turn - 1)),
    "three actions": ("turns", lambda state: with_public(state, agenda=(AskTurn(0, 3),))),
    "a seat passed over": ("turns", lambda state: with_public(state, next_seat=0)),
    "points from nowhere": ("scorings", lambda state: _realm(state, points=4)),
    "a scoring numbered wrongly": (
        "scorings",
        lambda state: with_public(state, scorings=(replace(state.public.scorings[0], number=2),)),
    ),
    "a scoring forgotten": ("scorings", lambda state: with_public(state, scorings=())),
    "a card to turn up in a turn": ("agenda", lambda state: with_public(state, agenda=(AskTurn(0), Refill()))),
    "two turns at once": ("agenda", lambda state: with_public(state, agenda=(AskTurn(0), AskTurn(0)))),
    "feeding sealed in a turn": ("sealed", lambda state: _hand(state, feeding=FeedUnits())),
    "release sealed in a turn": ("sealed", lambda state: _hand(state, release=ReleaseUnits())),
    "a goal doubled": ("goals", lambda state: replace(state, hands=(state.hands[0],) * 2)),
    "goals of one stack": ("goals", lambda state: replace(state, hands=(Hand(("armoury", "bulwark")), state.hands[1]))),
    "goals shown early": ("scorings", lambda state: with_public(state, goals=tuple(hand.goals for hand in state.hands))),
    "a seat without a hand": ("seats", lambda state: replace(state, hands=state.hands[:1])),
}


def _release() -> State:
    """Return a state in which both seats have units and decide how many of them to give back."""
    state = scoring(bare(militia=1, food=1), bare(militia=1, food=1))
    for seat in (0, 1):
        state = after(state, seat, FeedUnits())
    return state


def _asking(state: State, *seats: int) -> State:
    return with_public(state, agenda=(AskRelease(seats), *state.public.agenda[1:]))


def test_players_with_units_are_asked_which_to_give_back() -> None:
    """P-8.12, 2.17: exactly the seats with units decide. If no seat has units, there is no decision."""
    state = _release()
    assert state.public.task == AskRelease((0, 1))
    ENGINE.check(state)
    one = _balanced(state, militia=Units(0))
    ENGINE.check(_asking(one, 1))
    nobody = with_public(one, realms=tuple(replace(each, militia=Units(0)) for each in one.public.realms))
    nobody = with_public(nobody, supply=supply(nobody.public.realms))
    for broken in (_asking(state, 0), _asking(state), _asking(one, 0, 1), _asking(one, 0), _asking(nobody)):
        with pytest.raises(BrokenState, match="agenda"):
            ENGINE.check(broken)


def _state() -> State:
    return position(realm(), bare(), year=2, pile=("harvest", SCORING))


def test_the_state_itself_can_be() -> None:
    """The check accepts the unchanged state. Each broken state below is a change of this state."""
    ENGINE.check(_state())


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_state_is_refused(name: str) -> None:
    """Section 2.17: the check refuses a state with a single fault, and names the fault."""
    fault, broken = BROKEN[name]
    with pytest.raises(BrokenState, match=fault):
        ENGINE.check(broken(_state()))
