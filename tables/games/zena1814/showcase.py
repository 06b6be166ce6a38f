"""Example of a town with five families for the front page, and all cards for the rules page."""

from collections.abc import Mapping
from typing import Any

from engines.zena1814 import ENGINE
from engines.zena1814.content import Area, Figure
from engines.zena1814.loader import content
from engines.zena1814.state import Decks, Family, Public, Row, Standing
from tables.games.zena1814 import catalogue
from tables.games.zena1814.board import pieces

_STANDING: tuple[Mapping[Figure, Area], ...] = (
    {"lord": "bank", "lady": "port", "heir_1": "cathedral", "heir_2": "bank"},
    {"lord": "palace", "lady": "bank", "heir_1": "old_town", "heir_2": "port"},
    {"lord": "port", "lady": "old_town", "heir_1": "old_town", "heir_2": "palace"},
    {"lord": "fort", "lady": "cathedral", "heir_1": "cathedral", "heir_2": "fort"},
    {"lord": "cathedral", "lady": "palace", "heir_1": "fort", "heir_2": "palace"},
)


def showcase() -> Mapping[str, Any]:
    """Return the context of ``_showcase_board.html``, with all cards for the rules page."""
    version = ENGINE.versions[-1]
    return {"town": pieces.scene(position(version)), **catalogue.context(version)}


def position(version: str) -> Public:
    """Return an example position with twenty figures in six areas and no cards."""
    areas = content(version).areas("expert")
    families = tuple(_family(standing) for standing in _STANDING)
    return Public(
        version=version,
        mode="expert",
        starter="sealed_lot",
        free_order=False,
        families=families,
        rows=tuple(Row(area) for area in areas),
        decks=Decks(),
    )


def _family(standing: Mapping[Figure, Area]) -> Family:
    lord, lady, first, second = (Standing(standing[figure]) for figure in ("lord", "lady", "heir_1", "heir_2"))
    return Family(coins=0, supply=0, figures=(lord, lady, first, second))
