"""Competition for two: pairings of a round robin and of a Swiss system.

A pairing is two tables at once with the seats exchanged, so nobody gains by the seat.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import msgspec
import networkx as nx

from engines.events.pairs import Pair, ordered

# Larger fields play a Swiss system.
MOST_IN_A_ROUND_ROBIN = 10


class Player(msgspec.Struct, frozen=True):
    """Player in a Swiss system. ``floats``: number of pairings with another score so far."""

    number: int
    score: Fraction
    had_bye: bool = False
    floats: int = 0


class Pairings(msgspec.Struct, frozen=True):
    """Pairings of a round, and the player without an opponent, if there is one."""

    pairs: tuple[Pair, ...]
    bye: int | None = None


def round_robin(players: Sequence[int]) -> tuple[Pairings, ...]:
    """Return the rounds in which every two players meet once, by Berger's tables.

    With an odd number of players, each has one bye.
    """
    circle: list[int | None] = [*players, *([None] if len(players) % 2 else [])]
    rounds = []
    for _round in range(len(circle) - 1):
        pairs: list[Pair] = []
        bye = None
        for one, other in zip(circle[: len(circle) // 2], reversed(circle[len(circle) // 2 :]), strict=True):
            if one is not None and other is not None:
                pairs.append((one, other))
            else:
                bye = one if other is None else other
        rounds.append(Pairings(tuple(pairs), bye))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return tuple(rounds)


def swiss(ranked: Sequence[Player], met: Iterable[Pair], costs: Mapping[Pair, int] | None = None) -> Pairings:
    """Return the pairings of the next round.

    ``ranked``: players, best first. ``met``: pairs who have met. ``costs``: pairs that are better not drawn, such as players
    who block each other; the lower number comes first in a pair. No repeat counts first, then costs, then the differences of
    scores (the largest first), then how often both have floated. The bye goes to the lowest player who had none; to the next
    one above if the others could only be paired with a repeat.
    """
    before = {ordered(*pair) for pair in met}
    weighed = costs or {}
    if len(ranked) % 2 == 0:
        return Pairings(_paired(ranked, before, weighed))
    lowest_first = [player for player in reversed(ranked) if not player.had_bye] or list(reversed(ranked))
    for player in lowest_first:
        rest = [other for other in ranked if other is not player]
        if _is_complete(_graph(rest, before, weighed, window=None)):
            return Pairings(_paired(rest, before, weighed), player.number)
    player = lowest_first[0]
    return Pairings(_paired([other for other in ranked if other is not player], before, weighed), player.number)


def _paired(ranked: Sequence[Player], met: set[Pair], costs: Mapping[Pair, int]) -> tuple[Pair, ...]:
    """Return the best complete pairing.

    Differences of scores are weighed so that one larger difference costs more than any number of smaller ones. A complete
    pairing within a window of scores is therefore better than every pairing with a wider difference.
    """
    widths = sorted({abs(one.score - other.score) for one, other in combinations(ranked, 2)})
    for width in _windows(widths):
        graph = _graph(ranked, met, costs, window=width)
        if _is_complete(graph):
            return _matched(graph, ranked)
    return _matched(_weighed(ranked, met, costs), ranked)


def _windows(widths: Sequence[Fraction]) -> Iterable[Fraction]:
    """Yield windows that double in number of differences, the widest last."""
    count = 1
    while count < len(widths):
        yield widths[count - 1]
        count *= 2
    yield from widths[-1:]


def _graph(ranked: Sequence[Player], met: set[Pair], costs: Mapping[Pair, int], *, window: Fraction | None) -> Any:
    """Return the graph of pairs without repeats and costs, with their weights; ``window`` None allows pairs with costs too."""
    graph = nx.Graph()
    graph.add_nodes_from(range(len(ranked)))
    pairs = [
        (one, other)
        for one, other in combinations(range(len(ranked)), 2)
        if (pair := ordered(ranked[one].number, ranked[other].number)) not in met
        and (window is None or (abs(ranked[one].score - ranked[other].score) <= window and not costs.get(pair)))
    ]
    weights = _weights(ranked, pairs)
    top = max(weights, default=0) + 1
    graph.add_weighted_edges_from((*pair, top - weight) for pair, weight in zip(pairs, weights, strict=True))
    return graph


def _weighed(ranked: Sequence[Player], met: set[Pair], costs: Mapping[Pair, int]) -> Any:
    """Return the graph of all pairs, where repeats count most, then costs, then what always counts."""
    pairs = list(combinations(range(len(ranked)), 2))
    weights = _weights(ranked, pairs)
    step = sum(weights) + 1
    numbers = [ordered(ranked[one].number, ranked[other].number) for one, other in pairs]
    cost_step = step * (sum(costs.values()) + 1)
    total = [
        weight + step * costs.get(number, 0) + cost_step * (number in met)
        for weight, number in zip(weights, numbers, strict=True)
    ]
    graph = nx.Graph()
    top = max(total, default=0) + 1
    graph.add_weighted_edges_from((*pair, top - weight) for pair, weight in zip(pairs, total, strict=True))
    return graph


def _weights(ranked: Sequence[Player], pairs: Sequence[Pair]) -> Sequence[int]:
    """Return the cost of each pair: a power for its difference of scores, then the floats of both if there is a difference."""
    differences = [abs(ranked[one].score - ranked[other].score) for one, other in pairs]
    level = {difference: number for number, difference in enumerate(sorted(set(differences)))}
    floats = [ranked[one].floats + ranked[other].floats for one, other in pairs]
    unit = len(ranked) * (max(floats, default=0) + 1)
    base = len(ranked)
    return [
        (unit * base ** level[difference] + count) if difference else 0
        for difference, count in zip(differences, floats, strict=True)
    ]


def _is_complete(graph: Any) -> bool:
    pairs = nx.max_weight_matching(nx.Graph(graph.edges()), maxcardinality=True)
    return 2 * len(pairs) == int(graph.number_of_nodes())


def _matched(graph: Any, ranked: Sequence[Player]) -> tuple[Pair, ...]:
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    return tuple((ranked[one].number, ranked[other].number) for one, other in sorted(ordered(*pair) for pair in pairs))
