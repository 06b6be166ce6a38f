"""Finished games made directly as rows, without being played, for the tests of statistics."""

from datetime import datetime, timedelta
from itertools import count
from typing import Any

from tables.models import ArchivedGame, Seat, Table
from tables.selectors.archive import tagging
from tests.site import factories

_numbers = count()


def finished(*scores: int, game: str = "gonzaga", **facts: Any) -> ArchivedGame:
    """Create a finished game with these scores by seat, and return its archive row. Tied seats share a finishing place.

    ``facts`` are fields of the archive row. With ``private`` the game is private.
    """
    ended: datetime = facts.pop("ended_at", factories.NOW + timedelta(minutes=next(_numbers)))
    private = facts.pop("private", False)
    row: dict[str, Any] = {"plies": 40, "rounds": 9, "seconds": 10 * 24 * 60 * 60, "ended_by": Table.EndedBy.FINISHED} | facts
    table = Table.objects.create(
        game=game,
        version="1",
        options="{}",
        seat_count=len(scores),
        decision_minutes=60,
        reply_minutes=60,
        status=Table.Status.ENDED,
        ended_by=row["ended_by"],
        visibility=Table.Visibility.PRIVATE if private else Table.Visibility.PUBLIC,
        started_at=ended - timedelta(seconds=row["seconds"]),
        ended_at=ended,
    )
    tags = list(tagging.facets(game, row.get("facets", {})))
    for index, score in enumerate(scores):
        place = 1 + sum(other > score for other in scores)
        Seat.objects.create(table=table, position=index, index=index, score=score, place=place, bot="bot")
    best, *others = sorted(scores, reverse=True)
    return ArchivedGame.objects.create(
        table=table,
        game=game,
        seat_count=len(scores),
        is_public=not private,
        ended_at=ended,
        tags=tagging.private(tags) if private else tags,
        **{"margin": best - others[0]} | row,
    )
