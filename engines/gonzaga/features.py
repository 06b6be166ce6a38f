"""Features of a position for the learned value, from the information of one viewer."""

from engines.gonzaga import loader, scoring
from engines.gonzaga.board import Cover
from engines.gonzaga.state import AskTurn, Public, Seen

NAMES = ("points", "rings", "group_lead", "sites", "objective", "viewer", "turn_left", "privileged")
"""Points so far, rings left, and the lead of the largest group over the largest of others. Sites held. Points of the objective
so far, for the viewer only. Whether the seat is the viewer, still acts this round, and paid for the King's Privilege."""
USUAL_ROUNDS = 10
SIMULATIONS = 30
"""Imagined games for one decision of the strongest bot."""


def phase(public: Public) -> float:
    """Return the share of the game that is over, from 0 to 1."""
    return min(1.0, (public.round - 1) / (public.last_round or USUAL_ROUNDS))


def features(seen: Seen) -> list[tuple[float, ...]]:
    """Return the features of each seat, in the order of ``NAMES``."""
    public = seen.public
    board = loader.world(loader.DATA, public.version, public.scenario).board
    cover = Cover(len(public.courts), public.pieces)
    largest = [scoring.largest_group(board, public.pieces, seat) for seat in range(len(public.courts))]
    to_act = {task.seat for task in public.agenda if isinstance(task, AskTurn)}
    found: list[tuple[float, ...]] = []
    for seat, court in enumerate(public.courts):
        held = cover.held(seat)
        objective = 0
        if seen.hand is not None and seat == seen.seat and court.objective is None:
            objective = scoring.OBJECTIVE[scoring.objective_cities(board, seen.hand.objective, held)]
        found.append(
            (
                court.score,
                court.rings,
                largest[seat] - max(size for other, size in enumerate(largest) if other != seat),
                (held & board.sites).bit_count(),
                objective,
                seat == seen.seat,
                seat in to_act,
                court.plan is not None and court.plan.privilege,
            )
        )
    return found
