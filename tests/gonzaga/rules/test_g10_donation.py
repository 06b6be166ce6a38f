"""Section G-10: donation to the Church."""

import pytest

from engines.gonzaga import scoring
from engines.gonzaga.actions import INACTIVE, Donate, SealPlan
from engines.gonzaga.board import cells_in
from engines.gonzaga.events import CardsLocked, Donated
from engines.gonzaga.state import Piece
from tests.gonzaga.positions import (
    BOARD,
    COLOMBO,
    A,
    B,
    C,
    after,
    at_turn,
    cover,
    legal,
    now,
    play,
    sealed_by_all,
    started,
    told,
    with_public,
)

FULL = tuple(Piece(1, 1, 30, (cell,)) for cell in cells_in(BOARD.regions["francia"]))


@pytest.mark.parametrize("deed", [A, B, C])
def test_allowed_with_every_action(deed) -> None:
    """G-10.1, G-10.2: a donation is allowed even if fiefs could be placed, and is listed once."""
    listed = legal(at_turn(20, deed, "francia"), 0)
    assert len(listed) > 1
    assert listed.count(Donate()) == 1
    assert after(at_turn(20, deed, "francia"), 0, Donate()).public.courts[0].church == (20,)


@pytest.mark.parametrize("scenario", ["enrico-viii", "colombo", "giordano-bruno"])
def test_three_points_in_every_scenario(scenario: str) -> None:
    """G-10.3: a donation scores three points, with two, three or four players."""
    assert after(at_turn(20, A, "francia", scenario=scenario), 0, Donate()).public.courts[0].score == 3


def test_the_tile_counts_for_nothing_later() -> None:
    """G-10.4: a donated tile is in the church and not on the map. The church also takes an eighth tile."""
    state = after(at_turn(20, A, "francia", church=(30, 40, 50, 60, 70, 80, 90)), 0, Donate())
    assert state.public.pieces == ()
    assert len(state.public.courts[0].church) == 8
    assert scoring.largest_group(BOARD, state.public.pieces, 0) == 0
    assert cover(state).held(0) == 0


def test_cards_lock_as_always() -> None:
    """G-10.5, X-10: a donation discards the fief card and locks the planning cards."""
    step = play(at_turn(20, A, "francia"), 0, Donate())
    assert told(step, CardsLocked) == [CardsLocked(0, SealPlan("francia", A))]
    assert step.state.public.courts[0].drawn is None


def test_no_ring_comes_back() -> None:
    """G-10.6: a donation does not return the ring paid for the privilege."""
    plans = (SealPlan("francia", A, True), SealPlan("italia", B), SealPlan(INACTIVE, C))
    state = sealed_by_all(started(3, COLOMBO), *plans).state
    assert after(state, 0, Donate()).public.courts[0].rings == 5


def test_forced_if_nothing_else_is_possible() -> None:
    """G-10.7, X-2: a forced donation happens automatically and is marked as forced. The next seat follows immediately."""
    plans = (SealPlan("francia", A), SealPlan("italia", B), SealPlan(INACTIVE, C))
    step = sealed_by_all(with_public(started(3, COLOMBO), pieces=FULL), *plans)
    [donated] = told(step, Donated)
    assert (donated.seat, donated.points, donated.forced) == (0, 3, True)
    assert now(step.state) == [(1, "turn")]
    assert told(play(at_turn(20, A, "francia"), 0, Donate()), Donated)[0].forced is False


def test_not_forced_while_a_wedding_is_possible() -> None:
    """G-10.7: with action C a Wedding on other players' fiefs is still possible, so the seat has a decision."""
    plans = (SealPlan("francia", C, True), SealPlan("italia", B), SealPlan(INACTIVE, B))
    step = sealed_by_all(with_public(started(3, COLOMBO), pieces=FULL), *plans)
    assert now(step.state) == [(0, "turn")]
