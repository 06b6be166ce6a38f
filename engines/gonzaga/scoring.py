"""Points during play and at the end, groups, the end check and the ranking."""

from collections.abc import Iterable

import msgspec

from engines.contract import Line, Outcome
from engines.gonzaga.actions import Donate, HoldWedding, PlaceFief, Turn
from engines.gonzaga.board import Board, Cover, World, mask, mask_of_all
from engines.gonzaga.state import Piece, Public
from engines.kit.ranking import ranking

FLOURISHING_SITE = 3
INACTIVE_SITE = 1
DONATION = 3
LEAGUE = 10
LEAGUE_HARBOURS = 3
BONUS = 15
OBJECTIVE = (0, 2, 5, 10, 15, 25, 35)
COVERED, EXHAUSTED = "covered", "exhausted"


class Gain(msgspec.Struct, frozen=True):
    """Immediate value of a turn: points of sites and donation, and the seas of the leagues it founds."""

    sites: int = 0
    donation: int = 0
    leagues: tuple[str, ...] = ()

    @property
    def points(self) -> int:
        """Total points."""
        return self.sites + self.donation + LEAGUE * len(self.leagues)


def site_points(world: World, covered: int) -> int:
    """Return the points of the sites on these hexes, each by its own region [G-11.1, G-11.2, G-11.3]."""
    flourishing = (covered & world.flourishing_sites).bit_count()
    return FLOURISHING_SITE * flourishing + INACTIVE_SITE * (covered & world.inactive_sites).bit_count()


def new_leagues(board: Board, before: int, after: int) -> tuple[str, ...]:
    """Return the seas in which a seat's harbours went from two or fewer to three or more [G-11.5, D-2]."""
    if not (before ^ after) & board.harbours:
        return ()
    return tuple(
        sea
        for sea, harbours in board.seas
        if (before & harbours).bit_count() < LEAGUE_HARBOURS <= (after & harbours).bit_count()
    )


def covered_by(turn: Turn) -> tuple[int, ...]:
    """Return the hexes on which a turn puts a piece, in this order."""
    match turn:
        case PlaceFief(cells):
            return cells
        case HoldWedding(first, second):
            return (first,) if second is None else (first, second)
        case Donate():
            return ()


def gain(world: World, cover: Cover, seat: int, turn: Turn) -> Gain:
    """Return the points a legal turn would score straight away, on the current map."""
    if isinstance(turn, Donate):
        return Gain(donation=DONATION)
    covered = mask(covered_by(turn))
    held = cover.held(seat)
    return Gain(site_points(world, covered), 0, new_leagues(world.board, held, held | covered))


def most_points(world: World, cover: Cover, seat: int, places: Iterable[int]) -> int:
    """Return the most points a piece would score straight away on one of these hex masks.

    Uses the current map; 0 without any mask.
    """
    held = cover.held(seat)
    return max(
        (site_points(world, bits) + LEAGUE * len(new_leagues(world.board, held, held | bits)) for bits in places), default=0
    )


def uncovered(world: World, cover: Cover) -> int:
    """Return the number of sites in flourishing regions without fief or ring [G-13.1, D-7]."""
    return (world.flourishing_sites & ~(cover.all_fiefs | cover.all_rings)).bit_count()


def connected_groups(board: Board, pieces: tuple[Piece, ...], seat: int) -> list[tuple[int, int, int]]:
    """Return the groups of a seat's connected pieces, each as (mask, mask of the hexes next to it, number of pieces).

    The rules are [G-8.13, G-8.14, G-8.15, G-14.2].
    """
    remaining = [mask(piece.cells) for piece in pieces if piece.seat == seat]
    groups = []
    while remaining:
        group, size = remaining.pop(), 1
        around = adjacent_hexes(board, group)
        while adjacent := [bits for bits in remaining if bits & around]:
            remaining = [bits for bits in remaining if not bits & around]
            size += len(adjacent)
            joined = mask_of_all(adjacent)
            group |= joined
            around |= adjacent_hexes(board, joined)
        groups.append((group, around, size))
    return groups


def groups(board: Board, pieces: tuple[Piece, ...], seat: int) -> tuple[int, ...]:
    """Return the sizes, in pieces, of a seat's groups, largest first."""
    return tuple(sorted((size for _, _, size in connected_groups(board, pieces, seat)), reverse=True))


def adjacent_hexes(board: Board, bits: int) -> int:
    """Return all hexes next to some hex of a mask, ignoring barriers."""
    result = 0
    while bits:
        lowest = bits & -bits
        result |= board.around[lowest.bit_length() - 1]
        bits ^= lowest
    return result


def largest_group(board: Board, pieces: tuple[Piece, ...], seat: int) -> int:
    """Return the size of a seat's largest group; 0 without a piece [G-14.12]."""
    return max(groups(board, pieces, seat), default=0)


def bonus_seats(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats that score the Gonzaga bonus: all seats with the largest group. A seat without a group never scores it.

    The rules are [G-14.1, G-14.3, G-14.12].
    """
    return tuple(seat for seat, size in enumerate(sizes) if size and size == max(sizes))


def objective_cities(board: Board, objective: int, held: int) -> int:
    """Return the number of cities held of an objective [G-14.6]."""
    return (board.objectives[objective] & held).bit_count()


def outcome(world: World, public: Public) -> Outcome:
    """Return the result of a finished game [G-14.9]."""
    cover = Cover(len(public.courts), public.pieces)
    sites = tuple((cover.held(seat) & world.board.sites).bit_count() for seat in range(len(public.courts)))
    scores = tuple(court.score for court in public.courts)
    return Outcome(
        ranking=ranking(tuple(zip(scores, sites, strict=True))),
        scores=scores,
        breakdown=tuple(_lines(public, seat) for seat in range(len(scores))),
        reason=public.ending,
        tiebreak=tuple(count if scores.count(score) > 1 else 0 for count, score in zip(sites, scores, strict=True)),
    )


def _lines(public: Public, seat: int) -> tuple[Line, ...]:
    points = msgspec.structs.asdict(public.courts[seat].tally)
    return tuple(Line(code, points[code]) for code in ("sites", "leagues", "donations", "bonus", "objective"))
