"""Hexagonal grids in axial coordinates: pointy-top, q to the east, r to the south-east; usable by any game."""

type Axial = tuple[int, int]

SIDES: tuple[Axial, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Steps to the six neighbours, clockwise from the east."""

TURNS = 6


def neighbours(at: Axial) -> tuple[Axial, ...]:
    """Return the six hexes that share a side with this one, clockwise from the east."""
    q, r = at
    return tuple((q + dq, r + dr) for dq, dr in SIDES)


def distance(one: Axial, other: Axial) -> int:
    """Return the number of steps between two hexes."""
    dq, dr = other[0] - one[0], other[1] - one[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def rotated(at: Axial, turns: int) -> Axial:
    """Return the hex after ``turns`` rotations of 60° clockwise about the origin."""
    q, r = at
    for _ in range(turns % TURNS):
        q, r = -r, q + r
    return q, r


def axial(col: int, row: int) -> Axial:
    """Return axial coordinates of an offset position; odd rows are shifted half a hex to the right."""
    return col - (row - (row & 1)) // 2, row


def offset(at: Axial) -> tuple[int, int]:
    """Return the offset position (col, row) of axial coordinates; the inverse of :func:`axial`."""
    q, r = at
    return q + (r - (r & 1)) // 2, r
