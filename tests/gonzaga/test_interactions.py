"""Interactions and edge cases that involve several sections of the rules."""

import pytest

from engines.gonzaga import scoring
from engines.gonzaga.actions import INACTIVE, ActionCard, Donate, HoldWedding, SealPlan
from engines.gonzaga.board import cells_in
from engines.gonzaga.events import Donated, WeddingHeld
from engines.gonzaga.flow import turn_order
from engines.gonzaga.placements import placements, poses
from engines.gonzaga.state import Court, Piece
from tests.gonzaga.positions import (
    BOARD,
    COLOMBO,
    CONTENT,
    A,
    B,
    C,
    Spot,
    after,
    at,
    at_turn,
    card_of,
    cells,
    cover,
    donated_out,
    fief,
    laid,
    legal,
    now,
    play,
    refusal,
    ring,
    round_of_donations,
    score_of,
    sealed_by_all,
    started,
    told,
    wedding,
    with_court,
    with_public,
)

KING_C = SealPlan("francia", C, True)
OTHERS = (SealPlan("italia", B), SealPlan(INACTIVE, B))
FRENCH = fief("Paris", "Dijon", "Lyon")


def _full(region: str) -> tuple[Piece, ...]:
    """Return fiefs of seat 1 on every hex of a region."""
    return tuple(Piece(1, 1, 30, (cell,)) for cell in cells_in(BOARD.regions[region]))


# Hand and planning


def test_smallest_and_largest_hand() -> None:
    """X-1: a hand allows at least six plans and at most 36."""
    two, four = started(2), started(4)
    smallest = with_court(two, 0, locked=SealPlan(INACTIVE, C), rings=0)
    assert len(legal(smallest, 0, "plan")) == 3 * 2
    assert len(legal(four, 0, "plan")) == 6 * 3 * 2


def test_a_plan_without_a_placement() -> None:
    """X-2: a plan for which no placement exists is legal. The seat then donates."""
    state = with_public(started(3, COLOMBO), pieces=_full("francia"))
    plan = SealPlan("francia", A)
    assert plan in legal(state, 0, "plan")
    assert told(sealed_by_all(state, plan, *OTHERS), Donated) == [Donated(0, _fief(state, 0), 3, True)]


def _fief(state, seat: int) -> int:
    return state.public.courts[seat].drawn // 10 * 10


def test_privilege_rests_a_round() -> None:
    """X-3: the privilege cannot be planned in two rounds running, even with rings left."""
    state = sealed_by_all(started(3, COLOMBO), KING_C, *OTHERS).state
    following = donated_out(state).state
    assert following.public.courts[0].rings == 5
    assert not any(plan.privilege for plan in legal(following, 0, "plan"))
    assert any(plan.privilege for plan in legal(round_of_donations(following).state, 0, "plan"))


def test_privilege_over_a_locked_action() -> None:
    """X-4: a privilege with a locked action is refused when submitted."""
    state = with_court(started(3, COLOMBO), 0, locked=SealPlan("italia", C))
    assert refusal(state, 0, KING_C).rule == "G-5.5"


def test_privilege_without_rings() -> None:
    """X-5: a privilege without rings is refused when submitted; planning changes no supply."""
    assert refusal(with_court(started(3, COLOMBO), 0, rings=0), 0, KING_C).rule == "G-5.4"
    state = after(started(3, COLOMBO), 0, KING_C)
    assert [court.rings for court in state.public.courts] == [6, 6, 6]


def test_privilege_with_the_last_ring() -> None:
    """X-6: the last ring pays for the privilege first, so no Wedding is possible.

    A Wedding cannot be queued before the reveal either.
    """
    state = started(3, COLOMBO)
    card = card_of(state.public.courts[0].colour, 20)
    state = with_court(state, 0, rings=1, drawn=card, used=(card,))
    filed = after(state, 0, KING_C)
    assert not any(isinstance(turn, HoldWedding) for turn in legal(filed, 0))
    state = sealed_by_all(state, KING_C, *OTHERS).state
    assert state.public.courts[0].rings == 0
    assert now(state) == [(0, "turn")]
    assert not any(isinstance(turn, HoldWedding) for turn in legal(state, 0))
    assert refusal(state, 0, wedding("Paris")).rule == "G-9.3"


def test_privilege_with_two_rings() -> None:
    """X-7: with two rings the privilege leaves a Wedding with one ring only."""
    state = sealed_by_all(with_court(started(3, COLOMBO), 0, rings=2), KING_C, *OTHERS).state
    listed = [turn for turn in legal(state, 0) if isinstance(turn, HoldWedding)]
    assert listed
    assert {turn.second for turn in listed} == {None}
    assert refusal(state, 0, wedding("Calais", "London")).rule == "G-9.3"


def test_several_privileges() -> None:
    """X-8: seats with privilege act by action, then card. The other seats follow."""
    plans = [
        (KING_C, 11),
        (SealPlan("francia", A, True), 124),
        (SealPlan("francia", A, True), 52),
        (SealPlan("francia", A), 12),
    ]
    courts = tuple(Court("red", 6, drawn=card, plan=plan) for plan, card in plans)
    assert turn_order(courts) == (2, 1, 0, 3)


def test_spilling_into_locked_inactive_regions() -> None:
    """X-9: the inactive card is locked for all inactive regions, but fiefs may still cover their hexes."""
    state = with_court(started(3, COLOMBO), 0, locked=SealPlan(INACTIVE, C))
    assert not any(plan.region == INACTIVE for plan in legal(state, 0, "plan"))
    assert fief("London", (8, 6), "Amsterdam") in legal(at_turn(10, A, "britannia"), 0)


@pytest.mark.parametrize("action", [Donate(), wedding("Paris"), fief("Bordeaux", "Toulouse", "Marseille")])
def test_every_turn_locks(action) -> None:
    """X-10: donations and Weddings lock cards just like fiefs."""
    assert after(at_turn(20, C, "francia"), 0, action).public.courts[0].locked == SealPlan("francia", C)


def test_region_and_action_names_do_not_clash() -> None:
    """X-11: no action has the name of a region, and no code of a region is an action."""
    ids = {region.id for region in CONTENT.regions} | {region.code for region in CONTENT.regions} | {INACTIVE}
    assert ids.isdisjoint({deed.value for deed in ActionCard})
    state = with_court(started(3, COLOMBO), 0, locked=SealPlan("britannia", A))
    assert SealPlan("francia", B) in legal(state, 0, "plan")


# Placement


def test_fief_in_three_regions() -> None:
    """X-12: each site scores by its own region, also for a fief across the sea."""
    assert score_of(at_turn(20, A, "italia", scenario="mattia-corvino"), 0, fief("Venezia", (13, 10), (13, 9))) == 3
    assert score_of(at_turn(10, A, INACTIVE), 0, fief("London", (8, 6), "Amsterdam")) == 3 + 1


def test_region_met_by_a_plain_hex() -> None:
    """X-13: a plain hex satisfies the planned region while the site is in another region."""
    assert score_of(at_turn(10, A, "francia"), 0, fief("Amsterdam", (8, 7), (8, 8))) == 1


def test_inactive_card_and_flourishing_sites() -> None:
    """X-14: flourishing sites score 3 each under the inactive card."""
    assert score_of(at_turn(10, B, INACTIVE), 0, fief("Köln", (9, 8), "Dijon")) == 1 + 3


def test_plain_hex_with_a_foreign_ring() -> None:
    """X-15: action B allows a plain hex with another player's ring, without a site."""
    state = at_turn(40, B, INACTIVE, pieces=[ring(1, (13, 5))])
    assert score_of(state, 0, fief((12, 5), (13, 5), (13, 6), (14, 6))) == 0


def test_city_with_a_ring_is_a_city() -> None:
    """X-16: a city with another player's ring on it still counts as a city, so action A refuses it."""
    action = fief((4, 13), "Zaragoza", "Barcelona")
    assert refusal(at_turn(20, A, "hispania", pieces=[ring(2, "Zaragoza")]), 0, action).code == "city_under_harbours"


def test_own_ring_blocks_for_ever() -> None:
    """X-17: the player's own ring blocks fiefs in the first round and in the last."""
    for round in (1, 12):
        assert FRENCH not in legal(at_turn(30, B, "francia", pieces=[ring(0, "Dijon")], round=round), 0)


def test_over_rings_of_two_players() -> None:
    """X-18: rings of two players under a fief stay there and count on their hexes."""
    done = after(at_turn(30, B, "francia", pieces=[ring(1, "Paris"), ring(2, "Lyon")]), 0, FRENCH)
    assert cover(done).held(1) == 1 << at("Paris")
    assert cover(done).held(2) == 1 << at("Lyon")
    assert done.public.courts[0].score == 9


def test_barrier_between_any_two_cells() -> None:
    """X-19: a barrier counts between any two hexes of the tile, on all three sides of a triangle."""
    for corner in ((8, 6), (8, 7)):
        assert BOARD.crosses_barrier(cells("London", "Calais", corner))
    assert not BOARD.crosses_barrier(cells("London", (8, 6), (8, 7)))


def test_barrier_beside_and_round_its_end() -> None:
    """X-20: a tile beside a barrier is legal, and so is a tile around its end."""
    assert fief("London", (8, 6), (8, 7), (8, 8)) in legal(at_turn(60, A, "britannia"), 0)
    assert fief((8, 9), (8, 10), (8, 11)) in legal(at_turn(20, B, "francia"), 0)


def test_castle_variants_are_one_move() -> None:
    """X-21: a placement with several castle variants is offered once.

    It is legal if at least one variant is legal. It is drawn in the lowest legal rotation.
    """
    listed = [turn.cells for turn in legal(at_turn(30, B, "francia"), 0) if not isinstance(turn, Donate)]
    assert len(listed) == len(set(listed))
    variants = poses(BOARD, 30, cells("Paris", "Dijon", "Lyon"))
    assert len({pose.castles for pose in variants}) == 3
    assert len({pose.castles for pose in poses(BOARD, 10, cells("Marseille", (8, 12), "Genova"))}) == 2
    for found, fit in list(placements(BOARD, 10).items())[:200]:
        on_land = [each for each in poses(BOARD, 10, found) if all(BOARD.land >> castle & 1 for castle in each.castles)]
        assert on_land[0].castles == fit.castles
    unsorted = type(FRENCH)(FRENCH.cells[::-1])
    assert refusal(at_turn(30, B, "francia"), 0, unsorted).rule == "X-21"


def test_far_from_own_pieces() -> None:
    """X-22: a fief needs no contact with the player's other pieces."""
    assert FRENCH in legal(at_turn(30, B, "francia", pieces=[ring(0, "Wilno")]), 0)


@pytest.mark.parametrize(("number", "spots"), [(30, ("Paris", "Dijon", "Lyon")), (20, ("Bordeaux", (6, 11), "Marseille"))])
def test_alliance_with_one_kind_of_site(number: int, spots: tuple[Spot, ...]) -> None:
    """X-23: action C refuses a fief with only one kind of site or with none."""
    assert refusal(at_turn(number, C, "francia"), 0, fief(*spots)).rule == "G-7.8"
    assert refusal(at_turn(40, C, INACTIVE), 0, fief((12, 5), (13, 5), (13, 6), (14, 6))).rule == "G-7.9"


def test_worth_nothing_and_legal() -> None:
    """X-24: a fief that scores nothing is legal, though a donation would score 3."""
    state = at_turn(40, B, INACTIVE)
    assert score_of(state, 0, fief((12, 5), (13, 5), (13, 6), (14, 6))) == 0
    assert score_of(state, 0, Donate()) == 3


# Rings


def test_order_of_rings() -> None:
    """X-25: a first ring outside the planned region is refused, inside it is legal. The engine does not swap the rings."""
    state = at_turn(20, C, "francia")
    assert refusal(state, 0, wedding("London", "Calais")).rule == "G-9.4"
    assert score_of(state, 0, wedding("Calais", "London")) == 6


def test_second_ring_scores_by_its_own_region() -> None:
    """X-26: the second ring scores 1 on a site of an inactive region and 0 at sea."""
    assert score_of(at_turn(20, C, "francia"), 0, wedding("Calais", (6, 7))) == 3
    assert score_of(at_turn(20, C, "britannia", scenario="enrico-viii"), 0, wedding("London", "Calais")) == 6
    assert score_of(at_turn(20, C, "germania", scenario="elisabetta-stuart"), 0, wedding((10, 9), "Milano")) == 1


def test_rings_ignore_barriers() -> None:
    """X-27: barriers affect neither placing nor connecting rings."""
    state = after(at_turn(20, C, "francia"), 0, wedding("Calais", "London"))
    assert tuple(cells("Calais", "London")) in BOARD.barriers or tuple(cells("London", "Calais")) in BOARD.barriers
    assert scoring.groups(BOARD, state.public.pieces, 0) == (2,)


def test_ring_on_a_foreign_fief() -> None:
    """X-28: a ring on another player's fief scores, completes a league and connects.

    The site counts for both in the tie-break.
    """
    pieces = [laid(1, 10, "Marseille", (8, 12), "Genova"), ring(0, "Napoli"), ring(0, "Barcelona"), ring(0, "Toulouse")]
    done = after(at_turn(20, C, "francia", pieces=pieces), 0, wedding("Marseille"))
    assert done.public.courts[0].score == 13
    assert scoring.groups(BOARD, done.public.pieces, 0) == (2, 1, 1)
    assert [(cover(done).held(seat) & BOARD.sites).bit_count() for seat in (0, 1)] == [4, 2]


def test_no_second_ring_on_a_hex() -> None:
    """X-29: a hex takes no second ring, not even from the owner of the fief below."""
    pieces = [laid(0, 30, "Paris", "Dijon", "Lyon"), ring(1, "Dijon")]
    assert refusal(at_turn(20, C, "francia", pieces=pieces), 0, wedding("Dijon")).code == "ring_there"


def test_nothing_changes_for_the_fiefs_owner() -> None:
    """X-30: the owner of a fief under another player's ring keeps points and connections."""
    state = with_court(at_turn(20, C, "francia", pieces=[laid(1, 30, "Paris", "Dijon", "Lyon")]), 1, leagues=())
    done = after(state, 0, wedding("Dijon"))
    assert done.public.courts[1] == state.public.courts[1]
    assert scoring.groups(BOARD, done.public.pieces, 1) == (1,)


def test_foreign_fief_over_a_ring() -> None:
    """X-31: a fief over another player's ring scores the site again. The ring's owner keeps the points."""
    done = after(at_turn(30, B, "francia", pieces=[ring(1, "Paris")]), 0, FRENCH)
    assert done.public.courts[0].score == 9
    assert cover(done).held(1) >> at("Paris") & 1


def test_wedding_uses_up_the_fief() -> None:
    """X-32: a Wedding uses up the fief card without the 3 points of a donation."""
    step = play(at_turn(20, C, "francia"), 0, wedding("Paris"))
    court = step.state.public.courts[0]
    assert (court.tally.donations, court.dowries, court.church) == (0, (20,), ())
    assert told(step, WeddingHeld)[0].fief == 20


def test_no_ring_no_wedding() -> None:
    """X-33: a seat without rings can only place a fief or donate."""
    listed = legal(at_turn(20, C, "francia", rings=0), 0)
    assert not any(isinstance(turn, HoldWedding) for turn in listed)
    assert fief("Bordeaux", "Toulouse", "Marseille") in listed
    assert Donate() in listed


def test_no_permitted_first_hex() -> None:
    """X-34: if each hex of the planned region has a ring or the player's own fief, the donation is forced."""
    own = tuple(Piece(0, 1, 30, (cell,)) for cell in cells_in(BOARD.regions["francia"]) if cell != at("Paris"))
    state = at_turn(20, C, "francia", pieces=(*own, ring(1, "Paris")))
    assert legal(state, 0) == [Donate()]
    planned = with_public(started(3, COLOMBO), pieces=state.public.pieces)
    done = donated_out(sealed_by_all(planned, SealPlan("francia", C), *OTHERS).state)
    assert [(each.seat, each.forced) for each in told(done, Donated)][-1] == (0, True)


def test_ring_for_linking_alone() -> None:
    """X-35: a ring on a plain hex scores nothing but may connect two pieces."""
    pieces = (ring(0, (7, 8)), ring(0, (9, 8)))
    assert scoring.groups(BOARD, pieces, 0) == (1, 1)
    done = after(at_turn(20, C, "francia", pieces=pieces), 0, wedding((8, 8)))
    assert done.public.courts[0].score == 0
    assert scoring.groups(BOARD, done.public.pieces, 0) == (3,)
