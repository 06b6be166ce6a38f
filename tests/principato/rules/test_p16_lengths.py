"""Section P-16 and the state machine of section 2.17: length of a game, order of events, and invariants."""

from collections import Counter

import pytest

from engines import playout
from engines.contract import decode, encode
from engines.principato import ENGINE
from engines.principato.actions import EndTurn, FeedUnits, ReleaseUnits
from engines.principato.events import TurnBegan, TurnEnded
from engines.principato.state import AskTurn, State
from tests.principato.positions import CONTENT, bare, play, started, tasks, told
from tests.principato.scorings import before_extra, before_year_end, random_game

TURNS = {2: (14, 14, 14), 3: (21, 21, 21), 4: (28, 28, 28)}


def test_turns_follow_from_the_decks() -> None:
    """P-16: year 1 has D1 − k + 1 turns, and years 2 and 3 have D2 and D3 turns."""
    for seats, expected in TURNS.items():
        numbers = CONTENT.for_seats(seats)
        first, second, third = (len(CONTENT.deck(year, seats)) for year in (1, 2, 3))
        assert (first - numbers.display + 1, second, third) == expected


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_length_of_a_game(seats: int) -> None:
    """T-18, P-16: a game has 42, 63 or 84 turns, 21 per player, and five scorings, wherever the scoring cards are."""
    for number in range(4):
        turns: Counter[tuple[int, int]] = Counter()
        for state, _, _, step in random_game(seats, number):
            for event in told(step, TurnEnded):
                turns[state.public.year, event.seat] += 1
        assert turns == {(year, seat): 7 for year in (1, 2, 3) for seat in range(seats)}
        assert step.state.public.turn == sum(TURNS[seats])
        assert len(step.state.public.scorings) == 5


def test_the_start_player_begins_each_year() -> None:
    """P-16: with these decks every year ends with the last player's turn, so the start player begins each year."""
    for seats in (2, 3, 4):
        for state, _, _, step in random_game(seats, 11):
            if step.state.public.year > state.public.year:
                assert [each.seat for each in told(step, TurnBegan)] == [step.state.public.start]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_state_holds_and_survives_its_encoding(seats: int) -> None:
    """Section 2.17: pool, capacities, hands, displays and numbers of cards are correct in every state of random games.

    Each state is unchanged after encoding and decoding. There are at most five scorings.
    """
    for number in range(2):
        for state, _, _, step in random_game(seats, number):
            ENGINE.check(step.state)
            assert decode(ENGINE.State, encode(step.state)) == step.state
            _assert_full_table(state, seats)


def _assert_full_table(state: State, seats: int) -> None:
    public = state.public
    assert all(len(realm.cards) == 2 for realm in public.realms)
    if isinstance(public.task, AskTurn):
        assert len(public.display) == CONTENT.for_seats(seats).display
    cards = [*public.display, *public.box, *(card for realm in public.realms for card in realm.cards), *state.vault.pile]
    cards += [card for deck in state.vault.decks for card in deck]
    assert len([card for card in cards if card != "military_scoring"]) == {2: 46, 3: 68, 4: 90}[seats] + 2 * seats
    assert len(public.scorings) <= 5


def test_progress_counts_years() -> None:
    """Section 2.17: progress starts at 1, never falls and never exceeds its maximum."""
    progress = [ENGINE.progress(state.public) for state, *_ in random_game(3, 1)]
    assert progress == sorted(progress)
    assert progress[0][0] == 1
    assert all(now <= most for now, most in progress)


# The state machine

EXTRA = ["TurnEnded", "CardDropped", "ScoringCardTurnedUp", "ScoringBegan"]
COUNTED = ["UnitsFed", "StrengthCompared", "CubesCleared"]


def _kinds(state: State, seat: int, action: object) -> tuple[State, list[str]]:
    step = play(state, seat, action)
    return step.state, [type(each.event).__name__ for each in step.events]


def test_the_order_of_an_extra_scoring() -> None:
    """Section 2.17: the order is turn, refill, feed, resolve, release, refill, turn."""
    state, told_now = _kinds(before_extra(bare(militia=1, food=1), bare()), 0, EndTurn())
    assert told_now == EXTRA
    state, told_now = _kinds(state, 0, FeedUnits(food=1))
    assert told_now == COUNTED
    state, told_now = _kinds(state, 0, ReleaseUnits(militia=1))
    assert [kind for kind in told_now if kind != "ReleaseSealed"] == ["UnitsReleased", "CardTurnedUp", "TurnBegan"]
    assert tasks(state) == (AskTurn(1),)


def test_the_order_of_a_year_end() -> None:
    """Section 2.17: the order is refill with an empty pile, feed, resolve, release, new pile, refill, turn."""
    state, told_now = _kinds(before_year_end(bare(militia=1, food=1), bare()), 0, EndTurn())
    assert told_now == ["TurnEnded", "CardDropped", "YearEnded", "ScoringBegan"]
    state, told_now = _kinds(state, 0, FeedUnits())
    assert told_now[:2] == COUNTED[:2]
    state, told_now = _kinds(state, 0, ReleaseUnits(militia=1))
    kinds = [kind for kind in told_now if kind != "ReleaseSealed"]
    assert kinds == ["UnitsReleased", "YearBegan", "CardTurnedUp", "TurnBegan"]


def test_the_order_of_the_end() -> None:
    """Section 2.17: after the last year no units are given back. The goals are revealed and the game ends."""
    state, told_now = _kinds(before_year_end(bare(militia=1, food=1), bare(), year=3), 0, EndTurn())
    assert told_now == ["TurnEnded", "CardDropped", "YearEnded", "ScoringBegan"]
    state, told_now = _kinds(state, 0, FeedUnits(food=1))
    assert told_now == [*COUNTED, "GoalsOpened", "GameEnded"]
    assert tasks(state) == ()


def test_the_same_key_and_answers_give_the_same_game() -> None:
    """Section 2.17: after the start nothing is drawn, so the same key and answers give the same game."""
    first = [encode(step) for *_, step in random_game(3, 9)]
    assert first == [encode(step) for *_, step in random_game(3, 9)]
    assert all(not step.draws for *_, step in random_game(2, 9))
    assert encode(started(3)) == encode(started(3))


@pytest.mark.parametrize("name", ["random", "fallback", "steward", "bot"])
def test_games_of_every_decider_have_the_length(name: str) -> None:
    """T-18: a game of two players has 42 turns with each decider."""
    key = playout.nth_key(4, 1)
    deciders = [playout.decider(name, ENGINE, key)] * 2
    record = playout.play_game(ENGINE, ENGINE.Options(), deciders, key, check=ENGINE.check)
    assert record.final.public.turn == 42
