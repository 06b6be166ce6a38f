"""Section Z-20: end of the game."""

import pytest

from engines.contract import When
from engines.zena1814 import ENGINE
from engines.zena1814.events import EventTurnedUp, GameEnded, GoalsOpened, RoundBegan
from engines.zena1814.state import EndRound, Tally
from tests.zena1814.positions import END, advance, family, now, position, run, told
from tests.zena1814.resolving import coins, ended, lines


def scored(points: int, coins: int = 0):
    """Return a family with these points and coins, before the final scoring."""
    return family(coins=coins, tally=Tally(cards=points))


def test_the_game_ends_after_the_eighth_round() -> None:
    """Z-20.1, Z-1.5: after the eighth round no decision opens, and no further event is turned up."""
    step = run(position(seats=2, round=8), (0, END), (1, END))
    assert told(step, GameEnded) == [GameEnded()]
    assert not told(step, EventTurnedUp, RoundBegan)
    assert not ENGINE.pending(step.state.public)
    assert step.state.public.agenda == ()
    outcome = ENGINE.outcome(step.state.public)
    assert outcome is not None
    assert outcome.reason == "rounds"


@pytest.mark.parametrize("round", range(1, 8))
def test_no_round_before_it_ends_the_game(round: int) -> None:
    """Z-20.1, Z-1.5: after an earlier round the next round begins, and the game has no outcome."""
    step = advance(position(seats=2, agenda=(EndRound(),), phase="end", round=round))
    assert told(step, GameEnded, RoundBegan) == [RoundBegan(round + 1)]
    assert ENGINE.outcome(step.state.public) is None
    assert [kind for _, kind in now(step.state)] == ["turn"]
    assert all(each.when is When.NOW for each in ENGINE.pending(step.state.public))


@pytest.mark.parametrize(("money", "points"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (23, 4)])
def test_a_point_for_five_coins(money: int, points: int) -> None:
    """V-11, Z-20.2: a point is scored for every full five coins."""
    outcome = ended(family(coins=money))
    assert lines(outcome) == ({"coins": points} if points else {})
    assert outcome.scores[0] == points


@pytest.mark.parametrize("mode", ["beginner", "expert"])
def test_coins_count_in_both_modes(mode: str) -> None:
    """Z-20.2: coins count in both modes, but beginners score no goals."""
    outcome = ended(family(coins=10, tally=Tally(bonuses=3)), mode=mode)
    assert lines(outcome) == {"bonuses": 3, "coins": 2}
    assert any(line.code.startswith("goal") for line in outcome.breakdown[0]) == (mode == "expert")


def test_goal_points_are_added() -> None:
    """Z-20.3: goal points are added to points and coins."""
    player = family(
        coins=5, hand=("go_dagghe", "go_dagghe"), tally=Tally(cards=1, battles=2, bonuses=3, majorities=4, palace=6)
    )
    outcome = ended(player)
    assert outcome.scores[0] == 1 + 2 + 3 + 4 + 6 + 1 + 4
    assert lines(outcome) == {
        "cards": 1,
        "battles": 2,
        "bonuses": 3,
        "majorities": 4,
        "palace": 6,
        "coins": 1,
        "goal_squares": 4,
    }


def test_beginners_open_no_goals() -> None:
    """Z-20.3, Z-2.7: beginners have no goals."""
    step = advance(position(seats=2, mode="beginner", agenda=(EndRound(),), phase="end", round=8))
    assert not told(step, GoalsOpened)
    assert ENGINE.outcome(step.state.public) is not None


def test_most_points_win() -> None:
    """Z-20.4: the ranking is by points."""
    outcome = ended(scored(7), scored(12), scored(3), scored(9))
    assert outcome.ranking == ((1,), (3,), (0,), (2,))
    assert outcome.scores == (7, 12, 3, 9)


def test_coins_make_points_before_the_ranking() -> None:
    """Z-20.2, Z-20.4: 11 points and 10 coins, which score 2 points, beat 12 points."""
    assert ended(scored(12), scored(11, 10), scored(0), scored(0)).ranking[0] == (1,)


def test_most_coins_break_a_tie() -> None:
    """E-87, Z-20.4: in a tie 9 coins beat 7. Both families have scored a point for coins."""
    outcome = ended(scored(20, 7), scored(20, 9), scored(1), scored(0))
    assert outcome.scores[:2] == (21, 21)
    assert outcome.ranking == ((1,), (0,), (2,), (3,))
    assert outcome.tiebreak == (7, 9, 0, 0)


def test_coins_are_not_spent_in_the_scoring() -> None:
    """Z-20.4: all coins count in a tie, including the five that scored a point."""
    state = advance(position(scored(19, 7), scored(20, 4), agenda=(EndRound(),), phase="end", round=8, seats=2)).state
    assert coins(state) == [7, 4]
    outcome = ENGINE.outcome(state.public)
    assert outcome is not None
    assert outcome.ranking == ((0,), (1,))
    assert outcome.tiebreak == (7, 4)


def test_still_tied_is_a_shared_victory() -> None:
    """E-88, R-26, Z-20.5: families with the same points and coins share the victory."""
    outcome = ended(scored(20, 7), scored(5), scored(20, 7), scored(20, 6))
    assert outcome.ranking == ((0, 2), (3,), (1,))


def test_coins_do_not_matter_without_a_tie() -> None:
    """Z-20.4: a family with more points ranks higher, whatever the coins."""
    outcome = ended(scored(20), scored(10, 49), scored(1), scored(0))
    assert outcome.ranking[:2] == ((0,), (1,))
    assert outcome.tiebreak == (0, 0, 0, 0)
