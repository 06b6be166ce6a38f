"""What a table page and a move cost in the middle of a game, against the floor (``benchmarks.floor``)."""

import statistics
from collections.abc import Iterator, Mapping, Sequence

from benchmarks import games
from benchmarks.figure import Figure
from benchmarks.games import Pair, Taken

GET_GOAL, POST_GOAL = 6, 5.5


def figures(taken: Mapping[str, Sequence[Taken]]) -> Iterator[Figure]:
    """For each game milliseconds of a page and of a move, and the queries of late pages against those of early ones."""
    for game, played in taken.items():
        yield from _ratios(f"{game}-page-get", [pair for one in played for pair in games.middle(one.get)], GET_GOAL)
        yield from _ratios(f"{game}-move-post", [pair for one in played for pair in games.middle(one.post)], POST_GOAL)
        third = min(len(one.queries) for one in played) // 3
        early = max(max(one.queries[:third]) for one in played)
        late = max(max(one.queries[-third:]) for one in played)
        # One more for answers that were opened, of which a game begins with none.
        yield Figure(f"{game}-page-queries-late-against-early", late, early + 1, 1, "less")


def _ratios(name: str, pairs: Sequence[Pair], goal: float) -> Iterator[Figure]:
    """Medians in milliseconds, ours and the floor's: by the clock, and of CPU, the one to trust on a busy machine."""
    for measure, mark in (("clock", ""), ("cpu", "-cpu")):
        ours, floor = (
            1000 * statistics.median(side)
            for side in zip(*((getattr(one, measure) for one in pair) for pair in pairs), strict=True)
        )
        yield Figure(f"{name}{mark}-milliseconds", ours, floor, goal, "less")
