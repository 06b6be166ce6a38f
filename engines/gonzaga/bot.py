"""A bot that plays for points at once: a first version."""

from engines.gonzaga import scoring
from engines.gonzaga.actions import SealPlan, Turn
from engines.gonzaga.board import Cover, World
from engines.gonzaga.decisions import plan as planning
from engines.gonzaga.decisions import turn as turns
from engines.gonzaga.state import Public


def best_turn(world: World, public: Public, seat: int, choices: list[Turn]) -> Turn:
    """The turn worth most at once, the first of equals."""
    cover = Cover(len(public.courts), public.pieces)
    return max(choices, key=lambda turn: scoring.gain(world, cover, seat, turn).points)


def best_plan(world: World, public: Public, seat: int) -> SealPlan:
    """The plan whose best turn on the map as it is would be worth most."""
    cover, court = Cover(len(public.courts), public.pieces), public.courts[seat]

    def worth(plan: SealPlan) -> int:
        choices = turns.legal(world, cover, court, seat, plan)
        return max(scoring.gain(world, cover, seat, turn).points for turn in choices)

    return max((plan for plan in planning.legal(world, court) if not plan.privilege), key=worth)
