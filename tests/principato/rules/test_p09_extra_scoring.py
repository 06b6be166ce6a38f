"""Section P-9: the extra military scoring."""

import pytest

from engines.principato import ENGINE
from engines.principato.actions import EndTurn, FeedUnits, ReleaseUnits
from engines.principato.events import (
    CardTurnedUp,
    ScoringBegan,
    ScoringCardTurnedUp,
    StrengthCompared,
    TurnBegan,
    YearEnded,
)
from engines.principato.state import SCORING, State
from tests.principato.positions import after, bare, now, own, play, replace, started, told, units
from tests.principato.scorings import asked, before_extra, before_year_end, ended, random_game, seats_asked, through

A = bare(militia=2, farms=2, food=3)
B = bare(catapults=1)


def _opening_with_scoring(state: State) -> State:
    """Return the state with the scoring card on top of the next deck."""
    first, *others = state.vault.decks
    opened = (SCORING, *(card for card in first if card != SCORING))
    return replace(state, vault=replace(state.vault, decks=(opened, *others)))


def test_scoring_card_in_mid_pile() -> None:
    """T-10, E-31, P-9.1, P-9.2: after the extra scoring the next card fills the slot, and the year goes on."""
    state = before_extra(bare(catapults=1), bare(), rest=("harvest", "tithe_food"))
    step = ended(state)
    kinds = [type(each.event) for each in step.events]
    assert kinds.index(ScoringCardTurnedUp) < kinds.index(ScoringBegan) < kinds.index(StrengthCompared)
    assert kinds.index(StrengthCompared) < kinds.index(CardTurnedUp) < kinds.index(TurnBegan)
    assert told(step, CardTurnedUp) == [CardTurnedUp("harvest")]
    public = step.state.public
    assert public.display == (*state.public.display[1:], "harvest")
    assert (public.year, public.pile, public.scoring_due) == (2, 1, False)
    assert [(each.number, each.year, each.reason) for each in public.scorings[1:]] == [(2, 2, "extra")]
    assert now(step.state) == [(1, "turn")]


def test_the_scoring_comes_at_once() -> None:
    """P-9.1: the scoring begins before the slot is filled. The game goes on only when all players have decided."""
    state = ended(before_extra(A, B)).state
    assert now(state) == [(0, "feed")]
    assert len(state.public.display) == 4
    state = after(state, 0, FeedUnits())
    assert now(state) == [(0, "release")]
    assert len(state.public.display) == 4
    assert len(after(state, 0, ReleaseUnits()).public.display) == 5


@pytest.mark.parametrize("year", [2, 3])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_an_extra_scoring_is_a_full_one(year: int, seat: int) -> None:
    """P-9.1, P-8.1: an extra scoring has all steps: supply, strength, return of cubes and giving back.

    Then it is the next player's turn.
    """
    state = ended(before_extra(A, B, bare(), year=year, seat=seat)).state
    state = after(state, 0, FeedUnits(food=2))
    assert state.public.scorings[-1].strengths == (2, 1, 0)
    assert state.public.scorings[-1].points == (6, 3, 0)
    assert own(state).militia == units(2)
    assert now(after(state, 0, ReleaseUnits(militia=1))) == [((seat + 1) % 3, "turn")]


def test_the_scoring_card_is_seen_but_never_taken() -> None:
    """P-9.2, P-9.3: in whole games the scoring card enters no display, no hand and not the box of action cards.

    The public state says whether the pile still contains it.
    """
    for number in range(3):
        for _, _, _, step in random_game(2 + number, number):
            public = step.state.public
            cards = {*public.display, *public.box, *public.turned, *(card for realm in public.realms for card in realm.cards)}
            assert SCORING not in cards
            assert public.scoring_due == (SCORING in step.state.vault.pile)


# The scoring card as the last card of the pile


def _double(a=A) -> State:
    return ended(before_extra(a, B, rest=())).state


def test_two_scorings_in_a_row() -> None:
    """T-8, E-31, E-32, P-9.4: cubes spent in the first scoring are not available in the second."""
    state = after(_double(), 0, FeedUnits(food=2))
    assert [each.points for each in state.public.scorings[-1:]] == [(5, 0)]
    step = play(state, 0, ReleaseUnits())
    assert told(step, YearEnded) == [YearEnded(2)]
    assert [(each.number, each.reason) for each in told(step, ScoringBegan)] == [(3, "year_end")]
    assert [each.key for each in asked(step.state, "feed")] == ["feed/3"]
    state = after(step.state, 0, FeedUnits(food=1))
    assert (state.public.scorings[-1].strengths, state.public.scorings[-1].points) == ((0, 1), (0, 5))
    assert [realm.points for realm in state.public.realms] == [5, 5]
    assert own(state).food == 0


def test_two_scorings_with_a_unit_given_back_between() -> None:
    """T-8, E-32, P-9.4: after one militia is given back, the second scoring is a tie."""
    state = after(_double(), 0, FeedUnits(food=2), ReleaseUnits(militia=1), FeedUnits(food=1))
    assert [each.strengths for each in state.public.scorings[-2:]] == [(2, 1), (1, 1)]
    assert [realm.points for realm in state.public.realms] == [8, 3]


def test_two_scorings_with_a_favour() -> None:
    """T-8, E-32: with a favour in the church, the player wins both scorings."""
    state = _double(replace(A, favour=1))
    state = after(state, 0, FeedUnits(food=2), ReleaseUnits(), FeedUnits(food=1, favour_militia=1))
    assert [realm.points for realm in state.public.realms] == [10, 0]
    assert own(state).favour == 0


def test_the_order_is_found_anew() -> None:
    """E-32, P-8.5: units given back after the first scoring change the order of the second."""
    state = ended(before_extra(bare(militia=3, food=1), bare(militia=2, food=1), rest=())).state
    assert state.public.scorings[-1].order == (0, 1)
    state = after(after(state, 0, FeedUnits()), 1, FeedUnits())
    state = after(after(state, 0, ReleaseUnits(militia=2)), 1, ReleaseUnits())
    assert state.public.scorings[-1].order == (1, 0)
    assert now(state) == [(1, "feed")]


def test_a_double_scoring_at_the_end_of_the_game() -> None:
    """P-9.4, P-8.14: units can be given back after the first scoring, but not after the second."""
    state = ended(before_extra(A, B, rest=(), year=3)).state
    state = after(state, 0, FeedUnits(food=2))
    assert seats_asked(state, "release") == [0]
    done = after(state, 0, ReleaseUnits(), FeedUnits(food=1))
    assert ENGINE.outcome(done.public) is not None
    assert [each.reason for each in done.public.scorings[-2:]] == ["extra", "year_end"]


# The scoring card as the first card of a year


@pytest.mark.parametrize("year", [1, 2])
def test_scoring_card_on_top_of_a_new_deck(year: int) -> None:
    """T-9, E-31, P-9.5: the extra scoring follows the scoring at the end of the year, before the first turn.

    It belongs to the new year.
    """
    state = _opening_with_scoring(before_year_end(B, bare(), year=year))
    step = through(state)
    assert [each.reason for each in told(step, ScoringBegan)] == ["year_end", "extra"]
    assert [(each.year, each.reason) for each in step.state.public.scorings[-2:]] == [(year, "year_end"), (year + 1, "extra")]
    assert told(step, CardTurnedUp) == [CardTurnedUp(state.vault.decks[0][1])]
    assert told(step, TurnBegan)[0].seat == 1
    assert len(step.state.public.display) == 5
    assert (step.state.public.year, step.state.public.scoring_due) == (year + 1, False)


def test_two_scorings_there_have_been_after_it() -> None:
    """T-9: the second scoring comes before the first turn of year 2. Each scoring has its own supply decision."""
    state = ended(_opening_with_scoring(before_year_end(A, B))).state
    assert [each.key for each in asked(state, "feed")] == ["feed/1"]
    state = after(state, 0, FeedUnits(food=2), ReleaseUnits())
    assert [each.key for each in asked(state, "feed")] == ["feed/2"]
    assert state.public.year == 2
    state = after(state, 0, FeedUnits(food=1), ReleaseUnits(militia=2))
    assert len(state.public.scorings) == 2
    assert now(state) == [(1, "turn")]


def test_both_extra_scorings_at_the_worst_time() -> None:
    """E-31, P-9.6: three scorings follow a single turn if the scoring cards are last in year 2 and first in year 3."""
    state = _opening_with_scoring(before_extra(bare(catapults=1), bare(), rest=()))
    step = play(state, 0, EndTurn())
    assert [each.reason for each in told(step, ScoringBegan)] == ["extra", "year_end", "extra"]
    assert own(step.state).points == 15
    assert step.state.public.year == 3


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_five_scorings_in_a_game(seats: int) -> None:
    """P-9.6, E-31: a game has five scorings: three at year ends, and an extra scoring in each of years 2 and 3."""
    for number in range(3):
        *_, (_, _, _, step) = random_game(seats, number)
        scorings = step.state.public.scorings
        assert [each.number for each in scorings] == [1, 2, 3, 4, 5]
        assert sorted((each.year, each.reason) for each in scorings) == [
            (1, "year_end"),
            (2, "extra"),
            (2, "year_end"),
            (3, "extra"),
            (3, "year_end"),
        ]


def test_the_first_year_has_no_scoring_card() -> None:
    """P-9.6, P-3.2: only years 2 and 3 have a scoring card. The public state says whether it is still to come."""
    state = before_year_end(bare(), bare())
    assert not state.public.scoring_due
    assert through(state).state.public.scoring_due
    assert through(before_year_end(bare(), bare(), year=2)).state.public.scoring_due
    assert not started(2).public.scoring_due
