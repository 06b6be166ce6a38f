"""Checks of impossible states. The error for a broken state names its fault [ledger 5, invariants]."""

from collections.abc import Callable
from typing import Any

import pytest

from engines.contract import BrokenState
from engines.zena1814 import ENGINE
from engines.zena1814.content import Area
from engines.zena1814.state import (
    AskCoins,
    AskDiscards,
    AskFigure,
    AskPass,
    AskPurchase,
    AskTrick,
    BeginRound,
    DrawCards,
    Hand,
    Laid,
    Placed,
    PlaceFigures,
    Row,
    Standing,
    State,
    Tally,
    Window,
)
from tests.zena1814.positions import at_area, card, family, position, replace, started, with_public

GOALS = ("go_dagghe", "go_maj_port")
CARDS = ("ot_tavern", "ca_sermon", "ca_chapel", "po_cargo", "bk_loan")
NOBODY: Any = 9


def _state() -> State:
    rows = {
        "old_town": [card("ot_manezzi", 0)],
        "bank": [card("bk_shares", 0, 1), card("bk_investment", 1), card("ot_sollevacoin", 1, moved=True)],
        "fort": [card("fo_1"), card("fo_2", 1)],
    }
    return position(
        family("port", under={"lord": 1}, hand=(*GOALS, *CARDS)),
        family("bank", hand=("pa_decree",)),
        family("palace"),
        seats=4,
        rows=rows,
        won=("fo_3",),
        under=("fo_4",),
        box=("fo_5", "pa_embassy"),
        round=2,
    )


def _resolving() -> State:
    """Return the state after Old Town and Cathedral are resolved, with a choice of deck pending."""
    rows = {"bank": [card("bk_shares", 0, 1)], "old_town": [card("ot_workshop", 0)]}
    return at_area(position(family("port"), family("bank"), seats=2, rows=rows), "palace", DrawCards(0, 1))


def _ending() -> State:
    """Return a state in which seat 0 has a card more than the hand limit."""
    return position(family("port", hand=(*GOALS, *CARDS)), seats=2, agenda=(AskDiscards((0,)),), phase="end")


def _festa() -> State:
    """Return a state in which seats 0 and 1 choose a card to pass on."""
    players = (family("port", hand=GOALS), family("bank", hand=CARDS))
    rows = {"palace": [card("pa_festa", 0)]}
    return at_area(position(*players, seats=2, rows=rows), "palace", AskPass(1, (0, 1)))


def _over() -> State:
    base = position(family("port", hand=GOALS), family("bank", hand=CARDS), seats=2, agenda=(), phase="end", round=8)
    return with_public(base, goals=(GOALS, ()))


def _family(state: State, **changes: Any) -> State:
    first, *others = state.public.families
    return with_public(state, families=(replace(first, **changes), *others))


def _hand(state: State, **changes: Any) -> State:
    first, *others = state.hands
    return replace(state, hands=(replace(first, **changes), *others))


def _both(state: State, sealed: int, **changes: Any) -> State:
    return _family(_hand(state, **changes), sealed=sealed)


def _vault(state: State, **changes: Any) -> State:
    return replace(state, vault=replace(state.vault, **changes))


def _row(state: State, area: Area, *cards: Laid) -> State:
    rows = tuple(Row(area, cards) if row.area == area else row for row in state.public.rows)
    return with_public(state, rows=rows)


def _laid(state: State, area: Area, place: int, **changes: Any) -> State:
    row = list(state.public.row(area))
    row[place] = replace(row[place], **changes)
    return _row(state, area, *row)


def _on_top(state: State, task: Any) -> State:
    return with_public(state, agenda=(task, *state.public.agenda))


def _sized(state: State, **sizes: int) -> State:
    return with_public(state, decks=replace(state.public.decks, **sizes))


def _exchanged(state: State, here: str, there: str) -> State:
    """Return the state with a hand card of seat 0 and a card of the deck exchanged."""
    cards, deck = list(state.hands[0].cards), list(state.vault.action)
    cards[cards.index(here)], deck[deck.index(there)] = there, here
    return _vault(_hand(state, cards=tuple(cards)), action=tuple(deck))


def _moved_into(state: State, area: Area, name: str, *markers: int) -> State:
    """Return the state with a card of the action deck moved to a row, and markers on it from the supply."""
    deck = list(state.vault.action)
    deck.remove(name)
    laid = Laid(state.public.numbered + 1, name, markers)
    state = _row(with_public(state, numbered=laid.number), area, *state.public.row(area), laid)
    families = tuple(replace(each, supply=each.supply - markers.count(seat)) for seat, each in enumerate(state.public.families))
    return _sized(_vault(with_public(state, families=families), action=tuple(deck)), action=len(deck))


def _standing(state: State, area: Any) -> State:
    first, *others = state.public.families[0].figures
    return _family(state, figures=(Standing(area, first.markers), *others))


BROKEN: dict[str, tuple[str, Callable[[State], State]]] = {
    "a family without a hand": ("seats", lambda state: replace(state, hands=state.hands[:3])),
    "six seats": (
        "seats",
        lambda state: with_public(
            replace(state, hands=(*state.hands, Hand(), Hand())), families=(*state.public.families, *state.public.families[2:])
        ),
    ),
    "an area forgotten": ("areas", lambda state: with_public(state, rows=state.public.rows[:-1])),
    "areas out of order": ("areas", lambda state: with_public(state, rows=state.public.rows[::-1])),
    "a marker lost": ("markers are lost", lambda state: _family(state, supply=state.public.families[0].supply - 1)),
    "a marker doubled on a card": ("markers are lost", lambda state: _laid(state, "fort", 0, markers=(0,))),
    "a marker doubled under a figure": (
        "markers are lost",
        lambda state: _family(state, figures=(Standing("port", 2), *state.public.families[0].figures[1:])),
    ),
    "a marker of nobody": ("markers are lost", lambda state: _laid(state, "fort", 0, markers=(NOBODY,))),
    "fewer than no markers under a figure": (
        "markers are lost",
        lambda state: _family(
            state,
            figures=(Standing("port", -1), *state.public.families[0].figures[1:]),
            supply=state.public.families[0].supply + 2,
        ),
    ),
    "coins owed": ("below nothing", lambda state: _family(state, coins=-1)),
    "points taken away": ("below nothing", lambda state: _family(state, tally=Tally(palace=-2))),
    "a hand card doubled": ("action cards", lambda state: _hand(state, cards=(*state.hands[0].cards, "ot_tavern"))),
    "a card of the deck lost": ("action cards", lambda state: _vault(state, action=state.vault.action[1:])),
    "a card of the box back in the deck": (
        "action cards",
        lambda state: _vault(state, action=(*state.vault.action, "pa_embassy")),
    ),
    "a card in the box and in a row": ("action cards", lambda state: with_public(state, box=(*state.public.box, "bk_shares"))),
    "a goal doubled": ("goal cards", lambda state: _hand(state, cards=(*state.hands[0].cards, "go_maj_port"))),
    "a goal lost": ("goal cards", lambda state: _vault(state, goal=state.vault.goal[1:])),
    "a goal among the action cards": (
        "action cards",
        lambda state: _vault(state, action=(*state.vault.action, state.vault.goal[0]), goal=state.vault.goal[1:]),
    ),
    "a battle won twice": ("Fort cards", lambda state: with_public(state, won=("fo_3", "fo_3"))),
    "a Fort card lost": ("Fort cards", lambda state: _vault(state, fort=state.vault.fort[1:])),
    "a Fort card in the box and the deck": ("Fort cards", lambda state: with_public(state, box=(*state.public.box, "fo_4"))),
    "the boxed event to come": ("events", lambda state: _vault(state, boxed_event=state.vault.event[0])),
    "an event forgotten": ("events", lambda state: with_public(state, events=state.public.events[:1])),
    "a larger action deck than there is": ("decks", lambda state: _sized(state, action=60)),
    "a larger goal deck than there is": ("decks", lambda state: _sized(state, goal=60)),
    "a larger Fort deck than there is": ("decks", lambda state: _sized(state, fort=7)),
    "a larger event deck than there is": ("decks", lambda state: _sized(state, event=8)),
    "a failed Fort card not at the bottom": (
        "decks",
        lambda state: _vault(state, fort=(*state.vault.fort[1:], state.vault.fort[0])),
    ),
    "more known Fort cards than lie in the deck": (
        "decks",
        lambda state: with_public(state, under=("fo_1", "fo_2", *state.vault.fort)),
    ),
    "a back too many": ("a hand", lambda state: _family(state, goals=3)),
    "backs exchanged": ("a hand", lambda state: _family(state, actions=2, goals=5)),
    "a number twice": ("misnumbered", lambda state: _laid(state, "fort", 0, number=1)),
    "a number too high": ("misnumbered", lambda state: _laid(state, "fort", 0, number=99)),
    "a card in another area": (
        "a card lies",
        lambda state: _row(_row(state, "old_town"), "cathedral", *state.public.row("old_town")),
    ),
    "a card that moved and is no trick": ("a card lies", lambda state: _laid(state, "bank", 0, moved=True)),
    "a trick card away from home that has not moved": ("a card lies", lambda state: _laid(state, "bank", 2, moved=False)),
    "a trick card at the Fort": (
        "a card lies",
        lambda state: _row(
            _row(state, "bank", *state.public.row("bank")[:2]), "fort", *state.public.row("fort"), state.public.row("bank")[2]
        ),
    ),
    "four markers on a card": (
        "markers lie",
        lambda state: with_public(
            _laid(state, "bank", 0, markers=(0, 1, 2, 3)),
            families=(
                *state.public.families[:2],
                *(replace(each, supply=each.supply - 1) for each in state.public.families[2:]),
            ),
        ),
    ),
    "two markers of one seat at four seats": (
        "markers lie",
        lambda state: _family(_laid(state, "bank", 0, markers=(0, 1, 0)), supply=state.public.families[0].supply - 1),
    ),
    "a card without markers": (
        "markers lie",
        lambda state: _family(_laid(state, "old_town", 0, markers=()), supply=state.public.families[0].supply + 1),
    ),
    "a figure nowhere": ("figures", lambda state: _standing(state, None)),
    "no start player": ("round", lambda state: with_public(state, start=None)),
    "a ninth round": ("round", lambda state: with_public(state, round=9)),
    "another event in force": ("round", lambda state: with_public(state, event=state.public.events[0])),
    "a round in the setup": ("round", lambda state: with_public(state, phase="setup")),
    "nobody asked": ("agenda", lambda state: with_public(state, agenda=())),
    "what nobody decides on top": ("agenda", lambda state: _on_top(state, BeginRound())),
    "a turn of nobody": ("agenda", lambda state: with_public(state, agenda=(replace(state.public.agenda[0], seat=4),))),
    "a window for nobody": ("agenda", lambda state: _on_top(state, Window(1, ()))),
    "a window for no card": ("agenda", lambda state: _on_top(state, Window(99, (0,)))),
    "a draw of nothing": ("agenda", lambda state: _on_top(state, DrawCards(0, 0))),
    "Manezzi on another card": ("agenda", lambda state: _on_top(state, AskFigure(2))),
    "Manezzi on no card": ("agenda", lambda state: _on_top(state, AskFigure(99))),
    "Manezzi at the Fort": ("agenda", lambda state: _on_top(state, AskFigure(5))),
    "a trick card that moves again": ("agenda", lambda state: _on_top(state, AskTrick(4))),
    "coins for a card without a die": ("agenda", lambda state: _on_top(state, AskCoins(2, (0, 1)))),
    "coins of somebody else": ("agenda", lambda state: _on_top(state, AskCoins(3, (0,)))),
    "coins of nobody": ("agenda", lambda state: _on_top(state, AskCoins(3, ()))),
    "coins for no card": ("agenda", lambda state: _on_top(state, AskCoins(99, (0,)))),
    "a placement sealed in a turn": ("sealed", lambda state: _both(state, 1, placed=(Placed("lord", "ot_tavern"),))),
    "a pass sealed in a turn": ("sealed", lambda state: _both(state, 1, passing="ot_tavern")),
    "a discard sealed in a turn": ("sealed", lambda state: _both(state, 1, discards=("ot_tavern",))),
    "something shown as sealed": ("sealed", lambda state: _family(state, sealed=1)),
    "goals shown early": ("goals", lambda state: with_public(state, goals=(GOALS, (), (), ()))),
}


def _placing() -> State:
    return started(2)


ELSEWHERE: dict[str, tuple[str, Callable[[], State], Callable[[State], State]]] = {
    "four cards after the removal": (
        "an area holds too much",
        _resolving,
        lambda state: _moved_into(
            _moved_into(_moved_into(state, "old_town", "ot_workshop", 0), "old_town", "ot_workshop", 0),
            "old_town",
            "ot_tavern",
            1,
        ),
    ),
    "a one-shot card after the removal": (
        "an area holds too much",
        _resolving,
        lambda state: _moved_into(state, "old_town", "ot_gossip", 0),
    ),
    "a draw without a choice": (
        "agenda",
        lambda: position(seats=2, goal=(), agenda=(DrawCards(0, 1),)),
        lambda state: state,
    ),
    "a purchase without coins": (
        "agenda",
        _resolving,
        lambda state: _family(_on_top(state, AskPurchase(0)), coins=0),
    ),
    "seven cards as a round begins": (
        "a hand is too full",
        _state,
        lambda state: with_public(state, phase="event", agenda=(Window(6, (0,)), *state.public.agenda)),
    ),
    "figures before the placement is open": ("figures", _placing, lambda state: _standing(state, "port")),
    "a start player before there is one": ("round", _placing, lambda state: with_public(state, start=0)),
    "all placements complete and not opened": (
        "agenda",
        _placing,
        lambda state: with_public(state, complete=(0, 1)),
    ),
    "a placement shown as complete": ("sealed", _placing, lambda state: with_public(state, complete=(0,))),
    "a figure on two cards": (
        "sealed",
        _placing,
        lambda state: _both(state, 2, placed=tuple(Placed("lord", name) for name in state.hands[0].cards[:2])),
    ),
    "a figure on a card of the deck": (
        "sealed",
        _placing,
        lambda state: _both(state, 1, placed=(Placed("lord", "no_such_card"),)),
    ),
    "a beginner's game with goals": (
        "goal cards",
        lambda: started(2, mode="beginner"),
        lambda state: _sized(_vault(state, goal=GOALS), goal=2),
    ),
    "a beginner's game with Fort cards": (
        "Fort cards",
        lambda: started(2, mode="beginner"),
        lambda state: _sized(_vault(state, fort=("fo_1",)), fort=1),
    ),
    "a pass of a card that is no longer there": ("sealed", _festa, lambda state: _both(state, 1, passing="po_cargo")),
    "all passes sealed and not opened": (
        "agenda",
        _festa,
        lambda state: with_public(state, families=tuple(replace(each, sealed=1) for each in state.public.families)),
    ),
    "a pass of who is not asked": (
        "sealed",
        lambda: with_public(_festa(), agenda=(AskPass(1, (1,)), *_festa().public.agenda[1:])),
        lambda state: _both(state, 1, passing=GOALS[0]),
    ),
    "all discards sealed and not carried out": (
        "agenda",
        _ending,
        lambda state: _both(state, 1, discards=("ot_tavern",)),
    ),
    "a discard of a card that is no longer there": (
        "sealed",
        lambda: position(family("port", hand=(*GOALS, *CARDS, "pa_decree")), seats=2, agenda=(AskDiscards((0,)),), phase="end"),
        lambda state: _both(state, 1, discards=("bk_shares",)),
    ),
    "a game over without goals": ("agenda", _over, lambda state: with_public(state, goals=())),
    "goals of somebody else at the end": ("goals", _over, lambda state: with_public(state, goals=((), GOALS))),
}


@pytest.mark.parametrize("state", [_state, _resolving, _ending, _festa, _over, _placing], ids=lambda each: each.__name__)
def test_the_states_themselves_can_be(state: Callable[[], State]) -> None:
    """The base states pass the check. Each broken state of this module is a base state with one change."""
    ENGINE.check(state())


def test_an_exchange_of_hidden_cards_can_be() -> None:
    """The check accepts an exchange of hidden cards, since it requires only public information and conserved quantities."""
    ENGINE.check(_exchanged(_state(), "ot_tavern", "ca_sermon"))


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_turn_is_refused(name: str) -> None:
    """Z-10.1, Z-1.11: the check covers conservation, limits, rows, agenda and secrets in the middle of a round."""
    fault, broken = BROKEN[name]
    with pytest.raises(BrokenState, match=fault):
        ENGINE.check(broken(_state()))


@pytest.mark.parametrize("name", ELSEWHERE)
def test_a_broken_moment_is_refused(name: str) -> None:
    """Z-13.2, Z-15.1: the check covers the placement, the resolution, the hand limit and the end."""
    fault, whole, broken = ELSEWHERE[name]
    with pytest.raises(BrokenState, match=fault):
        ENGINE.check(broken(whole()))


def test_placing_is_the_first_task() -> None:
    """Z-4.1: in the placement state used above, the first task is to place the figures."""
    assert isinstance(_placing().public.task, PlaceFigures)
