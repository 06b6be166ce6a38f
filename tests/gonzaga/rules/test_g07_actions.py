"""Section G-7: requirements of the action card."""

import pytest

from engines.contract import IllegalAction
from engines.gonzaga.actions import ActionCard, Donate, HoldWedding, PlaceFief
from engines.gonzaga.decisions import turn as turns
from engines.gonzaga.placements import meets_demand, placements
from tests.gonzaga.positions import BOARD, A, B, C, at_turn, fief, legal, now, play, refusal, ring, wedding


def _mixes(number: int, deed: ActionCard, region: str, pieces=()) -> set[tuple[int, int]]:
    """Return the numbers (cities, harbours) under each listed fief."""
    turns = [turn for turn in legal(at_turn(number, deed, region, pieces=pieces), 0) if isinstance(turn, PlaceFief)]
    covered = [sum(1 << cell for cell in turn.cells) for turn in turns]
    return {((bits & BOARD.cities).bit_count(), (bits & BOARD.harbours).bit_count()) for bits in covered}


def test_one_thing_a_turn() -> None:
    """G-7.1: a turn is a fief, a Wedding (only with action C) or a donation. Each of them ends the turn."""
    state = at_turn(20, C, "francia")
    kinds = {type(turn) for turn in legal(state, 0)}
    assert kinds == {PlaceFief, HoldWedding, Donate}
    for turn in (fief("Bordeaux", "Toulouse", "Marseille"), wedding("Paris"), Donate()):
        assert now(play(state, 0, turn).state) == [(1, "turn")]
    assert {type(turn) for turn in legal(at_turn(20, A, "francia"), 0)} == {PlaceFief, Donate}


@pytest.mark.parametrize(("cities", "harbours", "fine"), [(0, 0, 0), (0, 1, 1), (0, 2, 1), (0, 3, 0), (1, 1, 0), (1, 0, 0)])
def test_harbours(cities: int, harbours: int, fine: int) -> None:
    """G-7.2, D-3: action A requires one or two harbours and no city."""
    assert meets_demand(A, cities, harbours) == bool(fine)
    assert _mixes(20, A, "francia") == {(0, 1), (0, 2)}


@pytest.mark.parametrize(("cities", "harbours", "fine"), [(1, 0, 1), (3, 0, 1), (4, 0, 0), (1, 1, 0), (0, 1, 0)])
def test_cities(cities: int, harbours: int, fine: int) -> None:
    """G-7.3, D-3: action B allows up to three cities and no harbour."""
    assert meets_demand(B, cities, harbours) == bool(fine)
    assert {cities for cities, _ in _mixes(30, B, "francia")} == {0, 1, 2, 3}
    assert {harbours for _, harbours in _mixes(30, B, "francia")} == {0}


def test_cities_without_a_site() -> None:
    """G-7.4: action B also allows a fief on plain hexes only."""
    assert (0, 0) in _mixes(40, B, "francia")
    assert (0, 0) not in _mixes(40, A, "francia") | _mixes(40, C, "francia")


def test_plain_hex_under_a_ring() -> None:
    """G-7.5, D-14, X-15: a plain hex stays plain with another player's ring on it."""
    action = fief((12, 5), (13, 5), (13, 6), (14, 6))
    assert action in legal(at_turn(40, B, "inactive", pieces=[ring(1, (13, 5))]), 0)


@pytest.mark.parametrize(("cities", "harbours"), [(1, 1), (2, 1), (1, 2)])
def test_alliance(cities: int, harbours: int) -> None:
    """G-7.6, D-4: action C allows three mixes of sites, and the map has placements for each mix."""
    assert meets_demand(C, cities, harbours)
    found = set().union(
        *(_mixes(number, C, region) for number in (10, 20, 30, 90) for region in ("francia", "italia", "hispania"))
    )
    assert (cities, harbours) in found
    assert found <= {(1, 1), (2, 1), (1, 2)}


def test_alliance_is_not_two_and_two() -> None:
    """G-7.6, D-4: action C refuses more than three sites, and sites of one kind only."""
    assert not any(meets_demand(C, *mix) for mix in [(2, 2), (3, 1), (1, 3), (2, 0), (0, 2), (0, 0)])


@pytest.mark.parametrize("mix", [(2, 2), (3, 1), (1, 3)])
def test_too_many_sites_under_an_alliance_have_their_reason(mix: tuple[int, int]) -> None:
    """G-7.6, D-4: too many sites are refused with a reason.

    The test calls the rule directly, since no fief covers so many sites.
    """
    with pytest.raises(IllegalAction) as refused:
        turns._refuse_sites(C, *mix)
    assert (refused.value.code, refused.value.rule) == ("too_many_sites_under_alliance", "G-7.6")


@pytest.mark.parametrize("mix", [(1, 1), (2, 1), (1, 2)])
def test_sites_that_fit_an_alliance_are_no_reason_against_it(mix: tuple[int, int]) -> None:
    """G-7.6, G-8.3: a fitting mix of sites is no reason to refuse a fief."""
    turns._refuse_sites(C, *mix)


def test_alliance_allows_a_wedding() -> None:
    """G-7.7: action C allows a Wedding, and action B does not."""
    assert wedding("Paris") in legal(at_turn(20, C, "francia"), 0)
    assert refusal(at_turn(20, B, "francia"), 0, wedding("Paris")).rule == "G-9.1"


@pytest.mark.parametrize(
    ("action", "number", "rule"),
    [
        (fief("Paris", "Dijon", "Lyon"), 30, "G-7.8"),
        (fief("Bordeaux", (6, 11), "Marseille"), 20, "G-7.8"),
        (fief((7, 8), (8, 8), (7, 7)), 30, "G-7.8"),
        (fief((5, 9), (6, 10), (7, 10)), 20, "G-7.9"),
    ],
)
def test_alliance_needs_both(action: PlaceFief, number: int, rule: str) -> None:
    """G-7.8, G-7.9, X-23: action C refuses a fief on cities only, on harbours only or on no site."""
    assert action.cells in placements(BOARD, number)
    assert refusal(at_turn(number, C, "francia"), 0, action).rule == rule


def test_the_way_is_chosen_at_the_turn() -> None:
    """G-7.10: the same plan allows cities, plain hexes or a donation. The seat chooses in its turn."""
    listed = legal(at_turn(30, B, "francia"), 0)
    assert {fief("Paris", "Dijon", "Lyon"), fief((6, 9), (6, 10), (7, 10)), Donate()} <= set(listed)


def test_a_site_under_a_ring_is_a_site() -> None:
    """G-7.11, X-16: a city with a ring on it is still a city."""
    state = at_turn(20, A, "hispania", pieces=[ring(1, "Zaragoza")])
    action = fief((4, 13), "Zaragoza", "Barcelona")
    assert refusal(state, 0, action).code == "city_under_harbours"
    assert action in legal(at_turn(20, C, "hispania", pieces=[ring(1, "Zaragoza")]), 0)
