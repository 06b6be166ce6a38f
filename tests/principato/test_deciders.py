"""Default moves at the deadline, and the steward of an absent seat."""

from typing import Any

from engines import playout
from engines.contract import view
from engines.principato import ENGINE
from engines.principato.actions import CreateCulture, EndTurn, FeedUnits, ReleaseUnits
from engines.principato.state import State
from tests.principato.positions import after, bare, pending
from tests.principato.scorings import before_extra, before_year_end, ended, scoring


def fallback(state: State, seat: int = 0, kind: str = "turn") -> Any:
    """Return the default move for a decision of a seat."""
    return ENGINE.fallback(view(state, seat), pending(state, seat, kind))


def steward(state: State, seat: int = 0, kind: str = "turn") -> Any:
    """Return the decision of the steward for an absent seat."""
    return ENGINE.steward(view(state, seat), pending(state, seat, kind))


def released(state: State) -> State:
    """End the turn and supply two units in the scoring that follows. Return the state in which units are given back."""
    return after(ended(state).state, 0, FeedUnits(food=2))


def test_fallback_of_a_turn() -> None:
    """Section 7.3: the default move passes the remaining actions, whatever is possible."""
    assert fallback(before_year_end(bare("paint_painting", "harvest", banks=3, money=5), year=3)) == EndTurn()


def test_fallback_of_a_feeding() -> None:
    """Section 7.3: the default move supplies as many units as possible, using food and money before favour.

    It does so even if that wins nothing.
    """
    state = scoring(bare(food=1, money=1, favour=2, militia=2, condottieri=2), bare(catapults=9))
    assert fallback(state, kind="feed") == FeedUnits(food=1, money=1, favour_militia=1, favour_condottieri=1)


def test_fallback_of_giving_back() -> None:
    """Section 7.3: by default all units are kept, including those that cannot be supplied."""
    state = released(before_extra(bare(food=2, militia=2), bare(catapults=1), rest=()))
    assert fallback(state, kind="release") == ReleaseUnits()


def test_absent_seats_reach_the_end() -> None:
    """Section 7.3: a game of default moves has five scorings. The players share the military points."""
    record = playout.play_game(ENGINE, ENGINE.Options(), [ENGINE.fallback] * 3, bytes(32))
    assert [scoring.points for scoring in record.final.public.scorings] == [(3, 3, 3)] * 5


def test_steward_acts() -> None:
    """The steward makes a culture tile that scores points."""
    state = before_year_end(bare("paint_painting", "harvest", banks=3, money=5), year=3)
    assert isinstance(steward(state), CreateCulture)


def test_steward_feeds_with_sense() -> None:
    """The steward spends no cubes on a rank that is out of reach."""
    assert steward(scoring(bare(food=1, militia=1), bare(catapults=9)), kind="feed") == FeedUnits()


def test_steward_gives_back_nothing() -> None:
    """The steward keeps even units that the bot would give back, so that the seat's owner loses nothing."""
    state = released(before_extra(bare(farms=2, food=3, militia=2), bare(catapults=1), rest=()))
    seen, one = view(state, 0), pending(state, 0, "release")
    assert ENGINE.bot(seen, one) == ReleaseUnits(militia=1)
    assert ENGINE.steward(seen, one) == ReleaseUnits()


def test_steward_beats_the_fallback() -> None:
    """The steward wins each of a few games against default moves, with alternating seats."""
    for number in range(4):
        deciders = [ENGINE.fallback, ENGINE.fallback]
        deciders[number % 2] = ENGINE.steward
        record = playout.play_game(ENGINE, ENGINE.Options(), deciders, bytes([number]) * 32)
        assert record.outcome.ranking[0] == (number % 2,)
