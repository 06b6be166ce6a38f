"""Facets of finished games, and openings of seats."""

from engines.gonzaga import ENGINE
from engines.gonzaga.actions import Donate, SealPlan
from engines.gonzaga.state import Hand, Piece, Public, State, Tally
from tests.gonzaga.positions import A, B, C, at_turn, donated_out, laid, replace, ring, with_court, with_public

CITIES = ("Salamanca", "Oxford", "Kraków", "Dijon", "Nürnberg", "Firenze")


def _facets(public: Public) -> dict[str, int | str]:
    return {facet.name: facet.value for facet in ENGINE.facets(ENGINE.Options(), public, ())}


def _ended(*pieces: Piece) -> State:
    """Return the end of a three-seat game in its ninth round with these pieces. Seat 0 has the first objective."""
    state = with_public(at_turn(10, A, "francia", pieces=pieces, round=9), last_round=9, ending="covered")
    return donated_out(replace(state, hands=tuple(Hand(each) for each in (1, 2, 3)))).state


def test_the_scenario_is_the_one_that_was_drawn() -> None:
    """G-1.2: the facet names the scenario that was drawn, although the options name none."""
    assert _facets(_ended().public)["scenario"] == "colombo"


def test_leagues_of_all_seats_are_counted_together() -> None:
    """G-11.5"""
    state = with_court(_ended(), 0, leagues=("mare-balticum",))
    state = with_court(state, 2, leagues=("mare-balticum", "mare-adriaticum"))
    assert _facets(state.public)["leagues"] == 3


def test_the_rounds_are_those_that_began() -> None:
    """G-13: every round that began is counted, nine in this game."""
    assert _facets(_ended().public)["rounds"] == 9


def test_the_largest_group_is_that_of_any_seat() -> None:
    """G-14.1, G-14.2: the facet is the number of pieces in the largest group of any seat, and 0 on an empty map."""
    pieces = (ring(0, "Paris"), ring(1, "Calais"), ring(1, "London"), laid(2, 40, (12, 5), (13, 5), (13, 6), (14, 6)))
    assert _facets(_ended(*pieces).public)["group"] == 2
    assert _facets(_ended().public)["group"] == 0


def test_the_best_objective_is_that_of_any_seat() -> None:
    """G-14.5: the facet is the best objective score of any seat.

    It is 0 if objectives were not revealed, as in a conceded game.
    """
    pieces = [ring(0, city) for city in CITIES[:4]]
    assert _facets(_ended(*pieces).public)["objective"] == 15
    assert _facets(at_turn(10, A, "francia", pieces=pieces).public)["objective"] == 0
    assert _facets(with_court(_ended(), 1, tally=Tally(objective=25)).public)["objective"] == 25


def test_a_seat_begins_with_the_plan_that_stood_at_the_end() -> None:
    """G-5.1, G-5.8: the opening is the last plan sealed in round one, even if it replaced another."""
    played = [
        (0, SealPlan("francia", B)),
        (1, SealPlan("inactive", C, privilege=True)),
        (0, SealPlan("hispania", A)),
        (2, SealPlan("italia", B)),
        (0, Donate()),
        (0, SealPlan("britannia", C)),
    ]
    assert [ENGINE.opening(played, seat) for seat in range(3)] == ["hispania.harbours", "inactive.alliance", "italia.cities"]


def test_a_first_round_in_which_nobody_can_do_anything() -> None:
    """G-10.7: forced donations are not recorded, so the log continues directly with plans of the second round.

    Those plans do not count as openings.
    """
    played = [(seat, SealPlan(region, C)) for region in ("francia", "italia") for seat in (1, 0)]
    assert [ENGINE.opening(played, seat) for seat in range(2)] == ["francia.alliance", "francia.alliance"]
