"""Events of the log [7.5]."""

from typing import get_args

import pytest

from engines.contract import Told, decode, encode
from engines.principato import ENGINE
from engines.principato.actions import FeedUnits, ReleaseUnits
from engines.principato.events import (
    CardDropped,
    CardTurnedUp,
    CubesCleared,
    Event,
    FeedingSealed,
    GoalsSeen,
    ScoringBegan,
    StrengthCompared,
    TurnBegan,
    UnitsFed,
    UnitsReleased,
    YearBegan,
    YearEnded,
)
from tests.principato.positions import KEY, after, bare, play, told
from tests.principato.scorings import before_year_end, ended, random_game

PRIVATE = (GoalsSeen,)


@pytest.mark.parametrize("feeding", ["in_order", "sealed"])
def test_every_event_is_told_in_some_game(feeding: str) -> None:
    """Section 7.5: every kind of event occurs in one of a few games, and is unchanged after encoding and decoding."""
    seen: set[type] = set()
    for number in range(4):
        start = ENGINE.start(ENGINE.Options(feeding=feeding), 3, KEY)
        for each in [*start.events, *(each for *_, step in random_game(3, number, feeding=feeding) for each in step.events)]:
            assert decode(ENGINE.Event, encode(each.event)) == each.event
            seen.add(type(each.event))
    never = {FeedingSealed} if feeding == "in_order" else set()
    assert seen == set(get_args(Event.__value__)) - never


def test_everything_is_told_to_everybody_but_the_goals() -> None:
    """Section 7.4, 7.5: every event except the deal of goals is visible to everybody."""
    for *_, step in random_game(4, 3):
        assert all(each.to is None or isinstance(each.event, PRIVATE) for each in step.events)


def test_a_scoring_is_told_step_by_step() -> None:
    """Section 7.5: a scoring has events for order, supply, strengths, cleared cubes, units given back and new year."""
    state = before_year_end(bare(militia=2, food=1), bare(condottieri=1, money=1))
    began = ended(state)
    assert told(began, CardDropped) == [CardDropped(state.public.display[0])]
    assert told(began, YearEnded) == [YearEnded(1)]
    assert told(began, ScoringBegan) == [ScoringBegan(1, "year_end", (0, 1))]
    first = play(began.state, 0, FeedUnits(food=1))
    assert told(first, UnitsFed) == [UnitsFed(0, FeedUnits(food=1))]
    counted = play(first.state, 1, FeedUnits())
    assert told(counted, UnitsFed) == [UnitsFed(1, FeedUnits())]
    assert told(counted, StrengthCompared) == [StrengthCompared(1, (0, -1), (5, 0))]
    assert [each.cubes.total() for each in told(counted, CubesCleared)] == [1]
    done = play(after(counted.state, 1, ReleaseUnits(condottieri=1)), 0, ReleaseUnits(militia=1))
    assert set(told(done, UnitsReleased)) == {UnitsReleased(0, ReleaseUnits(0, 1)), UnitsReleased(1, ReleaseUnits(1, 0))}
    assert told(done, YearBegan) == [YearBegan(2)]
    assert told(done, CardTurnedUp) == [CardTurnedUp(state.vault.decks[0][0])]
    assert told(done, TurnBegan) == [TurnBegan(1, state.public.turn + 1)]


def test_only_what_was_sealed_is_opened() -> None:
    """Section 7.2, 7.4: the events of a game reveal the keys of all its sealed answers, and no other keys."""
    for feeding in ("in_order", "sealed"):
        sealed: list[str] = []
        opened: list[str] = []
        for state, seat, _, step in random_game(3, 6, feeding=feeding):
            key = next(each for each in ENGINE.pending(state.public) if each.seat == seat and each.when == "now")
            sealed += [key.key] if key.sealed else []
            opened += [name for each in step.events for name in _opens(each)]
        assert set(opened) == set(sealed)
        assert any(name.startswith("feed/") for name in opened) == (feeding == "sealed")


def _opens(told: Told[Event]) -> tuple[str, ...]:
    assert not told.opens or told.reveals
    return told.opens
