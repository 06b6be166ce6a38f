"""Standing orders a seat can leave for its turns, and what they answer: plans are always asked."""

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
    """Donate when no legal turn scores at least this many points at once."""

    points: int


class TakeMost(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    """Take the turn that scores most at once if that is at least ``points``, laying at most so many ``rings``.

    Of equals the one with fewest rings, then with most cities of the own objective that are new to the seat, then the one that
    links most of its pieces, then the first.
    """

    points: Points
    rings: Rings = 0


Policy = DonateBelow | TakeMost


def usual(options: Options, seats: int) -> tuple[Policy, ...]:
    """What scores three flourishing sites or a league at once, more than most turns bring, is taken; all else is asked."""
    return (TakeMost(9),)


def answer(world: World, order: Policy, seen: Seen, pending: Pending, turns: list[Turn]) -> Turn | Abstain:
    """A turn, or why the seat is to be asked; ``turns`` are its legal ones."""
    if pending.when is not When.NOW or seen.seat is None:
        return Abstain("not_at_turn")
    cover = Cover(len(seen.public.courts), seen.public.pieces)
    match order:
        case DonateBelow():
            return _donation(world, order, cover, seen.seat, turns)
        case TakeMost():
            return _most(world, order, cover, seen, turns)


def _donation(world: World, order: DonateBelow, cover: Cover, seat: int, turns: list[Turn]) -> Donate | Abstain:
    best = max((scoring.gain(world, cover, seat, turn).points for turn in turns if not isinstance(turn, Donate)), default=0)
    return Donate() if best < order.points else Abstain("worth_playing")


def _most(world: World, order: TakeMost, cover: Cover, seen: Seen, turns: list[Turn]) -> Turn | Abstain:
    """The best turn within the order, or nothing if it scores too little."""
    merits = _Merits(world, cover, seen)
    best = max((turn for turn in turns if rings_laid(turn) <= order.rings), key=merits.of)
    return best if merits.points(best) >= order.points else Abstain("scores_too_little")


class _Merits:
    """What turns are good for, as far as their seat counts it at once."""

    def __init__(self, world: World, cover: Cover, seen: Seen) -> None:
        self.world, self.cover, self.seat = world, cover, seen.seat or 0
        self.held = cover.held(self.seat)
        objective = world.board.objectives[seen.hand.objective] if seen.hand is not None else 0
        self.wanted = objective & ~self.held
        self.groups = [
            (scoring.around(world.board, bits), size)
            for bits, size in scoring.linked(world.board, seen.public.pieces, self.seat)
        ]

    def points(self, turn: Turn) -> int:
        """What it scores at once."""
        return scoring.gain(self.world, self.cover, self.seat, turn).points

    def of(self, turn: Turn) -> tuple[int, int, int, int]:
        """Points, rings kept, cities of the objective, pieces linked."""
        bits = mask(scoring.covered_by(turn))
        linked = sum(size for near, size in self.groups if near & bits)
        return self.points(turn), -rings_laid(turn), (bits & self.wanted).bit_count(), linked
