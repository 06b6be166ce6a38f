"""Cost of a table page and a move in the middle of a game, against the floor (``benchmarks.floor``)."""

import statistics
from collections.abc import Iterator, Mapping, Sequence

from benchmarks import games
from benchmarks.figure import Figure
from benchmarks.games import GameMeasurements, Pair

GET_GOAL, POST_GOAL = 6, 5.5


def figures(taken: Mapping[str, Sequence[GameMeasurements]]) -> Iterator[Figure]:
    """Yield the milliseconds per page and per move of each game, and compare the query counts of late and early pages."""
    for game, played in taken.items():
        yield from _ratios(f"{game}-page-get", [pair for one in played for pair in games.middle(one.get)], GET_GOAL)
        yield from _ratios(f"{game}-move-post", [pair for one in played for pair in games.middle(one.post)], POST_GOAL)
        third = min(len(one.queries) for one in played) // 3
        early = max(max(one.queries[:third]) for one in played)
        late = max(max(one.queries[-third:]) for one in played)
        # One query is added for revealed answers, since a game begins with none.
        yield Figure(f"{game}-page-queries-late-against-early", late, early + 1, 1, "less")


def _ratios(name: str, pairs: Sequence[Pair], goal: float) -> Iterator[Figure]:
    """Yield medians in milliseconds, ours and the floor's, by the clock and of CPU.

    CPU is the reliable measure on a busy machine.
    """
    for measure, mark in (("clock", ""), ("cpu", "-cpu")):
        ours, floor = (
            1000 * statistics.median(side)
            for side in zip(*((getattr(one, measure) for one in pair) for pair in pairs), strict=True)
        )
        yield Figure(f"{name}{mark}-milliseconds", ours, floor, goal, "less")
