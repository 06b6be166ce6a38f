"""Standings of games for lists: round and scores, worded by the presenter.

Results are cached by move, so that a list loads a position only once.
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
class Progress:
    """Round of a game ("turn 6 of 21") and the scores of its seats, by index."""

    round_words: str
    points: Sequence[int]


def standings(tables: Sequence[Table]) -> Mapping[int, Progress]:
    """Return the standings by id of the table; tables without a readable position are left out."""
    keys = {table.pk: _key(table.code, table.seq) for table in tables if table.status == Table.Status.RUNNING}
    if not keys:
        return {}
    cached = cache.get_many(keys.values())
    uncached = [pk for pk, key in keys.items() if key not in cached]
    computed = [(position, _progress(position)) for position in state.positions(uncached)] if uncached else []
    # The cache key uses the move number of the loaded position, because a player may have moved since the list was loaded.
    cache.set_many({_key(position.code, position.seq): each for position, each in computed}, KEPT_SECONDS)
    by_table = {pk: cached[key] for pk, key in keys.items() if key in cached} | {
        position.table_id: each for position, each in computed
    }
    return {pk: Progress(*each) for pk, each in by_table.items()}


def _progress(position: Position) -> tuple[str, tuple[int, ...]]:
    game_presenter, public = presenter(position.game), position.public
    return game_presenter.words.round_words(public), tuple(
        game_presenter.board.points(public, seat) for seat in range(position.seats)
    )


def _key(code: str, seq: int) -> str:
    return f"standing/{pictures.version()}/{get_language()}/{code}/{seq}"
