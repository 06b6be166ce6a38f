"""What a board shows that has nothing of its own: its drawing, and a row for each player with what is counted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from engines.contract import When, view
from tables.games.contract import Player

if TYPE_CHECKING:
    from tables.games.base import Presenter

SHOWN_PLIES = 12
_KEY = bytes(32)


@dataclass(frozen=True)
class Row:
    """A player and the numbers that are counted, in the order of the heads."""

    player: Player
    numbers: tuple[int, ...]


def context(show: "Presenter", public: Any, players: Sequence[Player]) -> Mapping[str, Any]:
    """The context of ``games/kit/_board.html``."""
    counted = show.counted(public, len(players))
    rows = [Row(player, tuple(numbers[player.seat] for numbers in counted.values())) for player in players]
    return {"drawing": show.board.svg(public), "heads": list(counted), "rows": rows}


def showcase(show: "Presenter") -> Mapping[str, Any]:
    """The drawing of a game some moves old; empty if the game draws none."""
    svg = show.board.svg(_some_moves_old(show))
    return {"drawing": svg} if svg else {}


@cache
def _some_moves_old(show: "Presenter") -> Any:
    """The same game in every process, played by what happens at deadlines."""
    engine = show.engine
    state = engine.start(engine.Options(), engine.seat_range[0], _KEY).state
    for _ply in range(SHOWN_PLIES):
        asked = next((each for each in engine.pending(state.public) if each.when is When.NOW), None)
        if asked is None:
            break
        state = engine.apply(state, asked.seat, engine.fallback(view(state, asked.seat), asked)).state
    return state.public
