"""What it costs to draw a board nobody has seen yet, for letters and for links, once the still layer has been drawn."""

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
    """Milliseconds of the dearest picture of each game that has a board, against sixty."""
    for engine in registry.engines():
        ours = 1000 * _dearest(engine)
        yield Figure(f"{engine.slug}-picture-cpu-milliseconds", ours, GOAL_MILLISECONDS, 1, "less")


def _dearest(engine: Engine) -> float:
    """Seconds of CPU; the mean over some games, for as many as can play."""
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
    """The one in the middle and the fullest one."""
    return publics[len(publics) // 2], max(publics, key=lambda public: len(encode(public)))


def _spent(slug: str, public: Any) -> float:
    """Of the picture of a letter and that of a link, the dearer one. The first of them pays for what neither had yet."""
    begun = time.process_time()
    board = presenter(slug).picture(public)
    if board is None:
        raise RuntimeError(f"{slug} draws no board")
    png.encoded(board)
    letter = time.process_time()
    previews.picture(slug, public)
    return max(letter - begun, time.process_time() - letter)
