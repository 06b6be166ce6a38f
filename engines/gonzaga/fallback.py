"""What is played at the deadline: always legal, no search, no ring spent, the same on every run."""

from engines.gonzaga.actions import INACTIVE, Deed, SealPlan
from engines.gonzaga.board import Cover, World
from engines.gonzaga.state import Public


def plan(world: World, public: Public, seat: int) -> SealPlan:
    """The plan that acts as late as possible: C, else B; the inactive card, else the region with most uncovered sites."""
    locked = public.courts[seat].locked
    deed = Deed.CITIES if locked and locked.action == Deed.ALLIANCE else Deed.ALLIANCE
    if not locked or locked.region != INACTIVE:
        return SealPlan(INACTIVE, deed)
    return SealPlan(emptiest_region(world, public, world.flourishing), deed)


def emptiest_region(world: World, public: Public, regions: tuple[str, ...]) -> str:
    """The region with most uncovered sites, the first of them in the order of the data."""
    cover = Cover(len(public.courts), public.pieces)
    free = world.flourishing_sites & ~(cover.all_fiefs | cover.all_rings)
    return max(regions, key=lambda region: (world.areas[region] & free).bit_count())
