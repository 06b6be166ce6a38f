"""Section G-12: locked cards."""

from engines.contract import view
from engines.gonzaga.actions import INACTIVE, Donate, SealPlan
from engines.gonzaga.events import CardsLocked
from tests.gonzaga.positions import (
    COLOMBO,
    A,
    B,
    C,
    after,
    at_turn,
    donated_out,
    fief,
    legal,
    play,
    refusal,
    round_of_donations,
    sealed_by_all,
    started,
    told,
    with_court,
)


def test_cards_lie_open_after_the_turn() -> None:
    """G-12.1, G-12.7: after the turn the fief card is discarded. All viewers see the locked planning cards."""
    step = play(at_turn(10, A, "francia"), 0, fief("Marseille", (8, 12), "Genova"))
    court = step.state.public.courts[0]
    assert (court.drawn, court.plan, court.locked) == (None, None, SealPlan("francia", A))
    assert told(step, CardsLocked) == [CardsLocked(0, SealPlan("francia", A))]
    assert view(step.state, 2).public.courts[0].locked == SealPlan("francia", A)


def test_region_action_and_privilege_lock() -> None:
    """G-12.2: the planned region, the planned action and a used privilege are locked."""
    state = started(3, COLOMBO)
    for privilege in (False, True):
        locked = with_court(state, 0, locked=SealPlan("francia", A, privilege))
        plans = legal(locked, 0, "plan")
        assert all(plan.region != "francia" and plan.action != A for plan in plans)
        assert any(plan.privilege for plan in plans) is not privilege


def test_locked_for_one_planning() -> None:
    """G-12.3: cards are locked in the next round and free in the round after it."""
    state = started(3, COLOMBO)
    used = SealPlan("francia", A)
    following = donated_out(sealed_by_all(state, used, SealPlan("italia", A), SealPlan("italia", A)).state).state
    assert refusal(following, 0, used).rule == "G-5.2"
    later = round_of_donations(following).state
    assert used in legal(later, 0, "plan")


def test_nothing_is_locked_in_round_one() -> None:
    """G-12.4: all 30 plans are possible in the first round."""
    assert len(legal(started(3, COLOMBO), 0, "plan")) == 30


def test_inactive_card_locks_as_one() -> None:
    """G-12.5: the inactive card is locked as a whole, so no inactive region can be planned next round."""
    state = with_court(started(3, COLOMBO), 0, locked=SealPlan(INACTIVE, C))
    error = refusal(state, 0, SealPlan(INACTIVE, A))
    assert (error.code, error.rule) == ("region_locked", "G-12.5")


def test_the_land_is_not_locked() -> None:
    """G-12.6, X-9: a fief planned for another region may extend into a region with a locked card."""
    spilling = fief("London", (8, 6), "Amsterdam")
    state = at_turn(10, A, "britannia", locked=SealPlan(INACTIVE, B))
    assert spilling in legal(state, 0)
    assert after(state, 0, spilling).public.courts[0].score == 4


def test_locks_are_public() -> None:
    """G-12.7: a spectator sees the locks."""
    state = donated_out(at_turn(10, A, "francia")).state
    assert view(state, None).public.courts[0].locked == SealPlan("francia", A)
    assert after(at_turn(10, A, "francia"), 0, Donate()).public.courts[0].locked == SealPlan("francia", A)
