"""Section G-13: the end of the game."""

import pytest

from engines.contract import Step
from engines.gonzaga import ENGINE, scoring
from engines.gonzaga.board import cells_in
from engines.gonzaga.events import EndChecked, FiefDrawn, GameEnded, LastRoundAnnounced, RoundOpened
from engines.gonzaga.state import CloseRound, Piece
from tests.gonzaga.positions import (
    COLOMBO,
    KEY,
    A,
    at_turn,
    cover,
    donated_out,
    legal,
    now,
    replace,
    ring,
    round_of_donations,
    started,
    told,
    with_public,
    world,
)

SITES = cells_in(world().flourishing_sites)


def _left(count: int) -> tuple[Piece, ...]:
    """Return pieces of seat 1 that leave ``count`` flourishing sites uncovered."""
    return tuple(Piece(1, 1, 30, (cell,)) for cell in SITES[count:])


def _close(round: int, left: int, **public: object) -> Step:
    """Play out a round with ``left`` flourishing sites uncovered, and return its last step."""
    state = at_turn(10, A, "francia", pieces=_left(left), round=round)
    decks = tuple(deck[: 12 - round] for deck in state.vault.decks)
    state = replace(state, vault=replace(state.vault, decks=decks))
    return donated_out(with_public(state, **public))


def _rounds_played(coverage: dict[int, int]) -> int:
    """Play a game with fixed numbers of uncovered sites, and return the number of its last round.

    ``coverage`` maps a round to the number of uncovered sites from that round on.
    """
    state = started(3, COLOMBO)
    while state.public.agenda:
        left = max((key for key in coverage if key <= state.public.round), default=min(coverage))
        state = with_public(state, pieces=_left(coverage[left]))
        state = round_of_donations(state).state
    return state.public.round


def test_count_after_rounds_six_to_eleven() -> None:
    """G-13.1, D-8: the count is public and covers flourishing regions only.

    Sites are no longer counted once the last round is announced.
    """
    for round in range(6, 12):
        step = _close(round, 10)
        assert told(step, EndChecked) == [EndChecked(round, 10)]
        assert all(each.to is None for each in step.events if isinstance(each.event, EndChecked))
    assert told(_close(7, 2, last_round=7, ending="covered"), EndChecked) == []


def test_three_or_fewer_announce_the_last_round() -> None:
    """G-13.2, X-44: with three or fewer uncovered sites the next round is the last."""
    for left in (0, 3):
        step = _close(6, left)
        assert told(step, LastRoundAnnounced) == [LastRoundAnnounced(7)]
        assert step.state.public.last_round == 7


def test_four_or_more_go_on() -> None:
    """G-13.3, X-44: with four or more uncovered sites the game continues, and sites are counted again after the next round."""
    step = _close(6, 4)
    assert step.state.public.last_round is None
    assert told(step, LastRoundAnnounced) == []
    assert told(_close(7, 4), EndChecked) == [EndChecked(7, 4)]


@pytest.mark.parametrize("round", range(1, 6))
def test_no_count_before_round_six(round: int) -> None:
    """G-13.4: sites are not counted before round six, even if every site is covered."""
    step = _close(round, 0)
    assert told(step, EndChecked) == []
    assert step.state.public.last_round is None


def test_the_last_round_is_played_in_full() -> None:
    """G-13.5: all players draw, plan and act in the last round."""
    state = _close(6, 3).state
    assert now(state) == [(0, "plan"), (1, "plan"), (2, "plan")]
    done = round_of_donations(state)
    assert [court.drawn for court in done.state.public.courts] == [None] * 3
    assert done.state.public.agenda == ()
    assert [each.reason for each in told(done, GameEnded)] == ["covered"]


def test_the_twelfth_round_is_the_last() -> None:
    """G-13.6, G-13.8, D-9: the game ends after the twelfth round, even if all rings are still in the supply."""
    state = started(2, key=KEY)
    while state.public.agenda:
        state = round_of_donations(state).state
    assert state.public.round == 12
    assert {court.rings for court in state.public.courts} == {6}
    outcome = ENGINE.outcome(state.public)
    assert outcome is not None
    assert outcome.reason == "exhausted"


@pytest.mark.parametrize(
    ("coverage", "last"),
    [
        pytest.param({1: 20, 6: 3}, 7, id="three after six"),
        pytest.param({1: 20, 5: 2}, 7, id="two after five are not counted"),
        pytest.param({1: 20, 6: 4, 7: 3}, 8, id="four, then three"),
        pytest.param({1: 20, 6: 4, 11: 3}, 12, id="three after eleven"),
        pytest.param({1: 4}, 12, id="four throughout"),
    ],
)
def test_rounds_of_a_game(coverage: dict[int, int], last: int) -> None:
    """Section 4.11, G-13.7, X-46: a game has at least seven and at most twelve rounds."""
    assert _rounds_played(coverage) == last


def test_last_round_is_announced_before_its_draw() -> None:
    """G-13.9: the last round is announced before its draw. The twelfth round is announced even if many sites are uncovered."""
    for step, number in ((_close(8, 1), 9), (_close(11, 20), 12)):
        kinds = [type(each.event) for each in step.events]
        assert told(step, LastRoundAnnounced) == [LastRoundAnnounced(number)]
        assert kinds.index(LastRoundAnnounced) < kinds.index(FiefDrawn)
        assert told(step, RoundOpened) == [RoundOpened(number, True)]
        assert ENGINE.progress(step.state.public) == (number, number)


def test_rings_cover_a_site() -> None:
    """G-13.1, D-7, X-43: a site with a ring on it is covered; inactive regions are ignored."""
    assert scoring.uncovered(world(), cover(at_turn(10, A, "francia"))) == 32
    assert scoring.uncovered(world(), cover(at_turn(10, A, "francia", pieces=[ring(1, "Paris")]))) == 31
    assert scoring.uncovered(world(), cover(at_turn(10, A, "francia", pieces=[ring(1, "Wien")]))) == 32


def test_rings_left_do_not_prolong() -> None:
    """G-13.8: the game ends even with full supplies of rings."""
    done = round_of_donations(_close(6, 3).state).state
    assert done.public.agenda == ()
    assert [court.rings for court in done.public.courts] == [6, 6, 6]


def test_the_count_closes_the_round() -> None:
    """G-13.1: the round closes with the count, so sites are not counted before the turns."""
    state = at_turn(10, A, "francia", pieces=_left(0), round=6)
    assert state.public.agenda[-1] == CloseRound()
    assert state.public.last_round is None
    assert legal(state, 0)
