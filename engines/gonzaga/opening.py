"""How a seat began: with the plan of the first round."""

from collections.abc import Sequence

from engines.gonzaga.actions import Action, SealPlan


def opening(moves: Sequence[tuple[int, Action]], seat: int) -> str:
    """The cards of the seat's first plan, the one that stood in the end: "region.action"; "" without one [G-5.1, G-5.8]."""
    plan = _first_plans(moves).get(seat)
    return f"{plan.region}.{plan.action}" if plan else ""


def _first_plans(moves: Sequence[tuple[int, Action]]) -> dict[int, SealPlan]:
    """The plans of the first round by seat: it is planned until everybody has sealed one."""
    seats = {seat for seat, _ in moves}
    plans: dict[int, SealPlan] = {}
    for seat, action in moves:
        if plans.keys() == seats or not isinstance(action, SealPlan):
            break
        plans[seat] = action
    return plans
