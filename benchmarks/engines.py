"""How fast random games are played, against python-chess; and how often the bot beats random play."""

import random
import time
from typing import Any

import chess

from benchmarks.figure import Figure
from engines import registry
from engines.contract import When, encode, view

SECONDS = 4.0
GAMES = 100
PLIES = 200


def figures() -> list[Figure]:
    """Moves per second of Gonzaga against chess, and the bot's share of 100 two-seat games."""
    ours, reference = _rates()
    return [
        Figure("gonzaga-playout-moves-per-second", ours, reference, 0.5, "more"),
        Figure("gonzaga-bot-against-random-wins", _bot_wins(), GAMES, 0.95, "more"),
    ]


def _rates() -> tuple[float, float]:
    """Both rates, measured in turns of a second."""
    chance = random.Random(1)
    gonzaga, chess_moves, spent = 0, 0, [0.0, 0.0]
    game = 0
    while min(spent) < SECONDS:
        begun = time.perf_counter()
        gonzaga += _gonzaga_game(chance, game)
        spent[0] += time.perf_counter() - begun
        begun = time.perf_counter()
        while time.perf_counter() - begun < 0.1:
            chess_moves += _chess_game(chance)
        spent[1] += time.perf_counter() - begun
        game += 1
    return gonzaga / spent[0], chess_moves / spent[1]


def _gonzaga_game(chance: random.Random, game: int) -> int:
    """One random game: pending, the complete legal list, a uniform choice, apply with its own check of the move."""
    engine = registry.engine("gonzaga")
    seats = 2 + game % 3
    state = engine.start(engine.Options(), seats, game.to_bytes(32)).state
    moves = 0
    while asked := [pending for pending in engine.pending(state.public) if pending.when is not When.MAY]:
        pending = asked[0]
        actions = list(engine.legal(view(state, pending.seat), pending))
        state = engine.apply(state, pending.seat, chance.choice(actions)).state
        moves += 1
    return moves


def _chess_game(chance: random.Random) -> int:
    """The same with nothing else: no look for draws, and an end before bare kings wander about for hundreds of moves."""
    board = chess.Board()
    moves = 0
    while moves < PLIES and (legal := list(board.legal_moves)):
        board.push(chance.choice(legal))
        moves += 1
    return moves


def _bot_wins() -> int:
    return sum(_bot_game(number) for number in range(GAMES))


def _bot_game(number: int) -> int:
    """1 if the bot ranks alone in first place; it sits in either seat in turn."""
    engine: Any = registry.engine("gonzaga")
    chance = random.Random(number)
    bot = number % 2
    state = engine.start(engine.Options(), 2, number.to_bytes(32)).state
    while asked := [pending for pending in engine.pending(state.public) if pending.when is not When.MAY]:
        pending = asked[0]
        seen = view(state, pending.seat)
        action = engine.bot(seen, pending) if pending.seat == bot else chance.choice(list(engine.legal(seen, pending)))
        state = engine.apply(state, pending.seat, action).state
    outcome = engine.outcome(state.public)
    assert outcome is not None, encode(state.public)
    return int(outcome.ranking[0] == (bot,))
