"""Section G-11: points during play."""

from engines.gonzaga import scoring
from engines.gonzaga.actions import INACTIVE
from engines.gonzaga.events import LeagueFounded
from tests.gonzaga.positions import (
    BOARD,
    COLOMBO,
    A,
    B,
    C,
    after,
    at_turn,
    cells,
    fief,
    laid,
    now,
    play,
    ring,
    score_of,
    told,
    wedding,
    world,
)

MED = "mare-mediterraneum"
MED_FIEF = fief("Marseille", (8, 12), "Genova")


def test_three_or_one_for_a_site() -> None:
    """G-11.1: a site scores 3 points in a flourishing region and 1 elsewhere."""
    action = fief("Paris", "Dijon", "Lyon")
    assert score_of(at_turn(30, B, "francia", scenario=COLOMBO), 0, action) == 9
    assert score_of(at_turn(30, B, INACTIVE, scenario="mattia-corvino"), 0, action) == 3


def test_each_site_by_its_own_region() -> None:
    """G-11.2, X-12: under the same fief London scores 3 and Amsterdam 1, with either region planned."""
    action = fief("London", (8, 6), "Amsterdam")
    assert score_of(at_turn(10, A, "britannia"), 0, action) == 4
    assert score_of(at_turn(10, A, INACTIVE), 0, action) == 4


def test_plain_hexes_give_nothing() -> None:
    """G-11.3, X-24: a fief on plain hexes is legal and scores nothing."""
    assert score_of(at_turn(40, B, INACTIVE), 0, fief((12, 5), (13, 5), (13, 6), (14, 6))) == 0


def test_shared_sites_score_in_full() -> None:
    """G-11.4, X-31: a shared site scores in full, both for a ring on a fief and for a fief over a ring."""
    theirs = laid(1, 30, "Paris", "Dijon", "Lyon")
    assert score_of(at_turn(30, C, "francia", pieces=[theirs]), 0, wedding("Dijon")) == 3
    assert score_of(at_turn(30, B, "francia", pieces=[ring(1, "Dijon")]), 0, fief("Paris", "Dijon", "Lyon")) == 9


def test_league_at_the_third_harbour() -> None:
    """G-11.5: the third harbour of a sea scores 10 league points. The first and second do not."""
    two = play(at_turn(10, A, "francia"), 0, MED_FIEF)
    assert told(two, LeagueFounded) == []
    three = play(at_turn(10, A, "francia", pieces=[ring(0, "Napoli")]), 0, MED_FIEF)
    assert told(three, LeagueFounded) == [LeagueFounded(0, MED, 10)]
    assert three.state.public.courts[0].tally.leagues == 10


def test_once_for_each_player_and_sea() -> None:
    """G-11.6, D-1: the fourth harbour scores only its site points."""
    pieces = [ring(0, name) for name in ("Barcelona", "Marseille", "Genova")]
    step = play(at_turn(10, C, "italia", pieces=pieces, leagues=(MED,)), 0, wedding("Napoli"))
    assert told(step, LeagueFounded) == []
    assert step.state.public.courts[0].score == 3


def test_several_leagues_in_one_turn() -> None:
    """G-11.7, X-39: if a turn completes several leagues, each scores 10 points."""
    pieces = [ring(0, name) for name in ("Napoli", "Genova", "Bilbao", "Lisboa")]
    step = play(at_turn(20, A, "francia", pieces=pieces), 0, fief("Bordeaux", (6, 11), "Marseille"))
    assert {each.sea for each in told(step, LeagueFounded)} == {MED, "oceanus-atlanticus"}
    assert step.state.public.courts[0].score == 26


def test_fiefs_and_rings_count_unlinked() -> None:
    """G-11.8: a fief and two rings far apart count for a league."""
    pieces = [ring(0, "Napoli"), laid(0, 20, (4, 13), (5, 14), "Barcelona")]
    assert scoring.groups(BOARD, tuple(pieces), 0) == (1, 1)
    assert score_of(at_turn(10, C, "francia", pieces=pieces), 0, wedding("Marseille")) == 13


def test_league_points_do_not_depend_on_the_region() -> None:
    """G-11.9, X-41: in a sea with inactive regions only, the league scores 10 points and the harbour 1."""
    pieces = [ring(0, name) for name in ("Danzig", "Riga")]
    assert score_of(at_turn(10, C, INACTIVE, pieces=pieces), 0, wedding("Lübeck")) == 11


def test_pieces_of_others_do_not_matter() -> None:
    """G-11.10: pieces of other players neither block nor cancel a league."""
    pieces = [ring(0, "Napoli"), ring(0, "Barcelona"), laid(1, 10, "Marseille", (8, 12), "Genova")]
    assert score_of(at_turn(10, C, "francia", pieces=pieces), 0, wedding("Marseille")) == 13


def test_points_are_booked_at_once() -> None:
    """G-11.11: points are added before the next seat's decision."""
    state = after(at_turn(10, A, "francia"), 0, MED_FIEF)
    assert now(state) == [(1, "turn")]
    assert state.public.courts[0].score == 6
    assert scoring.site_points(world(), sum(1 << cell for cell in cells("Marseille", "Genova"))) == 6
