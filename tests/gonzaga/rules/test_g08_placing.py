"""Section G-8: placing a fief."""

from engines.contract import encode, view
from engines.gonzaga import ENGINE, scoring
from engines.gonzaga.actions import INACTIVE, Donate, PlaceFief
from engines.gonzaga.placements import placements, pose, poses
from tests.gonzaga.positions import (
    BOARD,
    A,
    B,
    C,
    after,
    at,
    at_turn,
    cells,
    cover,
    donated_out,
    fief,
    laid,
    legal,
    pending,
    refusal,
    ring,
    score_of,
)

FRENCH = fief("Paris", "Dijon", "Lyon")


def test_cells_lie_on_the_map() -> None:
    """G-8.1: a placement that leaves the map does not exist, and hexes outside the map are refused."""
    assert pose(BOARD, 10, 0, BOARD.size - 1) is None
    assert refusal(at_turn(10, A, "francia"), 0, PlaceFief((1, 2, 10**6))).rule == "G-8.1"
    assert all(0 <= cell < BOARD.size for number in BOARD.fiefs for found in placements(BOARD, number) for cell in found)


def test_land_and_sea_mix() -> None:
    """G-8.2: a fief may have one castle on land and all other hexes at sea."""
    state = after(at_turn(10, A, "britannia"), 0, fief((3, 5), (4, 6), "Plymouth"))
    assert state.public.pieces[0].castles == cells("Plymouth")


def test_no_fief_on_a_fief() -> None:
    """G-8.3: a fief cannot be placed on any fief, own or foreign."""
    for owner in (0, 1):
        state = at_turn(30, B, "francia", pieces=[laid(owner, 10, (8, 8), "Dijon", (9, 10))])
        assert refusal(state, 0, FRENCH).rule == "G-8.3"
        assert FRENCH not in legal(state, 0)


def test_no_fief_on_an_own_ring() -> None:
    """G-8.4, D-5, X-17: a fief cannot be placed on the player's own ring, even an isolated ring from an earlier round."""
    for round in (2, 12):
        state = at_turn(30, B, "francia", pieces=[ring(0, "Dijon")], round=round)
        assert refusal(state, 0, FRENCH).rule == "G-8.4"
        assert FRENCH not in legal(state, 0)


def test_foreign_rings_stay_on_top() -> None:
    """G-8.5, G-8.6, X-18: rings of two other players under a fief stay there. All three pieces count on their hexes."""
    state = after(at_turn(30, B, "francia", pieces=[ring(1, "Dijon"), ring(2, "Lyon")]), 0, FRENCH)
    held = [cover(state).held(seat) for seat in range(3)]
    assert held[0] >> at("Dijon") & held[1] >> at("Dijon") & 1
    assert held[0] >> at("Lyon") & held[2] >> at("Lyon") & 1
    assert len(state.public.pieces) == 3


def test_castles_stand_on_land() -> None:
    """G-8.7: a fief is refused if every rotation on these hexes puts a castle into the sea."""
    action = fief((3, 8), (3, 9), "Brest")
    assert {each.rotation for each in poses(BOARD, 20, action.cells)}
    assert refusal(at_turn(20, A, "francia"), 0, action).code == "castle_at_sea"
    for number in BOARD.fiefs:
        for fit in placements(BOARD, number).values():
            assert all(BOARD.land >> castle & 1 for castle in fit.castles)


def test_no_barrier_under_the_tile() -> None:
    """G-8.8, D-16, X-19: no barrier may separate two adjacent hexes of a tile.

    In a triangle this is true of all three sides.
    """
    assert refusal(at_turn(30, A, "britannia"), 0, fief("London", "Calais", (8, 6))).rule == "G-8.8"
    for number in BOARD.fiefs:
        for found in placements(BOARD, number):
            assert not any((one, other) in BOARD.barriers for one in found for other in found)


def test_barrier_along_the_outline() -> None:
    """G-8.9, X-20: a tile may be next to the Alps, or around the end of the barrier in the strait."""
    beside = fief((8, 10), (8, 11), (8, 9))
    assert any(at((8, 11)) in side for side in BOARD.barriers)
    assert beside in legal(at_turn(20, B, "francia"), 0)
    assert fief("London", (8, 6), (8, 7), (8, 8)) in legal(at_turn(60, A, "britannia"), 0)


def test_one_cell_in_the_planned_region() -> None:
    """G-8.10: a fief without a hex in the planned region is refused."""
    assert refusal(at_turn(30, B, "hispania"), 0, FRENCH).rule == "G-8.10"
    assert FRENCH in legal(at_turn(30, B, "francia"), 0)


def test_no_contact_needed() -> None:
    """G-8.11, D-15, X-22: a fief may be far from the player's other pieces."""
    state = at_turn(30, B, "francia", pieces=[laid(0, 30, (5, 1), (5, 0), (6, 0))])
    assert FRENCH in legal(state, 0)


def test_a_fief_stays() -> None:
    """G-8.12: the other seats' turns leave a fief in its place."""
    state = after(at_turn(30, B, "francia"), 0, FRENCH)
    piece = state.public.pieces[0]
    assert donated_out(state).state.public.pieces[0] == piece


def test_links() -> None:
    """G-8.13, G-8.15: a player's adjacent pieces are connected, directly or through further pieces.

    Other players' pieces do not connect them.
    """
    chain = [laid(0, 10, (8, 8), (8, 9), (9, 10)), ring(0, (9, 8)), ring(0, (9, 7))]
    assert scoring.groups(BOARD, tuple(chain), 0) == (3,)
    broken = [chain[0], ring(1, (9, 8)), chain[2]]
    assert scoring.groups(BOARD, tuple(broken), 0) == (1, 1)


def test_barrier_does_not_cut_a_link() -> None:
    """G-8.14, X-27: rings on both sides of the strait form one group."""
    assert (min(cells("London", "Calais")), max(cells("London", "Calais"))) in BOARD.barriers
    assert scoring.groups(BOARD, (ring(0, "London"), ring(0, "Calais")), 0) == (2,)


def test_trying_out_leaves_no_trace() -> None:
    """G-8.16: actions tried on imagined states leave the true state unchanged."""
    state = at_turn(30, B, "francia")
    before = encode(state)
    imagined = ENGINE.imagine(view(state, 0), b"draft")
    for turn in legal(state, 0)[:20]:
        after(imagined, 0, turn)
    assert encode(state) == before
    assert pending(state, 0, "turn").kind == "turn"


def test_castles_matter_no_more() -> None:
    """G-8.17: points, connections and later placements do not depend on castles."""
    state = after(at_turn(30, B, "francia"), 0, FRENCH)
    piece = state.public.pieces[0]
    bare = type(piece)(piece.seat, piece.round, piece.fief, piece.cells, ())
    assert scoring.groups(BOARD, (piece,), 0) == scoring.groups(BOARD, (bare,), 0)
    one, other = (at_turn(30, C, INACTIVE, pieces=[each]) for each in (piece, bare))
    assert legal(one, 0) == legal(other, 0)
    assert score_of(one, 0, Donate()) == score_of(other, 0, Donate())
