"""Default moves at the deadline: always legal, no search, no ring spent, the same on every run."""

from engines.contract import Pending
from engines.gonzaga.actions import INACTIVE, Action, ActionCard, SealPlan
from engines.gonzaga.board import Cover, World
from engines.gonzaga.decisions import plan as planning
from engines.gonzaga.decisions import turn as turns
from engines.gonzaga.state import Public, Seen


def fallback(world: World, seen: Seen, pending: Pending) -> Action:
    """Return the default move for a decision: the plan that acts latest, or a donation."""
    return plan(world, seen.public, pending.seat) if pending.kind == planning.KIND else turns.DONATE


def plan(world: World, public: Public, seat: int) -> SealPlan:
    """Return the plan that acts as late as possible.

    Its action is ALLIANCE, else CITIES. Its region is INACTIVE, else the region with most uncovered sites.
    """
    locked = public.courts[seat].locked
    action_card = ActionCard.CITIES if locked and locked.action == ActionCard.ALLIANCE else ActionCard.ALLIANCE
    if not locked or locked.region != INACTIVE:
        return SealPlan(INACTIVE, action_card)
    return SealPlan(emptiest_region(world, public, world.flourishing), action_card)


def emptiest_region(world: World, public: Public, regions: tuple[str, ...]) -> str:
    """Return the region with most uncovered sites; ties go to the first in the data."""
    cover = Cover(len(public.courts), public.pieces)
    uncovered = world.flourishing_sites & ~(cover.all_fiefs | cover.all_rings)
    return max(regions, key=lambda region: (world.areas[region] & uncovered).bit_count())
