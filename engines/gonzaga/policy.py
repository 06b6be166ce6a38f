"""Standing orders a seat can leave, and what they answer."""

import msgspec

from engines.contract import Abstain, Pending, When
from engines.gonzaga import scoring
from engines.gonzaga.actions import Donate, Turn
from engines.gonzaga.board import Cover, World
from engines.gonzaga.state import Seen


class DonateBelow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True):
    """Donate when no legal turn scores at least this many points at once."""

    points: int


Policy = DonateBelow


def answer(world: World, order: Policy, seen: Seen, pending: Pending, turns: list[Turn]) -> Donate | Abstain:
    """A donation, or why the seat is to be asked; ``turns`` are its legal ones."""
    if pending.when is not When.NOW or seen.seat is None:
        return Abstain("not_at_turn")
    cover = Cover(len(seen.public.courts), seen.public.pieces)
    best = max(
        (scoring.gain(world, cover, seen.seat, turn).points for turn in turns if not isinstance(turn, Donate)), default=0
    )
    return Donate() if best < order.points else Abstain("worth_playing")
