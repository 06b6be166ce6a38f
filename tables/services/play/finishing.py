"""The end of a table: result, places, tenures; from then on its secret is public."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from engines.contract import Outcome
from tables.models import Seat, Table, Tenure
from tables.selectors import coding
from tables.services import queue
from tables.services.beat import changed
from tables.services.mail import notify
from tables.services.play import decisions
from tables.services.play.locked_table import LockedTable

EndedBy = Table.EndedBy


def finish(locked: LockedTable, outcome: Outcome) -> None:
    """The game was played to its end: the engine's outcome is kept as it is, only places know who left."""
    decisions.sync(locked)
    places = places_of(outcome.ranking, {index for index, seat in locked.seats.items() if seat.resigned_at})
    locked.save(outcome=coding.to_text(outcome), advance_at=None, **_ended(EndedBy.FINISHED, locked.now))
    _close(locked.table, list(locked.seats.values()), places, locked.now, scores=outcome.scores)


def end(table: Table, seats: Sequence[Seat], *, ended_by: Table.EndedBy, places: Mapping[int, int], now: datetime) -> None:
    """End a locked table in any other way; ``places`` by the engine's index, empty where there is no result."""
    fields = {"advance_at": None} | _ended(ended_by, now)
    for name, value in fields.items():
        setattr(table, name, value)
    table.save(update_fields=list(fields))
    changed(table)
    _close(table, seats, places, now)


def end_if_agreed(locked: LockedTable) -> bool:
    """End without a result if all who play have agreed to it. Whoever the steward plays for has no say until they are back."""
    playing = [seat for seat in locked.seats.values() if seat.is_played_by_person]
    agreed = set(locked.table.agreements.values_list("seat_id", flat=True))
    if not playing or not agreed.issuperset(seat.pk for seat in playing):
        return False
    end(locked.table, list(locked.seats.values()), ended_by=EndedBy.AGREED, places={}, now=locked.now)
    return True


def places_of(ranking: Sequence[Sequence[int]], resigned: set[int]) -> dict[int, int]:
    """Place by seat, 1 is best, ties share. Seats that were left come after all others."""
    stayed = [[seat for seat in group if seat not in resigned] for group in ranking]
    left = [[seat for seat in group if seat in resigned] for group in ranking]
    places: dict[int, int] = {}
    for group in [*stayed, *left]:
        places |= dict.fromkeys(group, len(places) + 1)
    return places


def _ended(ended_by: Table.EndedBy, now: datetime) -> dict[str, Any]:
    return {"status": Table.Status.ENDED, "ended_by": ended_by, "ended_at": now}


def _close(
    table: Table, seats: Sequence[Seat], places: Mapping[int, int], now: datetime, scores: Sequence[int] | None = None
) -> None:
    decisions.close_all(table, now)
    Tenure.objects.filter(seat__in=[seat.pk for seat in seats], last_seq=None).update(last_seq=table.seq)
    for seat in seats:
        if seat.index is None:
            continue
        seat.place = places.get(seat.index)
        seat.score = scores[seat.index] if scores else None
        seat.opened_at = None
        seat.save(update_fields=["place", "score", "opened_at"])
    if table.started_at:
        notify.notify_finished(table=table, now=now)
        queue.later("archive_game", table.pk)
        queue.later("rate_games", table.game)
