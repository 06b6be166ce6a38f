"""Standing orders of a seat for its turns, and their answers; no order makes plans."""

from typing import Annotated

import msgspec

from engines.contract import Abstain, Pending, When
from engines.gonzaga import scoring
from engines.gonzaga.actions import Donate, Turn, rings_laid
from engines.gonzaga.board import Cover, World, mask
from engines.gonzaga.options import Options
from engines.gonzaga.state import Seen

type Rings = Annotated[int, msgspec.Meta(ge=0, le=2)]
type Points = Annotated[int, msgspec.Meta(ge=0, le=99)]


class DonateBelow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    """Donate if no legal turn scores at least this many points straight away."""

    points: int


class TakeMost(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    """Take the turn that scores most straight away, if it scores at least ``points``.

    It places at most ``rings`` rings.

    Ties go to the turn with fewest rings, then with most new cities of the seat's own objective. After that they go to the turn
    that connects most of its pieces, then to the first.
    """

    points: Points
    rings: Rings = 0


Policy = DonateBelow | TakeMost


def usual(options: Options, seats: int) -> tuple[Policy, ...]:
    """Return one order: take a turn without rings that scores at least nine points.

    The seat decides everything else itself.
    """
    return (TakeMost(9),)


def answer(world: World, order: Policy, seen: Seen, pending: Pending, turns: list[Turn]) -> Turn | Abstain:
    """Return a turn, or an abstention with its reason. ``turns`` are the legal turns of the seat."""
    if pending.when is not When.NOW or seen.seat is None:
        return Abstain("not_at_turn")
    cover = Cover(len(seen.public.courts), seen.public.pieces)
    match order:
        case DonateBelow():
            return _donation(world, order, cover, seen.seat, turns)
        case TakeMost():
            return _most(world, order, cover, seen, turns)


def _donation(world: World, order: DonateBelow, cover: Cover, seat: int, turns: list[Turn]) -> Donate | Abstain:
    most_points = max(
        (scoring.gain(world, cover, seat, turn).points for turn in turns if not isinstance(turn, Donate)), default=0
    )
    return Donate() if most_points < order.points else Abstain("worth_playing")


def _most(world: World, order: TakeMost, cover: Cover, seen: Seen, turns: list[Turn]) -> Turn | Abstain:
    """Return the best turn that the order allows, or an abstention if the turn scores too little."""
    merits = _Merits(world, cover, seen)
    best = max((turn for turn in turns if rings_laid(turn) <= order.rings), key=merits.of)
    return best if merits.points(best) >= order.points else Abstain("scores_too_little")


class _Merits:
    """Immediate merits of turns for their seat."""

    def __init__(self, world: World, cover: Cover, seen: Seen) -> None:
        self.world, self.cover, self.seat = world, cover, seen.seat or 0
        self.held = cover.held(self.seat)
        objective = world.board.objectives[seen.hand.objective] if seen.hand is not None else 0
        self.wanted = objective & ~self.held
        self.groups = [
            (around, size) for _, around, size in scoring.connected_groups(world.board, seen.public.pieces, self.seat)
        ]

    def points(self, turn: Turn) -> int:
        """Return the points that the turn scores straight away."""
        return scoring.gain(self.world, self.cover, self.seat, turn).points

    def of(self, turn: Turn) -> tuple[int, int, int, int]:
        """Return points, rings kept, cities of the objective and pieces connected."""
        bits = mask(scoring.covered_by(turn))
        connected = sum(size for surroundings, size in self.groups if surroundings & bits)
        return self.points(turn), -rings_laid(turn), (bits & self.wanted).bit_count(), connected
