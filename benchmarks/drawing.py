"""Cost of drawing a new board for emails and links, with the static layer drawn beforehand."""

import time
from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks.figure import Figure
from engines import registry
from engines.contract import Engine, encode
from engines.playout import nth_key, play_game
from tables.games.kit import png
from tables.games.registry import presenter
from tables.present.archive import previews

GOAL_MILLISECONDS = 60
GAMES, SEED = 3, 13
WARM_GAMES, WARM_STEPS = 5, 4


def figures() -> Iterator[Figure]:
    """Yield the mean CPU milliseconds of the slowest picture in a game, against the goal, for each title."""
    for engine in registry.engines():
        ours = 1000 * _dearest(engine)
        yield Figure(f"{engine.slug}-picture-cpu-milliseconds", ours, GOAL_MILLISECONDS, 1, "less")


def _dearest(engine: Engine) -> float:
    """Draw boards of games with the most seats. Return the CPU seconds of the slowest in a game, on average."""
    for number in range(WARM_GAMES):
        publics = _game(engine, GAMES + number)
        for public in publics[:: max(1, len(publics) // WARM_STEPS)]:
            _spent(engine.slug, public)
    games = [_game(engine, number) for number in range(GAMES)]
    spent = [max(_spent(engine.slug, public) for public in _boards(publics)) for publics in games]
    return sum(spent) / len(spent)


def _game(engine: Engine, number: int) -> list[Any]:
    seats = engine.seat_range[-1]
    record = play_game(engine, engine.Options(), [engine.bot] * seats, nth_key(SEED, number))
    return [step.state.public for step in record.steps()]


def _boards(publics: Sequence[Any]) -> tuple[Any, Any]:
    """Return the board in the middle of the game and the fullest one."""
    return publics[len(publics) // 2], max(publics, key=lambda public: len(encode(public)))


def _spent(slug: str, public: Any) -> float:
    """Draw the pictures for an email and for a link. Return the CPU seconds of the slower one.

    The first one also pays for the parts that both need.
    """
    start = time.process_time()
    board = presenter(slug).picture(public)
    if board is None:
        raise RuntimeError(f"{slug} draws no board")
    png.encoded(board)
    letter = time.process_time()
    previews.picture(slug, public)
    return max(letter - start, time.process_time() - letter)
