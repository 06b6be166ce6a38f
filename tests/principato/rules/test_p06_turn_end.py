"""Section P-6: the display at the end of a turn."""

import pytest

from engines.principato.events import CardDropped, CardTurnedUp, ScoringBegan, ScoringCardTurnedUp, TurnBegan, YearEnded
from engines.principato.state import SCORING
from tests.principato.positions import END, after, bare, now, own, play, position, realm, told
from tests.principato.scorings import random_game

SHOWN = ("build_farm", "build_palazzo", "collect_rent", "buy_field", "muster_militia")
PILE = ("tithe_food", "hire_condottieri", "harvest")


def _shown():
    return position(realm("harvest", "build_bank"), display=SHOWN, pile=PILE)


def test_the_leftmost_card_leaves_the_game() -> None:
    """P-6.1, E-26: the leftmost card goes from the display into the public box."""
    state = _shown()
    step = play(state, 0, END)
    assert [event.card for event in told(step, CardDropped)] == ["build_farm"]
    assert step.state.public.box == (*state.public.box, "build_farm")
    assert "build_farm" not in step.state.public.display


def test_the_others_move_up_and_one_comes() -> None:
    """P-6.2, P-6.3, T-13: the other cards keep their order, and the top card of the pile fills the rightmost slot."""
    step = play(_shown(), 0, END)
    assert step.state.public.display == (*SHOWN[1:], "tithe_food")
    assert [event.card for event in told(step, CardTurnedUp)] == ["tithe_food"]
    assert step.state.vault.pile == PILE[1:]
    assert (step.state.public.pile, step.state.public.turned[-1]) == (2, "tithe_food")
    again = after(step.state, 1, END)
    assert again.public.display == (*SHOWN[2:], *PILE[:2])


def test_order_of_the_end_of_a_turn() -> None:
    """E-26, P-6.1 to P-6.6: the leftmost card leaves, a card is turned up, and the next turn begins."""
    step = play(_shown(), 0, END)
    kinds = (CardDropped, CardTurnedUp, TurnBegan)
    assert [type(each.event) for each in step.events if isinstance(each.event, kinds)] == list(kinds)


def test_scoring_card() -> None:
    """P-6.4, P-9.2: a scoring card causes a scoring, after which the next card is turned up."""
    state = position(bare("harvest", "build_bank"), display=SHOWN, pile=(SCORING, "tithe_food"), year=2)
    step = play(state, 0, END)
    kinds = (CardDropped, ScoringCardTurnedUp, ScoringBegan, CardTurnedUp, TurnBegan)
    assert [type(each.event) for each in step.events if isinstance(each.event, kinds)] == list(kinds)
    assert step.state.public.display == (*SHOWN[1:], "tithe_food")
    assert not step.state.public.scoring_due


def test_year_end() -> None:
    """P-6.5, E-29: the year ends only when the pile has no card for the slot. One card left means one more turn."""
    state = position(bare("harvest", "build_bank"), display=SHOWN, pile=("tithe_food",))
    step = play(state, 0, END)
    assert not told(step, YearEnded)
    assert now(step.state) == [(1, "turn")]
    assert [event.year for event in told(play(step.state, 1, END), YearEnded)] == [1]


@pytest.mark.parametrize(("seats", "seat"), [(2, 1), (3, 0), (3, 2), (4, 3)])
def test_next_player(seats: int, seat: int) -> None:
    """P-6.6: turns go clockwise by seats, from any start player."""
    state = after(position(seats=seats, seat=seat, start=1), seat, END)
    assert now(state) == [((seat + 1) % seats, "turn")]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_box_is_final(seats: int) -> None:
    """P-6.7: cards in the box stay there, and cards are never shuffled again."""
    for before, _, _, step in random_game(seats, 5):
        old, new = before.public, step.state.public
        assert new.box[: len(old.box)] == old.box
        assert not step.draws
        if new.year == old.year:
            assert before.vault.pile[len(before.vault.pile) - len(step.state.vault.pile) :] == step.state.vault.pile


def test_passing_changes_only_the_display() -> None:
    """E-25: if all actions are passed, the leftmost card still leaves and a new card is turned up."""
    state = _shown()
    ended = after(state, 0, END)
    assert (own(ended, 0), own(ended, 1)) == (own(state, 0), own(state, 1))
    assert len(ended.public.display) == 5
