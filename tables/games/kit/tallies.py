"""What a board shows that has nothing of its own: its drawing, and a row for each player with what is counted."""

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
    """A player and the numbers that are counted, in the order of the heads."""

    player: Player
    numbers: tuple[int, ...]


def context(drawing: str, counted: Mapping[str, Sequence[int]], players: Sequence[Player]) -> Mapping[str, Any]:
    """The context of ``games/kit/_board.html``; ``counted`` has a number for each seat, by what is counted."""
    rows = [Row(player, tuple(numbers[player.seat] for numbers in counted.values())) for player in players]
    return {"drawing": drawing, "heads": list(counted), "rows": rows}


def showcase(engine: Engine, svg: Callable[[Any], str]) -> Mapping[str, Any]:
    """The drawing of a game some moves old; empty if the game draws none."""
    drawing = svg(_some_moves_old(engine.slug))
    return {"drawing": drawing} if drawing else {}


@cache
def _some_moves_old(slug: str) -> Any:
    """The same game in every process, played by what happens at deadlines."""
    engine = registry.engine(slug)
    state = engine.start(engine.Options(), engine.seat_range[0], _KEY).state
    for _ply in range(SHOWN_PLIES):
        pending = next((decision for decision in engine.pending(state.public) if decision.when is When.NOW), None)
        if pending is None:
            break
        state = engine.apply(state, pending.seat, engine.fallback(view(state, pending.seat), pending)).state
    return state.public
