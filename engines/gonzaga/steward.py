"""Steward for an absent seat: it plays for points scored straight away and spends no ring."""

from engines.gonzaga import scoring
from engines.gonzaga.actions import Donate, HoldWedding, SealPlan, Turn
from engines.gonzaga.board import Cover, World
from engines.gonzaga.decisions import plan as planning
from engines.gonzaga.decisions import turn as turns
from engines.gonzaga.state import Public


def plan(world: World, public: Public, seat: int) -> SealPlan:
    """Return the plan without privilege with the most valuable fief on the current map.

    Ties go to the plan that acts latest.
    """
    cover, court = Cover(len(public.courts), public.pieces), public.courts[seat]

    def worth(plan: SealPlan) -> int:
        return _points(world, cover, seat, _best(world, cover, seat, turns.legal(world, cover, court, seat, plan)))

    return max(reversed([plan for plan in planning.legal(world, court) if not plan.privilege]), key=worth)


def turn(world: World, public: Public, seat: int, choices: list[Turn]) -> Turn:
    """Return the fief that scores most straight away, or a donation unless the fief scores more."""
    return _best(world, Cover(len(public.courts), public.pieces), seat, choices)


def _best(world: World, cover: Cover, seat: int, choices: list[Turn]) -> Turn:
    """Return the best turn without a ring; a donation wins ties."""
    without_rings = [choice for choice in choices if not isinstance(choice, HoldWedding)]
    return max(without_rings, key=lambda turn: (_points(world, cover, seat, turn), isinstance(turn, Donate)))


def _points(world: World, cover: Cover, seat: int, choice: Turn) -> int:
    return scoring.gain(world, cover, seat, choice).points
