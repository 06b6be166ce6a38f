"""Speed of random games against python-chess, and wins of the bots."""

import random
import time
from collections.abc import Iterator
from typing import Any

import chess

from benchmarks.figure import Figure
from benchmarks.minds import matches
from engines import registry
from engines.contract import Engine, When, encode, view

# CPU seconds for each game, and for chess measured alongside.
SECONDS = 3.0
GAMES = 100
PLIES = 200
# Minimum ratio to the rate of python-chess: the first measured values, minus the noise of a busy machine.
GOALS = {"gonzaga": 0.64, "principato": 0.7, "zena1814": 0.42}
# Games for two of the merchant against the apprentice, and its least share of them. They are the same games in every run.
SERIES = 40
MERCHANT = {"gonzaga": 0.75, "principato": 0.8, "zena1814": 0.65}


def figures() -> Iterator[Figure]:
    """Yield the moves per second of every game against chess, and the results of series of games for two."""
    for engine in registry.engines():
        yield Figure(f"{engine.slug}-playout-moves-per-second", *_rates(engine), GOALS[engine.slug], "more")
    yield Figure("gonzaga-bot-against-random-wins", _bot_wins(), GAMES, 0.95, "more")
    for engine in registry.engines():
        name = f"{engine.slug}-merchant-against-apprentice-wins"
        yield Figure(name, _merchant_wins(engine.slug), SERIES, MERCHANT[engine.slug], "more")


def _rates(engine: Engine) -> tuple[float, float]:
    """Play random games of ``engine`` and of chess. Return the moves per second of each."""
    rng = random.Random(1)
    moves, chess_moves, spent = 0, 0, [0.0, 0.0]
    game = 0
    while min(spent) < SECONDS:
        start = time.process_time()
        moves += _game(engine, rng, game)
        spent[0] += time.process_time() - start
        start = time.process_time()
        # Chess is played until it has used as much time.
        while spent[1] + time.process_time() - start < spent[0]:
            chess_moves += _chess_game(rng)
        spent[1] += time.process_time() - start
        game += 1
    return moves / spent[0], chess_moves / spent[1]


def _game(engine: Engine, rng: random.Random, game: int) -> int:
    """Play one random game. Return its number of moves.

    Each move calls ``pending``, lists all legal actions, chooses one uniformly, and calls ``apply``, which checks it.
    """
    seats = engine.seat_range[game % len(engine.seat_range)]
    state = engine.start(engine.Options(), seats, game.to_bytes(32)).state
    moves = 0
    while pending := next((one for one in engine.pending(state.public) if one.when is When.NOW), None):
        actions = list(engine.legal(view(state, pending.seat), pending))
        state = engine.apply(state, pending.seat, rng.choice(actions)).state
        moves += 1
    return moves


def _chess_game(rng: random.Random) -> int:
    """Play one random game of chess without checks for draws. Return its number of moves, at most ``PLIES``."""
    board = chess.Board()
    moves = 0
    while moves < PLIES and (legal := list(board.legal_moves)):
        board.push(rng.choice(legal))
        moves += 1
    return moves


def _bot_wins() -> int:
    return sum(_bot_game(number) for number in range(GAMES))


def _merchant_wins(slug: str) -> float:
    """Return the wins of the merchant against the apprentice in a short series; a shared win counts half."""
    series = matches.Series(slug, 2, "merchant", "apprentice")
    return sum(matches.play(series, number).share for number in range(SERIES))


def _bot_game(number: int) -> int:
    """Play the bot against random moves. Return 1 if the bot alone takes first place, otherwise 0.

    Its seat alternates between games.
    """
    engine: Any = registry.engine("gonzaga")
    rng = random.Random(number)
    bot = number % 2
    state = engine.start(engine.Options(), 2, number.to_bytes(32)).state
    while open_decisions := [pending for pending in engine.pending(state.public) if pending.when is not When.MAY]:
        pending = open_decisions[0]
        seen = view(state, pending.seat)
        action = engine.bot(seen, pending) if pending.seat == bot else rng.choice(list(engine.legal(seen, pending)))
        state = engine.apply(state, pending.seat, action).state
    outcome = engine.outcome(state.public)
    assert outcome is not None, encode(state.public)
    return int(outcome.ranking[0] == (bot,))
