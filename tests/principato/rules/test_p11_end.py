"""Section P-11: the end of the game."""

from typing import Any

import pytest

from engines.contract import Outcome, encode, view
from engines.principato import ENGINE
from engines.principato.actions import FeedUnits
from engines.principato.events import CardDropped, CardTurnedUp, GameEnded, GoalsOpened, TurnBegan
from engines.principato.state import Principality, State
from tests.principato.positions import after, bare, own, play, realm, told, units
from tests.principato.scorings import before_extra, before_year_end, ended, random_game

NO_GOALS = (("armoury", "chapel"), ("fertile_land", "villa"), ("town_charter", "palace"), ("bulwark", "town_hall"))
"""Goals that bring nothing to who has little."""


def _last_turn(*realms: Principality, **facts: Any) -> State:
    return before_year_end(*realms, year=3, goals=NO_GOALS[: len(realms)], **facts)


def _outcome(state: State) -> Outcome:
    found = ENGINE.outcome(state.public)
    assert found is not None
    return found


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_game_is_over_after_the_last_scoring(seat: int) -> None:
    """T-11, P-11.1: the last scoring ends the game, even if players had unequal numbers of turns.

    The display stays one card short.
    """
    state = _last_turn(bare(militia=2), bare(), bare(), seat=seat)
    step = ended(state)
    public = step.state.public
    assert told(step, CardDropped) == [CardDropped(state.public.display[0])]
    assert public.display == state.public.display[1:]
    assert told(step, CardTurnedUp) == told(step, TurnBegan) == []
    assert told(step, GameEnded) == [GameEnded()]
    assert (public.agenda, ENGINE.pending(public)) == ((), ())
    assert len(public.scorings) == 5
    assert own(step.state).militia == units(2)


def test_no_outcome_before_the_end() -> None:
    """P-11.1: no state before the end has an outcome, including the last scoring while a player must decide."""
    state = ended(_last_turn(bare(militia=1, food=1), bare())).state
    assert ENGINE.outcome(state.public) is None
    assert ENGINE.outcome(after(state, 0, FeedUnits()).public) is not None
    for before, *_ in random_game(2, 1):
        assert ENGINE.outcome(before.public) is None


def test_final_points() -> None:
    """T-16, P-11.2: the final points are military points, culture and both goals, here 17 + 7 + 14 + 7 + 4 + 5."""
    rich = realm(points=12, monuments=(4, 3), books=(5, 5, 4), paintings=(7,), catapults=2)
    goals = (("bulwark", "palace"), ("armoury", "villa"))
    outcome = _outcome(ended(before_year_end(rich, realm(), year=3, goals=goals)).state)
    assert outcome.scores == (54, 0)
    assert sorted(line.points for line in outcome.breakdown[0] if line.points) == sorted([17, 7, 14, 7, 4, 5])
    assert outcome.ranking == ((0,), (1,))


def test_the_breakdown_names_every_part() -> None:
    """P-11.2, section 7.5: every seat has a score line with a code for military points, each culture kind and each goal."""
    outcome = _outcome(ended(_last_turn(realm(points=3, monuments=(4,)), realm(books=(3,)), realm(paintings=(5,)))).state)
    assert outcome.scores == (10, 6, 8)
    for lines in outcome.breakdown:
        codes = [line.code for line in lines]
        assert len(codes) == len(set(codes)) == 6
        assert all(code.isidentifier() for code in codes)


def test_nothing_but_points_counts() -> None:
    """P-11.2: tiles, cubes, units, cards and strength give no points by themselves."""
    plenty = bare(fields=3, farms=3, palazzi=3, banks=3, food=6, money=6, favour=3, militia=3)
    outcome = _outcome(after(ended(_last_turn(plenty, bare(catapults=1))).state, 0, FeedUnits()))
    assert outcome.scores[0] == 0


def test_most_points_win() -> None:
    """P-11.3: the ranking lists all finishing places, best first."""
    outcome = _outcome(ended(_last_turn(bare(points=20), bare(points=40), bare(points=30))).state)
    assert outcome.scores == (23, 43, 33)
    assert outcome.ranking == ((1,), (2,), (0,))


def test_tie_break_counts_cubes_left() -> None:
    """T-17, E-48, P-11.4: 4 cubes beat 3. Favour counts, and cubes that A spent in the last scoring do not."""
    a = bare(points=49, farms=3, food=5, money=1, militia=3)
    b = bare(points=54, food=1, money=1, favour=2)
    outcome = _outcome(after(ended(_last_turn(a, b)).state, 0, FeedUnits(food=3)))
    assert outcome.scores == (54, 54)
    assert outcome.ranking == ((1,), (0,))
    assert outcome.tiebreak == (3, 4)


def test_cubes_on_units_do_not_break_a_tie() -> None:
    """P-11.4, P-8.11: cubes on units do not count in a tie, even if placed before the last scoring."""
    a = bare(points=10, militia=units(2, 1, 1), food=1)
    b = bare(points=10, catapults=2, money=2)
    assert _outcome(ended(_last_turn(a, b)).state).ranking == ((1,), (0,))


def test_the_tie_break_is_for_tied_players_only() -> None:
    """P-11.4: cubes left never rank a player above another with more points."""
    outcome = _outcome(ended(_last_turn(bare(points=5), bare(points=4, food=2, money=2, favour=3))).state)
    assert outcome.ranking == ((0,), (1,))
    assert not any(outcome.tiebreak)


def test_still_tied_players_share() -> None:
    """P-11.5, U-10, E-48: players with equal points and equal numbers of cubes, of whatever kind, share a finishing place."""
    outcome = _outcome(ended(_last_turn(bare(points=5, food=2), bare(points=5, money=1, favour=1), bare(points=5))).state)
    assert outcome.ranking == ((0, 1), (2,))


def test_goals_are_opened_in_the_end_and_not_before() -> None:
    """E-49, P-11.2, P-14.1: goals are revealed to everybody at the end. A preview stops before them."""
    state = _last_turn(bare(militia=1, food=1), bare())
    waiting = ended(state).state
    assert waiting.public.goals == ()
    step = play(waiting, 0, FeedUnits())
    assert told(step, GoalsOpened) == [GoalsOpened(NO_GOALS[:2])]
    assert all(each.to is None and each.reveals for each in step.events if isinstance(each.event, GoalsOpened))
    assert step.state.public.goals == NO_GOALS[:2]


def test_the_outcome_follows_from_what_all_see() -> None:
    """P-11.2: the outcome follows from public information alone, and computing it again gives the same outcome."""
    for number in range(3):
        *_, (_, _, _, step) = random_game(2 + number, number)
        outcome = _outcome(step.state)
        assert ENGINE.outcome(view(step.state, None).public) == outcome
        assert encode(ENGINE.outcome(step.state.public)) == encode(outcome)
        assert step.state.public.goals == tuple(hand.goals for hand in step.state.hands)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_final_points_are_never_negative(seats: int) -> None:
    """E-50: in random games each line of the breakdown is at least 0, and the lines add up to the scores."""
    for number in range(3):
        *_, (_, _, _, step) = random_game(seats, number)
        outcome = _outcome(step.state)
        assert all(line.points >= 0 for lines in outcome.breakdown for line in lines)
        assert outcome.scores == tuple(sum(line.points for line in lines) for lines in outcome.breakdown)


def test_points_of_the_last_scoring_count() -> None:
    """P-11.1, P-11.2: the final points include the last scoring, even if the scoring card was the last card of year 3."""
    state = before_extra(bare(catapults=1), bare(), rest=(), year=3, goals=NO_GOALS[:2])
    done = ended(state).state
    assert _outcome(done).scores[0] == 5 + 5 + 1
