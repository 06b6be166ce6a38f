"""Section G-5: planning."""

import pytest

from engines.contract import NotPending, When, encode, view
from engines.gonzaga import ENGINE
from engines.gonzaga.actions import INACTIVE, Donate, SealPlan
from engines.gonzaga.board import cells_in
from engines.gonzaga.events import Donated, PlanSealed, PlansRevealed, PlanWritten
from engines.gonzaga.state import Piece
from tests.gonzaga.positions import (
    BOARD,
    COLOMBO,
    A,
    B,
    C,
    after,
    at,
    at_turn,
    fief,
    legal,
    pending,
    play,
    refusal,
    sealed_by_all,
    started,
    told,
    with_court,
    with_public,
)

PLANS = (SealPlan("francia", A), SealPlan("italia", B), SealPlan(INACTIVE, C))


def test_one_region_and_one_action() -> None:
    """G-5.1: every plan is a region and an action, and only its owner sees the plan."""
    state = started(3, COLOMBO)
    plans = legal(state, 0, "plan")
    assert len(plans) == len(set(plans))
    assert {(plan.region, plan.action) for plan in plans} == {
        (region, action) for region in ("hispania", "francia", "britannia", "italia", INACTIVE) for action in (A, B, C)
    }
    step = play(state, 1, PLANS[1])
    written = [each for each in step.events if isinstance(each.event, PlanWritten)]
    assert [(each.to, each.event.plan) for each in written] == [((1,), PLANS[1])]
    assert step.state.hands[1].plan == PLANS[1]


@pytest.mark.parametrize(
    ("plan", "code", "rule"),
    [
        (SealPlan("francia", B), "region_locked", "G-5.2"),
        (SealPlan("italia", A), "action_locked", "G-5.2"),
        (SealPlan("italia", A, True), "action_locked", "G-5.5"),
        (SealPlan("italia", B, True), "privilege_locked", "G-5.4"),
    ],
)
def test_locked_cards_cannot_be_planned(plan: SealPlan, code: str, rule: str) -> None:
    """G-5.2, G-5.4, G-5.5: locked cards cannot be planned.

    This applies to a region, an action, a privilege, and a privilege with a locked action.
    """
    state = with_court(started(3, COLOMBO), 0, locked=SealPlan("francia", A, True))
    error = refusal(state, 0, plan)
    assert (error.code, error.rule) == (code, rule)
    assert plan not in legal(state, 0, "plan")
    assert SealPlan("italia", B) in legal(state, 0, "plan")


def test_privilege_is_added_to_an_action() -> None:
    """G-5.3: the privilege can be added to each action card."""
    plans = legal(started(3, COLOMBO), 0, "plan")
    assert {plan.action for plan in plans if plan.privilege} == {A, B, C}


def test_privilege_needs_a_ring() -> None:
    """G-5.4: the privilege cannot be planned without a ring."""
    state = with_court(started(3, COLOMBO), 0, rings=0)
    error = refusal(state, 0, SealPlan("francia", A, True))
    assert (error.code, error.rule) == ("privilege_needs_ring", "G-5.4")
    assert not any(plan.privilege for plan in legal(state, 0, "plan"))
    assert any(plan.privilege for plan in legal(with_court(state, 0, rings=1), 0, "plan"))


def test_a_sealed_plan_looks_the_same_to_others() -> None:
    """G-5.6: the public state and events for others are the same with and without privilege."""
    state = started(3, COLOMBO)
    plain, royal = (play(state, 0, SealPlan("francia", A, privilege)) for privilege in (False, True))
    assert encode(plain.state.public) == encode(royal.state.public)
    assert [each for each in plain.events if each.visible_to(1)] == [each for each in royal.events if each.visible_to(1)]


def test_a_plan_need_not_be_feasible() -> None:
    """G-5.7: a region without a free hex can be planned. The seat then donates automatically."""
    filled = tuple(Piece(1, 1, 30, (cell,)) for cell in cells_in(BOARD.regions["francia"]))
    state = with_public(started(3, COLOMBO), pieces=filled)
    assert PLANS[0] in legal(state, 0, "plan")
    step = sealed_by_all(state, *PLANS)
    assert told(step, Donated)[0].seat == 0


def test_a_plan_can_be_replaced_until_the_last_is_in() -> None:
    """G-5.8: a plan can be replaced until the last plan is sealed. Others learn only that it was replaced."""
    state = after(started(3, COLOMBO), 0, PLANS[0])
    assert pending(state, 0, "plan").when is When.MAY
    again = play(state, 0, SealPlan("hispania", C, True))
    assert told(again, PlanSealed) == [PlanSealed(0, True)]
    state = after(after(again.state, 1, PLANS[1]), 0, SealPlan("britannia", B))
    done = play(state, 2, PLANS[2])
    assert told(done, PlansRevealed)[0].plans[0] == SealPlan("britannia", B)
    with pytest.raises(NotPending):
        play(done.state, 0, PLANS[0])


def test_region_card_binds_one_hex() -> None:
    """G-5.9: a fief needs at least one hex in the planned region. Its other hexes may be in other regions."""
    spilling = fief("Amsterdam", (8, 7), (8, 8))
    assert BOARD.region_of(at((8, 8))) == "francia"
    assert spilling in legal(at_turn(10, A, "francia"), 0)
    assert spilling not in legal(at_turn(10, A, "italia"), 0)
    assert refusal(at_turn(10, A, "italia"), 0, spilling).rule == "G-8.10"


def test_inactive_card_binds_any_inactive_region() -> None:
    """G-5.10, D-17: the inactive card allows pieces in either inactive region. The seat chooses the region in its turn."""
    state = at_turn(30, B, INACTIVE)
    german, eastern = fief("Köln", (10, 7), (10, 8)), fief("Beograd", (15, 11), (16, 10))
    assert {german, eastern} <= set(legal(state, 0))
    assert after(state, 0, eastern).public.pieces[0].cells == eastern.cells
    assert refusal(state, 0, fief("Toledo", (4, 15), (4, 16))).rule == "G-8.10"


def test_any_hex_satisfies_the_region_card() -> None:
    """G-5.11: a plain hex in the planned region is enough, even if the fief's harbour is in another region."""
    state = at_turn(10, A, "francia")
    action = fief((3, 12), "Bilbao", (5, 12))
    assert not BOARD.sites >> at((5, 12)) & 1
    assert after(state, 0, action).public.courts[0].score == 3


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_six_plans_at_least(seats: int) -> None:
    """G-5.12: at least six plans without privilege are always possible, whatever cards are locked."""
    state = started(seats)
    for locked in legal(state, 0, "plan"):
        plans = legal(with_court(state, 0, locked=locked, rings=0), 0, "plan")
        assert len(plans) >= 6


def test_a_turn_may_be_filed_once_the_plan_is_sealed() -> None:
    """A turn can be queued once its plan is sealed.

    Other seats get no list of its turns, and it cannot be played before the reveal.
    """
    state = started(3, COLOMBO)
    assert {each.kind for each in ENGINE.pending(state.public)} == {"plan"}
    state = after(state, 0, PLANS[0])
    asked = pending(state, 0, "turn")
    assert (asked.when, asked.key) == (When.MAY, "turn/1")
    assert Donate() in ENGINE.legal(view(state, 0), asked)
    assert list(ENGINE.legal(view(state, 1), asked)) == []
    with pytest.raises(NotPending):
        play(state, 0, Donate())
