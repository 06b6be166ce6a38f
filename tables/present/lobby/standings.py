"""How games stand, for lists of them: where each is and its points, as the presenter tells them of the position.

What was told of a position is kept, so that a list reads no position that somebody has listed since its last move.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.cache import cache
from django.utils.translation import get_language

from tables.games import pictures
from tables.games.registry import presenter
from tables.models import Table
from tables.selectors.play import state
from tables.selectors.play.state import Position

KEPT_SECONDS = 24 * 3600


@dataclass(frozen=True)
class Standing:
    """Where a game is ("turn 6 of 21") and the points of its seats, by index."""

    round_words: str
    points: Sequence[int]


def standings(tables: Sequence[Table]) -> Mapping[int, Standing]:
    """By id of the table; what has no position, or none that can be read, is left out."""
    keys = {table.pk: _key(table.code, table.seq) for table in tables if table.status == Table.Status.RUNNING}
    if not keys:
        return {}
    kept = cache.get_many(keys.values())
    unread = [pk for pk, key in keys.items() if key not in kept]
    told = [(position, _told(position)) for position in state.positions(unread)] if unread else []
    # Under the move it was read at: somebody may have played since the list was.
    cache.set_many({_key(position.code, position.seq): each for position, each in told}, KEPT_SECONDS)
    known = {pk: kept[key] for pk, key in keys.items() if key in kept} | {position.table_id: each for position, each in told}
    return {pk: Standing(*each) for pk, each in known.items()}


def _told(position: Position) -> tuple[str, tuple[int, ...]]:
    show, public = presenter(position.game), position.public
    return show.words.round_words(public), tuple(show.board.points(public, seat) for seat in range(position.seats))


def _key(code: str, seq: int) -> str:
    return f"standing/{pictures.version()}/{get_language()}/{code}/{seq}"
