"""How fast random games are played, against python-chess; and how often Gonzaga's bot beats random play."""

import random
import time
from collections.abc import Iterator
from typing import Any

import chess

from benchmarks.figure import Figure
from engines import registry
from engines.contract import Engine, When, encode, view

# Of CPU, for each game and for the chess beside it.
SECONDS = 3.0
GAMES = 100
PLIES = 200
# Of what python-chess plays in the same time: what they were when they were first measured, less the noise of a busy machine.
GOALS = {"gonzaga": 0.64, "principato": 0.7, "zena1814": 0.42}


def figures() -> Iterator[Figure]:
    """Moves per second of every game against chess, and the share of 100 games for two that the bot wins."""
    for engine in registry.engines():
        yield Figure(f"{engine.slug}-playout-moves-per-second", *_rates(engine), GOALS[engine.slug], "more")
    yield Figure("gonzaga-bot-against-random-wins", _bot_wins(), GAMES, 0.95, "more")


def _rates(engine: Engine) -> tuple[float, float]:
    """Both rates, measured by turns."""
    chance = random.Random(1)
    moves, chess_moves, spent = 0, 0, [0.0, 0.0]
    game = 0
    while min(spent) < SECONDS:
        begun = time.process_time()
        moves += _game(engine, chance, game)
        spent[0] += time.process_time() - begun
        begun = time.process_time()
        # Chess until it has had as much.
        while spent[1] + time.process_time() - begun < spent[0]:
            chess_moves += _chess_game(chance)
        spent[1] += time.process_time() - begun
        game += 1
    return moves / spent[0], chess_moves / spent[1]


def _game(engine: Engine, chance: random.Random, game: int) -> int:
    """One random game: pending, the complete legal list, a uniform choice, apply with its own check of the move."""
    seats = engine.seat_range[game % len(engine.seat_range)]
    state = engine.start(engine.Options(), seats, game.to_bytes(32)).state
    moves = 0
    while pending := next((one for one in engine.pending(state.public) if one.when is When.NOW), None):
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
    while open_decisions := [pending for pending in engine.pending(state.public) if pending.when is not When.MAY]:
        pending = open_decisions[0]
        seen = view(state, pending.seat)
        action = engine.bot(seen, pending) if pending.seat == bot else chance.choice(list(engine.legal(seen, pending)))
        state = engine.apply(state, pending.seat, action).state
    outcome = engine.outcome(state.public)
    assert outcome is not None, encode(state.public)
    return int(outcome.ranking[0] == (bot,))
