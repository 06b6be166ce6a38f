"""Fair seats: whole designs by colouring, single tables by the cheapest permutation."""

from collections.abc import Mapping, Sequence
from itertools import permutations

# A seat costs this many times as much for each time the player has had it before.
STEEPNESS = 16


def share_out(tables: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Return the same tables with seats shared out: a player's numbers of times in each seat differ by at most 1.

    All tables have the same size k. Any k tables in a row of a player, from the first on, have k different seats (König: a
    bipartite graph of degree k has an edge colouring with k colours). Raises ValueError for tables of different sizes.
    """
    size = len(tables[0]) if tables else 0
    if any(len(table) != size for table in tables):
        raise ValueError("tables of different sizes")
    # Nodes: a player's k tables in a row, and tables. ``partner[node][seat]`` is the node at the other end of the edge.
    partner: dict[tuple[object, ...], list[tuple[object, ...] | None]] = {}
    seen: dict[int, int] = {}
    for number, table in enumerate(tables):
        for player in table:
            stretch = ("player", player, seen.get(player, 0) // size)
            seen[player] = seen.get(player, 0) + 1
            _colour(partner, stretch, ("table", number), size)
    by_table = [partner[("table", number)] for number in range(len(tables))]
    return [tuple(node[1] for node in seated if node is not None) for seated in by_table]  # type: ignore[misc]


def _colour(
    partner: dict[tuple[object, ...], list[tuple[object, ...] | None]],
    one: tuple[object, ...],
    other: tuple[object, ...],
    colours: int,
) -> None:
    """Add an edge and give it a colour; exchange two colours along a path if no colour is free at both ends."""
    for node in (one, other):
        partner.setdefault(node, [None] * colours)
    free_here, free_there = partner[one].index(None), partner[other].index(None)
    if partner[other][free_here] is not None:
        # In a bipartite graph, this path from ``other`` never ends at ``one``.
        path, colour = [other], free_here
        while (following := partner[path[-1]][colour]) is not None:
            path.append(following)
            colour = free_there if colour == free_here else free_here
        for node in path:
            edges = partner[node]
            edges[free_here], edges[free_there] = edges[free_there], edges[free_here]
    partner[one][free_here], partner[other][free_here] = other, one


def assign(table: Sequence[int], taken: Mapping[int, Sequence[int]]) -> tuple[int, ...]:
    """Return the players of a table by seat, such that seats that somebody has often had cost most.

    ``taken``: for each player, the number of times in each seat so far; later seats may be missing. Of equally cheap orders,
    the first one in the order of ``table`` is taken.
    """

    def cost(order: Sequence[int]) -> int:
        return sum(STEEPNESS ** _times(taken.get(player, ()), seat) for seat, player in enumerate(order))

    return min(permutations(table), key=cost)


def _times(taken: Sequence[int], seat: int) -> int:
    return taken[seat] if seat < len(taken) else 0
