"""Section P-10: the start of years 2 and 3."""

import pytest

from engines.principato import ENGINE
from engines.principato.actions import EndTurn
from engines.principato.events import CardTurnedUp, TurnBegan, YearBegan
from engines.principato.state import SCORING, State
from tests.principato.positions import CONTENT, bare, now, play, replace, started, told, with_public
from tests.principato.scorings import before_extra, before_year_end, ended, mover, random_game, through


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("year", [1, 2])
def test_the_next_deck_is_the_pile(seats: int, year: int) -> None:
    """P-10.1, P-10.2: the next deck becomes the pile, and its top card fills the display.

    The remaining cards, including the scoring card, stay face down.
    """
    state = before_year_end(*[bare()] * seats, year=year)
    deck, *later = state.vault.decks
    step = through(state)
    public = step.state.public
    assert told(step, YearBegan) == [YearBegan(year + 1)]
    assert told(step, CardTurnedUp) == [CardTurnedUp(deck[0])]
    assert step.state.vault.pile == deck[1:]
    assert step.state.vault.decks == tuple(later)
    assert len(deck) == len(CONTENT.deck(year + 1, seats)) + 1
    assert (public.year, public.pile, public.scoring_due) == (year + 1, len(deck) - 1, True)
    assert public.display == (*state.public.display[1:], deck[0])


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("year", [1, 2])
def test_the_display_is_full_in_the_first_turn(seats: int, year: int) -> None:
    """P-10.2, E-27: the display is full in the first turn of a year, also after an extra scoring."""
    size = CONTENT.for_seats(seats).display
    assert len(through(before_year_end(*[bare()] * seats, year=year)).state.public.display) == size
    assert len(through(before_extra(*[bare()] * seats)).state.public.display) == size


def test_the_display_is_full_in_every_turn() -> None:
    """E-27, P-4.6: in whole games the display is full in every turn."""
    for seats in (2, 3, 4):
        for state, _, action, _ in random_game(seats, 7):
            if isinstance(action, EndTurn):
                assert len(state.public.display) == CONTENT.for_seats(seats).display


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("year", [1, 2])
def test_the_next_player_begins(seat: int, year: int) -> None:
    """P-10.3, E-30, U-7: the player clockwise of the one who ended the year begins. The start player stays the same."""
    state = before_year_end(*[bare(militia=1)] * 4, seat=seat, start=2, year=year)
    step = through(state)
    following = (seat + 1) % 4
    assert now(step.state) == [(following, "turn")]
    assert [each.seat for each in told(step, TurnBegan)] == [following]
    assert step.state.public.start == 2


def test_cards_turned_up_are_counted_by_year() -> None:
    """P-10.1: the list of cards turned up starts empty for each year's deck. It excludes cards already in the display."""
    state = before_year_end(bare(), bare())
    public = through(state).state.public
    assert public.turned == (state.vault.decks[0][0],)


def _shortened(state: State, *less: int) -> State:
    """Return the same game with this many action cards fewer in the pile and in each later deck."""
    piles = [list(pile) for pile in (state.vault.pile, *state.vault.decks)]
    for pile, count in zip(piles, less, strict=True):
        for card in [card for card in pile if card != SCORING][:count]:
            pile.remove(card)
    vault = replace(state.vault, pile=tuple(piles[0]), decks=tuple(map(tuple, piles[1:])))
    return with_public(replace(state, vault=vault), pile=len(piles[0]))


@pytest.mark.parametrize("less", [(1, 0, 0), (1, 1, 0), (2, 1, 2), (0, 2, 1)])
def test_uneven_decks(less: tuple[int, int, int]) -> None:
    """E-30, P-10.3, P-16: a year can end after any player's turn. The turn order continues into the next year."""
    state = _shortened(started(3, feeding="sealed"), *less)
    seat, turns = mover(state), 0
    while state.public.agenda:
        assert now(state) == [(seat, "turn")]
        state = ENGINE.apply(state, seat, EndTurn()).state
        seat, turns = (seat + 1) % 3, turns + 1
    assert turns == 63 - sum(less)
    assert len(state.public.scorings) == 5


def test_nothing_is_reshuffled() -> None:
    """P-10.1, P-6.7: cards in the box never return, and no deck changes before its year."""
    box: tuple[str, ...] = ()
    for before, _, _, step in random_game(2, 3):
        now_there = step.state.public.box
        assert now_there[: len(box)] == box
        box = now_there
        if before.public.year == step.state.public.year:
            assert before.vault.decks == step.state.vault.decks


def test_a_year_begins_once() -> None:
    """P-10.1: each year has its own deck. After the last year no further year begins."""
    state = before_year_end(bare(), bare(), year=3)
    assert state.vault.decks == ()
    assert told(ended(state), YearBegan) == []
    assert told(play(before_year_end(bare(), bare(), year=2), 0, EndTurn()), YearBegan) == [YearBegan(3)]
