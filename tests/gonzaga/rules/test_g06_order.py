"""Section G-6: reveal and turn order."""

import pytest

from engines.contract import NotPending
from engines.gonzaga.actions import INACTIVE, Donate, SealPlan
from engines.gonzaga.events import Donated, OrderSet, PlansRevealed, RingPaid
from tests.gonzaga.positions import (
    COLOMBO,
    A,
    B,
    C,
    after,
    donated_out,
    legal,
    now,
    sealed_by_all,
    started,
    told,
    with_court,
    with_public,
)

PLANS = (SealPlan("francia", C, True), SealPlan("italia", A), SealPlan("hispania", B))


def _drawn(cards: tuple[int, int, int]):
    """Return the planning phase of the first round, after the seats have drawn these cards."""
    state = started(3, COLOMBO)
    for seat, card in enumerate(cards):
        state = with_court(state, seat, drawn=card, used=(card,))
    return state


def test_all_plans_are_revealed_together() -> None:
    """G-6.1: all plans are revealed in one event, after the last plan is sealed."""
    state = started(3, COLOMBO)
    waiting = after(after(state, 0, PLANS[0]), 1, PLANS[1])
    assert [court.plan for court in waiting.public.courts] == [None] * 3
    step = sealed_by_all(state, *PLANS)
    revealed = [each for each in step.events if isinstance(each.event, PlansRevealed)]
    assert [(each.event.plans, each.reveals, each.opens) for each in revealed] == [(PLANS, True, ("plan/1",))]
    assert tuple(court.plan for court in step.state.public.courts) == PLANS
    assert [hand.plan for hand in step.state.hands] == [None] * 3


def test_privilege_costs_a_ring() -> None:
    """G-6.2, D-11: the privilege permanently costs one ring of the supply, paid at the reveal."""
    step = sealed_by_all(started(3, COLOMBO), *PLANS)
    assert [court.rings for court in step.state.public.courts] == [5, 6, 6]
    assert told(step, RingPaid) == [RingPaid(0, 5)]
    assert step.state.public.courts[0].privileges == 1


def test_the_ring_is_paid_before_anybody_acts() -> None:
    """G-6.3: the ring is paid even if the turn is a donation, and is not refunded."""
    step = sealed_by_all(started(3, COLOMBO), *PLANS)
    assert told(step, Donated) == []
    done = donated_out(step.state).state
    assert done.public.courts[0].rings == 5


def test_cards_of_the_last_round_return_after_the_reveal() -> None:
    """G-6.4: cards are locked during planning, return at the reveal and can be planned in the next round."""
    state = with_court(started(3, COLOMBO), 0, locked=SealPlan("italia", A))
    revealed = sealed_by_all(state, SealPlan("francia", C), PLANS[1], PLANS[2]).state
    assert revealed.public.courts[0].locked is None
    following = donated_out(revealed).state
    assert SealPlan("italia", A) in legal(following, 0, "plan")
    assert following.public.courts[0].locked == SealPlan("francia", C)


def test_privilege_acts_first() -> None:
    """G-6.5: a seat with action C and privilege acts before a seat with action A without privilege."""
    assert sealed_by_all(_drawn((124, 11, 12)), *PLANS).state.public.order == (0, 1, 2)


def test_actions_in_order() -> None:
    """G-6.6: action A comes before B, and B before C, even with higher fief cards."""
    plans = (SealPlan("francia", C), SealPlan("italia", B), SealPlan(INACTIVE, A))
    assert sealed_by_all(_drawn((11, 52, 124)), *plans).state.public.order == (2, 1, 0)


def test_lower_card_first() -> None:
    """G-6.7: among seats with the same privilege and action, the lower card acts first."""
    plans = tuple(SealPlan("francia", A) for _ in range(3))
    assert sealed_by_all(_drawn((83, 12, 84)), *plans).state.public.order == (1, 0, 2)


def test_sort_key() -> None:
    """G-6.8: the order depends on privilege, then action, then fief card."""
    plans = (SealPlan("francia", B, True), SealPlan("francia", A, True), SealPlan("francia", A))
    assert sealed_by_all(_drawn((12, 124, 11)), *plans).state.public.order == (1, 0, 2)
    step = sealed_by_all(_drawn((12, 124, 11)), *plans)
    assert told(step, OrderSet) == [OrderSet((1, 0, 2))]


def test_the_order_is_fixed_for_the_round() -> None:
    """G-6.9: turns do not change the order."""
    state = sealed_by_all(_drawn((124, 11, 12)), *PLANS).state
    asked = []
    for _ in range(3):
        [(seat, _kind)] = now(state)
        asked.append(seat)
        state = after(state, seat, Donate())
    assert asked == [0, 1, 2]


@pytest.mark.parametrize("seat", [1, 2, 3, -1])
def test_nobody_acts_out_of_turn(seat: int) -> None:
    """G-6.9: an action of a later seat, of an unknown seat or after the end is refused."""
    state = sealed_by_all(_drawn((124, 11, 12)), *PLANS).state
    with pytest.raises(NotPending):
        after(state, seat, Donate())
    with pytest.raises(NotPending):
        after(with_public(state, agenda=()), 0, Donate())
    with pytest.raises(NotPending):
        after(started(3, COLOMBO), 7, PLANS[0])
