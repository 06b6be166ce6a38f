"""Worked examples from the rules, on the reconstructed map."""

import pytest

from engines.contract import When
from engines.gonzaga import ENGINE, scoring
from engines.gonzaga.actions import INACTIVE, ActionCard, PlaceFief, SealPlan, Turn
from engines.gonzaga.flow import turn_order
from engines.gonzaga.state import Court, Piece, State
from engines.kit.ranking import ranking
from tests.gonzaga.positions import (
    BOARD,
    COLOMBO,
    A,
    B,
    C,
    after,
    at,
    at_turn,
    cover,
    donated_out,
    fief,
    laid,
    legal,
    play,
    refusal,
    ring,
    score_of,
    sealed_by_all,
    started,
    wedding,
    with_court,
)

P1 = fief((3, 5), (4, 6), "Plymouth")
P2 = fief("London", (8, 6), "Amsterdam")
P3 = fief("Bordeaux", (6, 11), "Marseille")
P4 = fief("Paris", "Dijon", "Lyon")
P5 = fief((12, 5), (13, 5), (13, 6), (14, 6))
P6 = fief((4, 13), "Zaragoza", "Barcelona")
P7 = fief("Milano", "Mantova", "Venezia")
P8 = fief("Bordeaux", "Toulouse", "Marseille")
P9 = fief("Venezia", (13, 10), (13, 9))
MATTIA, ENRICO = "mattia-corvino", "enrico-viii"


def _order(*plans: tuple[bool, ActionCard, int]) -> tuple[int, ...]:
    courts = [Court("red", 6, drawn=card, plan=SealPlan(INACTIVE, deed, king)) for king, deed, card in plans]
    return turn_order(tuple(courts))


def test_order_of_the_printed_example() -> None:
    """Section 4.1: privilege goes first, then the action, then the lower card [G-6.5, G-6.6, G-6.7, G-6.8]."""
    assert _order((False, B, 83), (False, B, 12), (True, C, 124), (False, A, 124)) == (2, 3, 1, 0)


@pytest.mark.parametrize(
    ("plans", "expected"),
    [
        ([(True, C, 41), (True, A, 124)], (1, 0)),
        ([(True, A, 52), (True, A, 124)], (0, 1)),
        ([(False, A, 124), (False, C, 11)], (0, 1)),
        ([(False, A, 13), (False, A, 11), (False, A, 14), (False, A, 12)], (1, 3, 0, 2)),
        ([(False, A, 11), (False, A, 12), (True, C, 124)], (2, 0, 1)),
    ],
)
def test_more_orders(plans: list[tuple[bool, ActionCard, int]], expected: tuple[int, ...]) -> None:
    """Section 4.1: further turn orders, with several privileges and equal actions [G-6.5, G-6.6, G-6.7, X-8, D-24]."""
    assert _order(*plans) == expected


def test_colombo_hand() -> None:
    """Section 4.3: the hand has four regions, the inactive card and three actions [G-1.4, G-1.5].

    Each plan is possible with and without privilege.
    """
    plans = legal(started(3, COLOMBO), 0, "plan")
    assert [*dict.fromkeys(plan.region for plan in plans)] == ["hispania", "francia", "britannia", "italia", INACTIVE]
    assert len(plans) == 5 * 3 * 2


@pytest.mark.parametrize(
    ("number", "action", "deed", "region", "scenario", "points"),
    [
        pytest.param(10, P1, A, "britannia", COLOMBO, 3, id="P-1"),
        pytest.param(10, P2, A, "britannia", COLOMBO, 4, id="P-2"),
        pytest.param(10, P2, A, INACTIVE, COLOMBO, 4, id="P-2, inactive card"),
        pytest.param(20, P3, A, "francia", COLOMBO, 6, id="P-3"),
        pytest.param(30, P4, B, "francia", COLOMBO, 9, id="P-4"),
        pytest.param(40, P5, B, INACTIVE, COLOMBO, 0, id="P-5"),
        pytest.param(40, P5, B, "germania", MATTIA, 0, id="P-5, Germania"),
        pytest.param(40, P5, B, "europa-orientalis", MATTIA, 0, id="P-5, Europa Orientalis"),
        pytest.param(20, P6, C, "hispania", COLOMBO, 6, id="P-6"),
        pytest.param(10, P7, C, "italia", COLOMBO, 9, id="P-7"),
        pytest.param(10, P7, C, INACTIVE, ENRICO, 3, id="P-7, Italia inactive"),
        pytest.param(20, P8, C, "francia", COLOMBO, 9, id="P-8"),
        pytest.param(20, P9, A, "italia", MATTIA, 3, id="P-9, Italia"),
        pytest.param(20, P9, A, "europa-orientalis", MATTIA, 3, id="P-9, Europa Orientalis"),
        pytest.param(20, P9, A, "germania", MATTIA, 3, id="P-9, Germania"),
    ],
)
def test_legal_fiefs(number: int, action: Turn, deed: ActionCard, region: str, scenario: str, points: int) -> None:
    """Section 4.4: P-1 to P-9 are listed, accepted and scored as the rules say."""
    state = at_turn(number, deed, region, scenario=scenario)
    assert action in legal(state, 0)
    assert score_of(state, 0, action) == points


OWN = laid(0, 10, (8, 8), "Dijon", (9, 10))
FOREIGN = laid(1, 10, (8, 8), "Dijon", (9, 10))


@pytest.mark.parametrize(
    ("number", "action", "deed", "region", "pieces", "code", "rule"),
    [
        pytest.param(20, P3, C, "francia", [], "alliance_needs_both", "G-7.8", id="N-1"),
        pytest.param(20, P6, A, "hispania", [], "city_under_harbours", "G-7.2", id="N-2 with A"),
        pytest.param(20, P6, B, "hispania", [], "harbour_under_cities", "G-7.3", id="N-2 with B"),
        pytest.param(20, fief((3, 8), (3, 9), "Brest"), A, "francia", [], "castle_at_sea", "G-8.7", id="N-3"),
        pytest.param(20, fief("London", "Calais", (8, 7)), A, "britannia", [], "barrier_under_fief", "G-8.8", id="N-4"),
        pytest.param(30, fief("London", "Calais", (8, 6)), A, "britannia", [], "barrier_under_fief", "G-8.8", id="N-5"),
        pytest.param(30, P4, B, "francia", [OWN], "fief_there", "G-8.3", id="N-7 own"),
        pytest.param(30, P4, B, "francia", [FOREIGN], "fief_there", "G-8.3", id="N-7 foreign"),
        pytest.param(30, P4, B, "francia", [ring(0, "Dijon")], "own_ring_there", "G-8.4", id="N-8"),
        pytest.param(10, P1, A, "hispania", [], "outside_region", "G-8.10", id="N-10"),
        pytest.param(40, P5, A, INACTIVE, [], "no_harbour", "G-7.2", id="N-11 with A"),
        pytest.param(40, P5, C, INACTIVE, [], "no_site_under_alliance", "G-7.9", id="N-11 with C"),
        pytest.param(40, P5, B, "francia", [], "outside_region", "G-8.10", id="N-13"),
    ],
)
def test_illegal_fiefs(
    number: int, action: Turn, deed: ActionCard, region: str, pieces: list[Piece], code: str, rule: str
) -> None:
    """Section 4.5: N-1, N-2, N-3, N-4, N-5, N-7, N-8, N-10, N-11, N-13 are refused with a reason and are not listed."""
    state = at_turn(number, deed, region, pieces=pieces)
    assert action not in legal(state, 0)
    error = refusal(state, 0, action)
    assert (error.code, error.rule) == (code, rule)


@pytest.mark.parametrize("cells", [(0, 1, BOARD.size), (-1, 0, 1)])
def test_off_the_map(cells: tuple[int, ...]) -> None:
    """N-6: a hex outside the map is refused [G-8.1]."""
    error = refusal(at_turn(10, A, "britannia"), 0, PlaceFief(cells))
    assert (error.code, error.rule) == ("off_the_map", "G-8.1")


def test_fief_on_foreign_ring() -> None:
    """N-9: a fief on another player's ring is legal. The ring stays, and the city counts for both players [G-8.5]."""
    state = at_turn(30, B, "francia", pieces=[ring(1, "Dijon")])
    done = after(state, 0, P4)
    assert cover(done).held(0) >> at("Dijon") & 1
    assert cover(done).held(1) >> at("Dijon") & 1


def _shapes_of(number: int) -> set[tuple[int, ...]]:
    return {turn.cells for turn in legal(at_turn(number, B, INACTIVE), 0) if isinstance(turn, PlaceFief)}


def test_mirror_image() -> None:
    """N-12: the mirror image of fief 70 is fief 80. No rotation of fief 70 gives it [G-3.4]."""
    one, other = at_turn(70, B, INACTIVE), at_turn(80, B, INACTIVE)
    hooks = {number: _shapes_of(number) for number in (70, 80)}
    assert hooks[70].isdisjoint(hooks[80])
    for cells in list(hooks[80])[:20]:
        assert refusal(one, 0, PlaceFief(cells)).code == "wrong_shape"
    for cells in list(hooks[70])[:20]:
        assert refusal(other, 0, PlaceFief(cells)).rule == "G-3.4"


def test_bend_round_a_barrier() -> None:
    """N-14: fief 60 may be placed around the end of the barrier in the strait [G-8.8, G-8.9, X-20]."""
    action = fief("London", (8, 6), (8, 7), (8, 8))
    state = at_turn(60, A, "britannia")
    assert action in legal(state, 0)
    assert score_of(state, 0, action) == 3


@pytest.mark.parametrize(
    ("region", "action", "pieces", "points"),
    [
        pytest.param("italia", wedding("Mantova", "Venezia"), [], 6, id="R-1"),
        pytest.param("francia", wedding("Calais", "London"), [], 6, id="R-2"),
        pytest.param("francia", wedding("Calais", (6, 7)), [], 3, id="R-3"),
        pytest.param("francia", wedding("Marseille"), [laid(1, 10, "Marseille", (8, 12), (9, 12))], 3, id="R-4"),
        pytest.param(INACTIVE, wedding("Wien"), [], 1, id="R-11"),
    ],
)
def test_legal_weddings(region: str, action: Turn, pieces: list[Piece], points: int) -> None:
    """Section 4.6: R-1, R-2, R-3, R-4 and R-11 are listed and score as expected [G-9.4, G-9.6, G-9.7, G-9.8]."""
    state = at_turn(10, C, region, pieces=pieces)
    assert action in legal(state, 0)
    assert score_of(state, 0, action) == points


@pytest.mark.parametrize(
    ("region", "action", "pieces", "rings", "code", "rule"),
    [
        pytest.param("francia", wedding("London"), [], 6, "first_ring_outside_region", "G-9.4", id="R-5"),
        pytest.param("francia", wedding("Calais", "Amsterdam"), [], 6, "second_ring_not_adjacent", "G-9.6", id="R-6"),
        pytest.param("francia", wedding("Calais", "Calais"), [], 6, "rings_on_one_hex", "G-9.18", id="R-7"),
        pytest.param("francia", wedding("Calais"), [ring(0, "Calais")], 5, "ring_there", "G-9.8", id="R-8 own"),
        pytest.param("francia", wedding("Calais", "London"), [ring(1, "London")], 6, "ring_there", "G-9.8", id="R-8 foreign"),
        pytest.param("francia", wedding("Dijon"), [OWN], 6, "own_fief_there", "G-9.8", id="R-9"),
        pytest.param("francia", wedding((6, 7)), [], 6, "first_ring_at_sea", "G-9.9", id="R-10"),
        pytest.param("francia", wedding("Calais", "London"), [], 1, "not_enough_rings", "G-9.3", id="R-12"),
        pytest.param(INACTIVE, wedding("Calais"), [], 6, "first_ring_outside_region", "G-9.5", id="inactive card"),
    ],
)
def test_illegal_weddings(region: str, action: Turn, pieces: list[Piece], rings: int, code: str, rule: str) -> None:
    """Section 4.6: R-5, R-6, R-7, R-8, R-9, R-10 and R-12 are refused with a reason and are not listed."""
    state = at_turn(10, C, region, pieces=pieces, rings=rings)
    assert action not in legal(state, 0)
    error = refusal(state, 0, action)
    assert (error.code, error.rule) == (code, rule)


FIVE = (
    laid(0, 20, (4, 13), (3, 13), (3, 14)),
    laid(0, 30, (5, 12), (5, 11), (6, 12)),
    laid(1, 10, (7, 12), (8, 12), (9, 12)),
    ring(0, (7, 12)),
    ring(0, (7, 13)),
    laid(0, 10, (6, 14), (7, 14), (8, 14)),
    laid(0, 30, (5, 1), (5, 0), (6, 0)),
)


def test_connected_group_of_five() -> None:
    """Section 4.7: pieces connect across a barrier, through rings on a fief and at sea [G-8.13, G-8.14, G-8.15, G-14.4]."""
    assert scoring.groups(BOARD, FIVE, 0) == (5, 1)
    without_sea = tuple(piece for piece in FIVE if piece.cells != (at((7, 13)),))
    assert scoring.groups(BOARD, without_sea, 0) == (3, 1, 1)
    assert scoring.largest_group(BOARD, without_sea, 0) == 3


MED_FIEF = fief("Marseille", (8, 12), "Genova")
THREE_MED = [ring(0, name) for name in ("Barcelona", "Marseille", "Genova")]


@pytest.mark.parametrize(
    ("number", "action", "deed", "region", "pieces", "leagues", "points", "founded"),
    [
        pytest.param(10, MED_FIEF, A, "francia", [ring(0, "Napoli")], (), 16, 1, id="L-1"),
        pytest.param(10, MED_FIEF, A, "francia", [ring(0, "Napoli"), ring(0, "Barcelona")], (), 16, 1, id="L-2"),
        pytest.param(10, wedding("Napoli"), C, "italia", THREE_MED, ("mare-mediterraneum",), 3, 0, id="L-3"),
        pytest.param(
            10,
            wedding("Amsterdam"),
            C,
            INACTIVE,
            [ring(0, "London"), ring(0, "Newcastle"), laid(1, 10, "Amsterdam", (8, 6), (10, 6))],
            (),
            11,
            1,
            id="L-4",
        ),
        pytest.param(
            20,
            P3,
            A,
            "francia",
            [ring(0, name) for name in ("Napoli", "Genova", "Bilbao", "Lisboa")],
            (),
            26,
            2,
            id="L-6",
        ),
    ],
)
def test_leagues(
    number: int,
    action: Turn,
    deed: ActionCard,
    region: str,
    pieces: list[Piece],
    leagues: tuple[str, ...],
    points: int,
    founded: int,
) -> None:
    """Section 4.8: L-1, L-2, L-3, L-4 and L-6 found the expected leagues and score [G-11.5, G-11.6, G-11.7, G-11.8]."""
    state = at_turn(number, deed, region, pieces=pieces, leagues=leagues)
    done = after(state, 0, action)
    assert done.public.courts[0].score == points
    assert len(done.public.courts[0].leagues) == len(leagues) + founded


def test_two_leagues_in_one_sea() -> None:
    """L-5: a player who shares a harbour may found a league in a sea where another player has one [D-1, G-11.10]."""
    sea = "mare-germanicum"
    red = [laid(1, 10, "London", (8, 6), "Amsterdam"), ring(1, "Hamburg")]
    blue = [ring(0, "Newcastle"), ring(0, "London")]
    state = with_court(at_turn(10, C, INACTIVE, pieces=[*red, *blue]), 1, leagues=(sea,))
    done = after(state, 0, wedding("Amsterdam"))
    assert done.public.courts[0].leagues == (sea,)
    assert done.public.courts[0].score == 11
    assert done.public.courts[1].leagues == (sea,)


def test_locks_over_three_rounds() -> None:
    """Section 4.9: played cards, the privilege included, are locked for one planning phase [G-12.2, G-12.3, X-3, D-19]."""
    state = started(3, COLOMBO)
    first = SealPlan("italia", C, True)
    state = _round(state, first)
    plans = legal(state, 0, "plan")
    assert all(plan.region != "italia" and plan.action != C and not plan.privilege for plan in plans)
    state = _round(state, SealPlan("francia", B))
    plans = legal(state, 0, "plan")
    assert SealPlan("italia", C, True) in plans
    assert all(plan.region != "francia" and plan.action != B for plan in plans)
    assert {plan.region for plan in plans} == {"hispania", "britannia", "italia", INACTIVE}


def _round(state: State, plan: SealPlan) -> State:
    """Play a round, and return the state after it.

    Seat 0 seals this plan, the others their first plan without privilege, and all donate.
    """
    others = [next(each for each in legal(state, seat, "plan") if not each.privilege) for seat in (1, 2)]
    return donated_out(sealed_by_all(state, plan, *others).state).state


def test_objective_points() -> None:
    """Section 4.10: the points of an objective with none to six cities [G-14.5]."""
    assert scoring.OBJECTIVE == (0, 2, 5, 10, 15, 25, 35)


def test_ranking() -> None:
    """Section 4.12: seats are ranked by points, then by sites held, and otherwise share a finishing place

    [G-14.9, G-14.10, G-14.11, D-20].
    """
    assert scoring.bonus_seats((5, 5, 3, 2)) == (0, 1)
    assert ranking(((90, 14), (90, 13))) == ((0,), (1,))
    assert ranking(((90, 14), (90, 14))) == ((0, 1),)
    assert ranking(((90, 12), (90, 12), (80, 20))) == ((0, 1), (2,))


def test_the_seat_at_turn_is_asked_and_the_next_may_file() -> None:
    """The first seat in the turn order must act, and later seats may queue a turn. Then the next seat must act."""
    state = at_turn(10, A, "francia")
    assert [each.when for each in ENGINE.pending(state.public)] == [When.NOW, When.MAY, When.MAY]
    done = play(state, 0, MED_FIEF).state
    assert [(each.seat, each.when) for each in ENGINE.pending(done.public)] == [(1, When.NOW), (2, When.MAY)]
