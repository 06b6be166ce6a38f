"""Section G-2: the map."""

from collections import Counter

from engines.hexes import distance, neighbours
from tests.gonzaga.positions import BOARD, CONTENT, A, B, C, at, at_turn, fief, legal, refusal, ring, wedding


def test_every_hex_is_land_or_sea() -> None:
    """G-2.1: 163 hexes of land, 115 of sea, each with an area."""
    assert Counter(each.land for each in CONTENT.hexes) == {True: 163, False: 115}
    seas = {sea.id for sea in CONTENT.seas}
    assert all((each.area in seas) != each.land for each in CONTENT.hexes)


def test_land_has_one_region_and_sea_none() -> None:
    """G-2.2, D-25: each hex of land is in one region; a sea hex satisfies no region card."""
    masks = list(BOARD.regions.values())
    assert sum(mask.bit_count() for mask in masks) == BOARD.land.bit_count() == 163
    assert BOARD.region_of(at((6, 7))) is None
    assert BOARD.region_of(at("Paris")) == "francia"
    assert refusal(at_turn(10, C, "francia"), 0, wedding((6, 7))).rule == "G-9.9"


def test_sites_of_a_region() -> None:
    """G-2.3: every region has four cities and four harbours."""
    counts = Counter((BOARD.region_of(site.hex), site.kind) for site in CONTENT.sites)
    assert counts == {(region.id, kind): 4 for region in CONTENT.regions for kind in ("city", "harbour")}


def test_city_symbols() -> None:
    """G-2.4: there are eight city symbols, and three cities have each symbol."""
    counts = Counter(site.mark for site in CONTENT.sites if site.kind == "city")
    assert counts == {symbol.id: 3 for symbol in CONTENT.symbols}
    assert len(counts) == 8


def test_harbours_of_a_sea() -> None:
    """G-2.5: each of six seas has four harbours, not all in one region."""
    for sea, harbours in BOARD.seas:
        homes = {BOARD.region_of(site.hex) for site in CONTENT.sites if site.mark == sea}
        assert harbours.bit_count() == 4
        assert len(homes) > 1
    assert len(BOARD.seas) == 6


def test_north_sea() -> None:
    """G-2.6: the North Sea has two harbours in each of its two regions."""
    homes = Counter(BOARD.region_of(site.hex) for site in CONTENT.sites if site.mark == "mare-germanicum")
    assert homes == {"britannia": 2, "germania": 2}


def test_sites_are_land_and_may_carry_castles() -> None:
    """G-2.7, D-21: sites are land, and a castle may be on a harbour."""
    assert not BOARD.sites & ~BOARD.land
    action = fief((3, 5), (4, 6), "Plymouth")
    assert action in legal(at_turn(10, A, "britannia"), 0)


def test_adjacency() -> None:
    """G-2.8: adjacent hexes share a side, and adjacency is mutual. A hex has at most six neighbours; corners do not count."""
    for number, each in enumerate(CONTENT.hexes):
        near = {CONTENT.hexes[other].at for other in BOARD.neighbours[number]}
        assert near == {other for other in neighbours(each.at) if other in BOARD.numbers}
        assert all(distance(each.at, other) == 1 for other in near)
        assert all(number in BOARD.neighbours[other] for other in BOARD.neighbours[number])
    assert at("Amsterdam") not in BOARD.neighbours[at("Calais")]


def test_barriers_lie_on_sides() -> None:
    """G-2.9: barriers are on twenty sides between adjacent hexes of two regions."""
    assert len(BOARD.barriers) == 20
    for one, other in BOARD.barriers:
        assert other in BOARD.neighbours[one]
        assert BOARD.region_of(one) != BOARD.region_of(other)


def test_one_fief_and_one_ring_of_two_colours() -> None:
    """G-2.10: a fief cannot be placed on the player's own ring, nor a ring on another player's ring."""
    ours, theirs = fief("Paris", "Dijon", "Lyon"), wedding("Dijon")
    state = at_turn(30, B, "francia", pieces=[ring(0, "Dijon")])
    assert refusal(state, 0, ours).rule == "G-8.4"
    assert refusal(at_turn(30, C, "francia", pieces=[ring(1, "Dijon")]), 0, theirs).rule == "G-9.8"


def test_sea_areas_are_for_the_eye() -> None:
    """G-2.11: a fief may cover hexes of two sea areas."""
    action = fief("London", (8, 6), (6, 7))
    assert {CONTENT.hexes[at(spot)].area for spot in ((8, 6), (6, 7))} == {"mare-germanicum", "mare-britannicum"}
    assert action in legal(at_turn(20, A, "britannia"), 0)
