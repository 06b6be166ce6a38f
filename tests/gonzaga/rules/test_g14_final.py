"""Section G-14: final scoring."""

import pytest

from engines.contract import Step
from engines.gonzaga import ENGINE, scoring
from engines.gonzaga.events import GameEnded, GonzagaBonus, ObjectiveRevealed
from engines.gonzaga.state import Hand, Piece, State
from tests.gonzaga.positions import BOARD, CONTENT, A, at_turn, donated_out, laid, replace, ring, told, with_public

CITIES = ("Salamanca", "Oxford", "Kraków", "Dijon", "Nürnberg", "Firenze")


def _last_round(pieces: list[Piece], objectives: tuple[int, ...] = (1, 2, 3)) -> State:
    """Return the last round of a three-seat game with these pieces, before any seat acts."""
    state = with_public(at_turn(10, A, "francia", pieces=pieces, round=9), last_round=9, ending="covered")
    return replace(state, hands=tuple(Hand(each) for each in objectives))


def _final(pieces: list[Piece], objectives: tuple[int, ...] = (1, 2, 3)) -> Step:
    return donated_out(_last_round(pieces, objectives))


def _bonus(step: Step) -> list[int]:
    return [court.tally.bonus for court in step.state.public.courts]


def test_bonus_for_the_largest_group() -> None:
    """G-14.1: the largest group scores 15 points before the objectives are revealed."""
    step = _final([ring(0, "Calais"), ring(0, "London"), ring(1, "Paris")])
    assert _bonus(step) == [15, 0, 0]
    kinds = [type(each.event) for each in step.events]
    assert kinds.index(GonzagaBonus) < kinds.index(ObjectiveRevealed)
    assert told(step, GonzagaBonus) == [GonzagaBonus((2, 1, 0), (0,), 15)]


def test_size_is_pieces_not_hexes() -> None:
    """G-14.2, X-49: size counts pieces, so two rings beat a single tile of four hexes."""
    step = _final([ring(0, "Calais"), ring(0, "London"), laid(1, 40, (12, 5), (13, 5), (13, 6), (14, 6))])
    assert _bonus(step) == [15, 0, 0]


def test_all_who_tie_get_the_bonus() -> None:
    """G-14.3, X-47: if two, three or four players tie, each gets 15 points."""
    assert _bonus(_final([ring(0, "Calais"), ring(1, "Paris")])) == [15, 15, 0]
    assert _bonus(_final([ring(0, "Calais"), ring(1, "Paris"), ring(2, "Wien")])) == [15, 15, 15]
    assert scoring.bonus_seats((4, 4, 4, 4)) == (0, 1, 2, 3)


def test_ring_on_a_foreign_fief_links() -> None:
    """G-14.4: a ring on another player's fief connects to the ring owner's adjacent pieces."""
    pieces = (laid(1, 30, "Paris", "Dijon", "Lyon"), ring(0, "Paris"), ring(0, (7, 8)), ring(0, (6, 10)))
    assert scoring.groups(BOARD, pieces, 0)[0] >= 2


@pytest.mark.parametrize(("held", "points"), [(0, 0), (1, 2), (2, 5), (3, 10), (4, 15), (5, 25), (6, 35)])
def test_objective_points(held: int, points: int) -> None:
    """G-14.5, section 4.10: objectives are revealed and scored at the end."""
    step = _final([ring(0, city) for city in CITIES[:held]])
    court = step.state.public.courts[0]
    assert (court.objective, court.tally.objective) == (1, points)
    assert told(step, ObjectiveRevealed)[0] == ObjectiveRevealed(0, 1, held, points)
    assert all(each.reveals for each in step.events if isinstance(each.event, ObjectiveRevealed))


def test_a_city_counts_however_held() -> None:
    """G-14.6, X-50: a city counts with a fief or a ring on it, shared or not, and in inactive regions.

    A shared city counts for both objectives.
    """
    pieces = [laid(0, 30, "Paris", "Dijon", "Lyon"), ring(1, "Dijon"), ring(0, "Nürnberg")]
    step = _final(pieces, (1, 5, 2))
    assert [court.tally.objective for court in step.state.public.courts[:2]] == [5, 2]


def test_harbours_never_count() -> None:
    """G-14.7, D-23: harbours score nothing for an objective."""
    assert all(scoring.objective_cities(BOARD, each.id, BOARD.harbours) == 0 for each in CONTENT.objectives)
    assert all(scoring.objective_cities(BOARD, each.id, BOARD.cities) == 6 for each in CONTENT.objectives)


def test_rings_left_are_worth_nothing() -> None:
    """G-14.8: rings left in the supply score nothing."""
    step = _final([])
    assert [(court.rings, court.score) for court in step.state.public.courts] == [(6, 3)] * 3


def test_highest_total_wins() -> None:
    """G-14.9: players are ranked by points, and the score lines add up to these points."""
    step = _final([ring(1, "Dijon"), ring(1, (8, 8)), ring(2, "Wien")], (1, 5, 3))
    outcome = ENGINE.outcome(step.state.public)
    assert outcome is not None
    assert outcome.scores == (3, 20, 3)
    assert outcome.ranking == ((1,), (2,), (0,))
    assert [sum(line.points for line in lines) for lines in outcome.breakdown] == [3, 20, 3]
    assert [line.code for line in outcome.breakdown[0]] == ["sites", "leagues", "donations", "bonus", "objective"]
    assert told(step, GameEnded) == [GameEnded("covered")]


def test_tie_is_broken_by_sites() -> None:
    """G-14.10, X-51, D-20: ties are broken by the number of sites under fiefs and rings in all regions.

    A shared site counts for both players.
    """
    outcome = ENGINE.outcome(_final([ring(0, (8, 8)), ring(1, "Wien"), ring(2, "Calais")], (16, 15, 13)).state.public)
    assert outcome is not None
    assert outcome.scores == (18, 18, 18)
    assert outcome.tiebreak == (0, 1, 1)
    assert outcome.ranking == ((1, 2), (0,))


def test_still_tied_is_shared() -> None:
    """G-14.11: seats with the same points and sites share their finishing place."""
    outcome = ENGINE.outcome(_final([]).state.public)
    assert outcome is not None
    assert outcome.ranking == ((0, 1, 2),)


def test_no_piece_no_bonus() -> None:
    """G-14.12, X-48: a seat without pieces gets no bonus. A single piece may be the largest group."""
    assert _bonus(_final([])) == [0, 0, 0]
    assert _bonus(_final([ring(2, (8, 8))])) == [0, 0, 15]


def test_no_outcome_before_the_end() -> None:
    """G-14.9: the result exists once the game is over, and then no decision is pending."""
    state = _last_round([])
    assert ENGINE.outcome(state.public) is None
    done = _final([]).state
    assert ENGINE.pending(done.public) == ()
