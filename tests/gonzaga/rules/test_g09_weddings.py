"""Section G-9: Weddings."""

import pytest

from engines.gonzaga import scoring
from engines.gonzaga.actions import INACTIVE, Donate, HoldWedding
from engines.gonzaga.events import WeddingHeld
from tests.gonzaga.positions import (
    BOARD,
    A,
    B,
    C,
    after,
    at,
    at_turn,
    cover,
    donated_out,
    laid,
    legal,
    play,
    refusal,
    ring,
    score_of,
    told,
    wedding,
    world,
)


def _weddings(state) -> list[HoldWedding]:
    return [turn for turn in legal(state, 0) if isinstance(turn, HoldWedding)]


@pytest.mark.parametrize("deed", [A, B])
def test_only_with_alliance(deed) -> None:
    """G-9.1: a Wedding needs action C and takes the place of placing a fief."""
    state = at_turn(20, deed, "francia")
    assert _weddings(state) == []
    assert refusal(state, 0, wedding("Paris")).code == "wedding_needs_alliance"


def test_the_fief_leaves_the_game() -> None:
    """G-9.2, X-32: the fief card leaves the game, and does not score as a donation."""
    step = play(at_turn(20, C, "francia"), 0, wedding((6, 10)))
    court = step.state.public.courts[0]
    assert (court.score, court.church, court.dowries, court.drawn) == (0, (), (20,), None)
    assert told(step, WeddingHeld) == [WeddingHeld(0, 20, (at((6, 10)),), 0)]


def test_one_or_two_rings_of_the_supply() -> None:
    """G-9.3, X-33: a Wedding places one or two rings, as far as the supply has them. Without rings none is listed."""
    listed = {rings: _weddings(at_turn(20, C, "francia", rings=rings)) for rings in (0, 1, 2, 6)}
    assert listed[0] == []
    assert listed[1]
    assert all(each.second is None for each in listed[1])
    assert any(each.second is not None for each in listed[2])
    assert listed[2] == listed[6]
    assert refusal(at_turn(20, C, "francia", rings=0), 0, wedding("Paris")).rule == "G-9.3"
    assert after(at_turn(20, C, "francia", rings=2), 0, wedding("Paris", (7, 8))).public.courts[0].rings == 0


def test_first_ring_in_the_planned_region() -> None:
    """G-9.4: the hexes listed for the first ring are exactly those of the planned region."""
    firsts = {each.first for each in _weddings(at_turn(20, C, "francia"))}
    assert firsts == {cell for cell in range(BOARD.size) if BOARD.region_of(cell) == "francia"}


def test_first_ring_with_the_inactive_card() -> None:
    """G-9.5: the first ring may be in any inactive region."""
    firsts = {BOARD.region_of(each.first) for each in _weddings(at_turn(20, C, INACTIVE))}
    assert firsts == {"germania", "europa-orientalis"}


def test_second_ring_is_optional_and_adjacent() -> None:
    """G-9.6: a second ring is optional, and must be on a hex of the map adjacent to the first."""
    listed = _weddings(at_turn(20, C, "francia"))
    paris = {each.second for each in listed if each.first == at("Paris")}
    assert paris == {None, *BOARD.neighbours[at("Paris")]}
    assert refusal(at_turn(20, C, "francia"), 0, wedding("Calais", "Amsterdam")).rule == "G-9.6"
    assert refusal(at_turn(20, C, "francia"), 0, HoldWedding(at("Calais"), BOARD.size)).code == "off_the_map"


def test_second_ring_anywhere() -> None:
    """G-9.7, D-18: the second ring may be in another region, at sea or across a barrier."""
    listed = _weddings(at_turn(20, C, "francia"))
    assert wedding("Calais", "London") in listed
    assert wedding("Calais", (6, 7)) in listed
    assert wedding((8, 8), (9, 8)) in listed


def test_permitted_hexes() -> None:
    """G-9.8: a ring may be placed on an empty hex or another player's fief, never on a ring or the player's own fief."""
    pieces = [laid(1, 30, "Paris", "Dijon", "Lyon"), ring(1, "Calais"), ring(0, "Brest"), laid(0, 30, (6, 9), (6, 10), (7, 10))]
    state = at_turn(20, C, "francia", pieces=pieces)
    firsts = {each.first for each in _weddings(state)}
    assert at("Paris") in firsts
    assert firsts.isdisjoint({at("Calais"), at("Brest"), at((6, 10)), at((7, 10))})
    assert refusal(state, 0, wedding("Calais")).code == "ring_there"
    assert refusal(state, 0, wedding("Brest")).code == "ring_there"
    assert refusal(state, 0, wedding((6, 10))).code == "own_fief_there"


def test_first_ring_not_at_sea() -> None:
    """G-9.9, D-25: a first ring at sea is refused."""
    assert all(BOARD.land >> each.first & 1 for each in _weddings(at_turn(20, C, "francia")))
    assert refusal(at_turn(20, C, "francia"), 0, wedding((6, 7))).rule == "G-9.9"


def test_a_ring_counts_as_a_fief() -> None:
    """G-9.10: a ring counts like a fief for site points, leagues, the objective, the end count and the tie-break."""
    pieces = [ring(0, "London"), ring(0, "Newcastle")]
    state = after(at_turn(20, C, INACTIVE, pieces=pieces), 0, wedding("Hamburg"))
    court = state.public.courts[0]
    assert (court.tally.sites, court.tally.leagues) == (1, 10)
    assert scoring.uncovered(world(), cover(state)) == 30
    assert scoring.objective_cities(BOARD, 1, cover(at_turn(20, C, "francia", pieces=[ring(0, "Dijon")])).held(0)) == 1
    assert (cover(state).held(0) & BOARD.sites).bit_count() == 3


def test_no_castle_and_no_duty_to_cover_a_site() -> None:
    """G-9.11, X-35: rings have no castles, and both may be on hexes without a site."""
    state = after(at_turn(20, C, "francia"), 0, wedding((5, 9), (5, 8)))
    assert [piece.castles for piece in state.public.pieces] == [(), ()]
    assert state.public.courts[0].score == 0


def test_two_rings_are_two_fiefs() -> None:
    """G-9.12: each of two rings scores by its own hex, and the group of both has size two."""
    state = after(at_turn(20, C, "francia"), 0, wedding("Calais", "London"))
    assert [piece.cells for piece in state.public.pieces] == [(at("Calais"),), (at("London"),)]
    assert state.public.courts[0].score == 6
    assert scoring.groups(BOARD, state.public.pieces, 0) == (2,)


def test_fief_and_ring_hold_the_hex_both() -> None:
    """G-9.13, D-6, X-28: a fief and a ring on the same hex count for both owners."""
    state = after(at_turn(20, C, "francia", pieces=[laid(1, 30, "Paris", "Dijon", "Lyon")]), 0, wedding("Dijon"))
    assert state.public.courts[0].score == 3
    for seat in (0, 1):
        assert cover(state).held(seat) >> at("Dijon") & 1
        assert scoring.objective_cities(BOARD, 1, cover(state).held(seat)) == 1


def test_rings_cannot_be_donated() -> None:
    """G-9.14: a donation uses the fief card and no ring."""
    done = after(at_turn(20, C, "francia"), 0, Donate()).public.courts[0]
    assert (done.rings, done.church) == (6, (20,))


def test_rings_stay() -> None:
    """G-9.15: during the other seats' turns a ring neither moves nor returns to the supply."""
    state = after(at_turn(20, C, "francia"), 0, wedding("Paris"))
    later = donated_out(state).state
    assert later.public.pieces == state.public.pieces
    assert later.public.courts[0].rings == 5


def test_six_rings_for_everything() -> None:
    """G-9.16: Weddings and privileges use the same supply of six rings."""
    state = at_turn(20, C, "francia", rings=5, privileges=1)
    assert after(state, 0, wedding("Paris", (7, 8))).public.courts[0].rings == 3


def test_no_contact_needed() -> None:
    """G-9.17: a ring may be far from the player's other pieces."""
    assert wedding("Paris") in legal(at_turn(20, C, "francia", pieces=[laid(0, 30, (5, 1), (5, 0), (6, 0))]), 0)


def test_rings_are_laid_in_order() -> None:
    """G-9.18, X-25: the second ring is judged with the first one in place.

    First a ring inside the planned region, then one outside, is legal. The reverse order is refused.
    """
    state = at_turn(20, C, "francia")
    assert wedding("Calais", "London") in legal(state, 0)
    assert refusal(state, 0, wedding("London", "Calais")).rule == "G-9.4"
    assert refusal(state, 0, wedding("Calais", "Calais")).rule == "G-9.18"
    assert score_of(state, 0, wedding("Calais")) == 3
