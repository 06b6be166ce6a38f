"""Pairs of players, always with the lower number first."""

from collections.abc import Iterator, Sequence
from itertools import combinations

type Pair = tuple[int, int]


def ordered(one: int, other: int) -> Pair:
    """Return two players as a pair."""
    return (one, other) if one < other else (other, one)


def pairs_at(table: Sequence[int]) -> Iterator[Pair]:
    """Yield all pairs of players at a table."""
    return combinations(sorted(table), 2)
