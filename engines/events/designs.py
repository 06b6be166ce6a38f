"""Exact designs for three to five at a table: every two players meet once, with the seats shared out fairly.

A design is developed from base tables: the same shift is added to all their players, modulo a number. The others are affine
planes: the players are points of a square grid over a finite field, the tables its lines, and parallel lines are a round.
"""

from collections.abc import Iterator, Sequence
from functools import cache

import msgspec

from engines.events import seats

# Difference families, by number of players and seats: modulo the number of players, every difference of two numbers of a base
# table occurs once. All tables are played at once.
CYCLIC: dict[tuple[int, int], tuple[tuple[int, ...], ...]] = {
    (7, 3): ((0, 1, 3),),
    (13, 3): ((0, 1, 4), (0, 2, 7)),
    (19, 3): ((0, 1, 4), (0, 2, 9), (0, 5, 11)),
    (13, 4): ((0, 1, 3, 9),),
    (37, 4): ((0, 1, 3, 24), (0, 4, 9, 15), (0, 7, 17, 25)),
    (21, 5): ((0, 1, 4, 14, 16),),
    (41, 5): ((0, 1, 4, 11, 29), (0, 2, 8, 17, 22)),
}


class Base(msgspec.Struct, frozen=True):
    """Base round of a design in rounds: shifts modulo ``modulus`` give as many rounds.

    Players are level × ``modulus`` + number; a last player without a level stays where it is. The tables ``beside`` are shifted
    to one round each.
    """

    modulus: int
    tables: tuple[tuple[int, ...], ...]
    beside: tuple[tuple[int, ...], ...] = ()


ROUNDS = {
    (15, 3): Base(7, ((14, 0, 7), (1, 2, 4), (3, 8, 12), (5, 11, 13), (6, 9, 10))),
    (21, 3): Base(
        7,
        ((0, 1, 3), (2, 7, 8), (4, 11, 13), (5, 14, 15), (6, 17, 20), (9, 12, 19), (10, 16, 18)),
        ((0, 8, 19), (0, 10, 15), (0, 11, 20)),
    ),
    (27, 3): Base(
        13,
        (
            *((26, 0, 13), (1, 2, 4), (3, 7, 22), (5, 10, 21), (6, 12, 24)),
            *((8, 16, 17), (9, 19, 23), (11, 15, 18), (14, 20, 25)),
        ),
    ),
    (28, 4): Base(
        9,
        ((27, 0, 9, 18), (1, 3, 6, 14), (2, 21, 22, 24), (4, 5, 11, 19), (7, 10, 17, 23), (8, 13, 20, 25), (12, 15, 16, 26)),
    ),
}
# Players and seats of the affine planes over the fields of three, four and five elements.
PLANES = {(9, 3): 3, (16, 4): 4, (25, 5): 5}
# Products in the field of four elements, whose sums are the bitwise "exclusive or".
PRODUCTS_OF_FOUR = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
KNOWN = frozenset({*CYCLIC, *ROUNDS, *PLANES})
type Tables = Sequence[tuple[int, ...]]


class Design(msgspec.Struct, frozen=True):
    """Tables of an event, in rounds. Each table lists its players (numbers from 0) by seat."""

    players: int
    size: int
    rounds: tuple[tuple[tuple[int, ...], ...], ...]

    @property
    def tables(self) -> Iterator[tuple[int, ...]]:
        """All tables of all rounds."""
        return (table for tables in self.rounds for table in tables)


@cache
def design(players: int, size: int) -> Design | None:
    """Return the design for this number of players at tables of ``size``, or None if none is known here."""
    if (players, size) not in KNOWN:
        return None
    rounds: Sequence[Tables]
    if (players, size) in CYCLIC:
        rounds = [[_shift(base, by, players) for base in CYCLIC[players, size] for by in range(players)]]
    elif (players, size) in ROUNDS:
        rounds = list(_developed(ROUNDS[players, size]))
    else:
        rounds = list(_parallels(PLANES[players, size]))
    seated = iter(seats.share_out([table for tables in rounds for table in tables]))
    return Design(players, size, tuple(tuple(next(seated) for _table in tables) for tables in rounds))


def _shift(table: Sequence[int], by: int, modulus: int, fixed: int | None = None) -> tuple[int, ...]:
    return tuple(each if each == fixed else each - each % modulus + (each + by) % modulus for each in table)


def _developed(base: Base) -> Iterator[Tables]:
    players = sum(map(len, base.tables))
    fixed = players - 1 if players % base.modulus else None
    for by in range(base.modulus):
        yield [_shift(table, by, base.modulus, fixed) for table in base.tables]
    for table in base.beside:
        yield [_shift(table, by, base.modulus) for by in range(base.modulus)]


def _parallels(order: int) -> Iterator[Tables]:
    """Yield the classes of parallel lines: y = slope · x + c for each slope, then x = c."""

    def line(slope: int, x: int, c: int) -> int:
        return PRODUCTS_OF_FOUR[slope][x] ^ c if order == 4 else (slope * x + c) % order

    for slope in range(order):
        yield [tuple(x * order + line(slope, x, c) for x in range(order)) for c in range(order)]
    yield [tuple(x * order + y for y in range(order)) for x in range(order)]
