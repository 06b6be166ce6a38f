"""Finishing places at the end of a game."""

from collections.abc import Sequence
from itertools import groupby


def ranking[MeritT: (int, tuple[int, ...])](merits: Sequence[MeritT]) -> tuple[tuple[int, ...], ...]:
    """Return the seats from first to last finishing place, tied seats together.

    ``merits`` has one entry per seat: numbers, or tuples of points and tie-breaks.
    """
    best_first = sorted(range(len(merits)), key=lambda seat: merits[seat], reverse=True)
    return tuple(tuple(sorted(tied)) for _merit, tied in groupby(best_first, key=lambda seat: merits[seat]))
