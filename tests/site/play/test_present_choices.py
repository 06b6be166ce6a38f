"""Answers offered in emails, game by game: each is complete and playable, and the highest-scoring comes first."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from engines import registry
from engines.contract import Pending, When, view
from engines.principato.actions import EndTurn
from engines.principato.decisions import turn as principato_turn
from engines.zena1814.actions import MoveFigure, SealFigure
from tables.games.contract import Answer, Player
from tables.games.kit.choices import MOST
from tables.games.registry import presenter

GAMES = [engine.slug for engine in registry.engines(specimens=True)]
every_game = pytest.mark.parametrize("game", GAMES)
SEATS = 3
KEY = b"mail" * 8
STEPS = 130


@cache
def played(game: str) -> tuple[Any, ...]:
    """Return the positions in the first part of a game between bots. They include every kind of decision that emails offer."""
    engine = registry.engine(game)
    states = [engine.start(engine.Options(), min(SEATS, engine.seat_range[-1]), KEY).state]
    for _step in range(STEPS):
        asked = next((each for each in engine.pending(states[-1].public) if each.when is When.NOW), None)
        if asked is None:
            break
        action = engine.bot(view(states[-1], asked.seat), asked)
        states.append(engine.apply(states[-1], asked.seat, action).state)
    return tuple(states)


def asked_of(game: str) -> Iterator[tuple[Any, Pending]]:
    """Yield every decision due now or ahead, with its position, in every third of the ``played`` positions."""
    engine = registry.engine(game)
    for state in played(game)[::3]:
        yield from ((state, each) for each in engine.pending(state.public) if each.when is not When.MAY)


def people(me: int | None = None) -> list[Player]:
    return [Player(seat, name, is_me=seat == me) for seat, name in enumerate(("Anna", "Bruno", "Clara"))]


def answers(game: str, state: Any, asked: Pending) -> list[Answer]:
    return list(presenter(game).answers(view(state, asked.seat), asked, people(asked.seat)))


def sent(game: str, state: Any, asked: Pending, answer: Answer) -> Any:
    """Return the position after all actions of an answer. Actions queued until after a window are left out, as on the site."""
    engine = registry.engine(game)
    for action in answer.actions:
        mine = [each for each in engine.pending(state.public) if each.seat == asked.seat and each.continues]
        if mine and mine[0].when is When.MAY and action != answer.actions[0]:
            break
        state = engine.apply(state, asked.seat, action).state
    return state


@every_game
def test_every_answer_is_whole_and_can_be_played(game):
    engine, kinds = registry.engine(game), set()
    for state, asked in asked_of(game):
        found = answers(game, state, asked)
        assert len(found) <= MOST
        for each in found:
            kinds.add(asked.kind)
            if asked.when is When.AHEAD:
                assert each.actions[0] in list(engine.legal(view(state, asked.seat), asked))
                continue
            after = engine.pending(sent(game, state, asked, each).public)
            assert not [one for one in after if one.seat == asked.seat and one.continues and one.when is When.NOW]
    assert kinds


@every_game
def test_no_two_answers_say_the_same_or_have_the_same_name(game):
    for state, asked in asked_of(game):
        found = answers(game, state, asked)
        assert len({each.words for each in found}) == len({each.code for each in found}) == len(found)
        assert all(re.fullmatch(r"[0-9a-f]{12}", each.code) for each in found)


@every_game
def test_most_points_at_once_come_first_and_are_no_empty_promise(game):
    engine, shown, checked = registry.engine(game), presenter(game), 0
    for state, asked in asked_of(game):
        found = answers(game, state, asked)
        points = [_points(each) for each in found]
        assert points == sorted(points, reverse=True)
        for each in found:
            if _points(each) and "up to" not in each.note:
                before = shown.board.points(state.public, asked.seat)
                assert shown.board.points(sent(game, state, asked, each).public, asked.seat) - before == _points(each)
                checked += 1
    assert checked or engine.stage == "specimen"


@every_game
def test_they_depend_on_nothing_that_their_seat_cannot_see(game):
    engine = registry.engine(game)
    for number, (state, asked) in enumerate(asked_of(game)):
        if number % 4:
            continue
        other = engine.imagine(view(state, asked.seat), bytes([number % 256]) * 32)
        assert answers(game, state, asked) == answers(game, other, asked)


def _points(answer: Answer) -> int:
    found = re.search(r"(\d+) points? straight away", answer.note)
    return int(found[1]) if found else 0


def test_a_turn_of_principato_uses_both_actions_and_scores():
    first = [each for each in asked_of("principato") if each[1].kind == principato_turn.KIND and not each[1].continues]
    found = [each for state, asked in first for each in answers("principato", state, asked)]
    assert found
    for each in found:
        assert len(each.actions) == 3
        assert each.actions[-1] == EndTurn()
        assert "End turn" not in each.words
        assert _points(each) > 0


def test_figures_of_zena_are_moved_and_placed_at_the_table():
    for state, asked in asked_of("zena1814"):
        found = [action for each in answers("zena1814", state, asked) for action in each.actions]
        assert not [action for action in found if isinstance(action, MoveFigure)]
        if asked.kind == "place":
            assert all(isinstance(action, SealFigure) and not action.late for action in found)


def test_a_plan_without_privilege_stands_before_one_that_brings_no_more():
    state, asked = next(asked_of("gonzaga"))
    found = [(_points(each), each.actions[0].privilege) for each in answers("gonzaga", state, asked)]
    assert found == sorted(found, key=lambda each: (-each[0], each[1]))
    assert {privilege for _points, privilege in found} == {False, True}
