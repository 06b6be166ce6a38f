"""Section G-4: phases of a round."""

from engines.gonzaga.actions import Donate
from engines.gonzaga.events import CardsLocked, FiefDrawn, OrderSet, PlanSealed, PlansRevealed
from tests.gonzaga.positions import (
    A,
    B,
    C,
    after,
    at_turn,
    donated_out,
    fief,
    legal,
    now,
    play,
    round_of_donations,
    started,
    told,
    wedding,
)


def test_phases_follow_each_other() -> None:
    """G-4.1: plans, the reveal, the turn order, the turns and the next draw follow each other."""
    step = round_of_donations(started(3))
    kinds = [type(each.event) for each in step.events]
    order = [kinds.index(kind) for kind in (PlanSealed, PlansRevealed, OrderSet, CardsLocked, FiefDrawn)]
    assert order == sorted(order)
    assert now(step.state) == [(seat, "plan") for seat in range(3)]


def test_everybody_draws_openly() -> None:
    """G-4.2: each player draws one card before any plan is sealed, and all players see it."""
    state = started(3)
    assert all(court.drawn == court.used[0] for court in state.public.courts)
    step = round_of_donations(state)
    drawn = [each for each in step.events if isinstance(each.event, FiefDrawn)]
    assert [each.event.seat for each in drawn] == [0, 1, 2]
    assert all(each.to is None and each.reveals for each in drawn)


def test_the_fief_is_spent_this_round() -> None:
    """G-4.3: a fief is gone once placed, donated or given up for a Wedding."""
    for state, action in (
        (at_turn(30, B, "francia"), fief("Paris", "Dijon", "Lyon")),
        (at_turn(30, B, "francia"), Donate()),
        (at_turn(30, C, "francia"), wedding("Dijon")),
    ):
        assert after(state, 0, action).public.courts[0].drawn is None


def test_one_card_a_round_and_twelve_rounds_at_most() -> None:
    """G-4.4: after twelve rounds of donations no card is left, and the game ends."""
    state = started(2)
    for number in range(1, 13):
        assert state.public.round == number
        assert {len(court.used) for court in state.public.courts} == {number}
        state = round_of_donations(state).state
    assert state.public.agenda == ()
    assert all(not deck for deck in state.vault.decks)


def test_a_round_ends_when_all_have_acted_once() -> None:
    """G-4.5: each player acts exactly once in a round."""
    state = at_turn(10, A, "francia")
    acted = [each.seat for each in told(donated_out(state), CardsLocked)]
    assert sorted(acted) == [0, 1, 2]
    half = play(state, 0, Donate()).state
    assert now(half) == [(1, "turn")]
    assert half.public.round == 2
    assert donated_out(state).state.public.round == 3
    assert len(legal(donated_out(state).state, 0, "plan")) > 6
