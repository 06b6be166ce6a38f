"""Default board for games without one: the drawing, and a row of counters for each player."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from engines import registry
from engines.contract import Engine, When, view
from tables.games.contract import Player

SHOWN_PLIES = 12
_KEY = bytes(32)


@dataclass(frozen=True)
class Row:
    """A player and their counters, in the order of the heads."""

    player: Player
    numbers: tuple[int, ...]


def context(drawing: str, counters: Mapping[str, Sequence[int]], players: Sequence[Player]) -> Mapping[str, Any]:
    """Return the context of ``games/kit/_board.html``. ``counters`` maps each counter to its numbers by seat."""
    rows = [Row(player, tuple(numbers[player.seat] for numbers in counters.values())) for player in players]
    return {"drawing": drawing, "heads": list(counters), "rows": rows}


def showcase(engine: Engine, svg: Callable[[Any], str]) -> Mapping[str, Any]:
    """Return the context with the drawing of a game a few moves old. It is empty if the game draws none."""
    drawing = svg(_some_moves_old(engine.slug))
    return {"drawing": drawing} if drawing else {}


@cache
def _some_moves_old(slug: str) -> Any:
    """Return the public state after at most ``SHOWN_PLIES`` default moves, with a fixed key for chance."""
    engine = registry.engine(slug)
    state = engine.start(engine.Options(), engine.seat_range[0], _KEY).state
    for _ply in range(SHOWN_PLIES):
        pending = next((decision for decision in engine.pending(state.public) if decision.when is When.NOW), None)
        if pending is None:
            break
        state = engine.apply(state, pending.seat, engine.fallback(view(state, pending.seat), pending)).state
    return state.public
