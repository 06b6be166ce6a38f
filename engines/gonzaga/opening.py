"""Opening of a seat: its plan of the first round."""

from collections.abc import Sequence

from engines.gonzaga.actions import Action, SealPlan


def opening(moves: Sequence[tuple[int, Action]], seat: int) -> str:
    """Return the cards of the seat's final plan of the first round as "region.action", or "" without a plan [G-5.1, G-5.8]."""
    plan = _first_plans(moves).get(seat)
    return f"{plan.region}.{plan.action}" if plan else ""


def _first_plans(moves: Sequence[tuple[int, Action]]) -> dict[int, SealPlan]:
    """Return the plans of the first round by seat. Planning lasts until all seats have sealed a plan."""
    seats = {seat for seat, _ in moves}
    plans: dict[int, SealPlan] = {}
    for seat, action in moves:
        if plans.keys() == seats or not isinstance(action, SealPlan):
            break
        plans[seat] = action
    return plans
