"""Results of tables, ends of rounds, and the end of an event."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from engines.events import formats
from tables.models import Entry, Event, EventRound, EventTable, Seat, Table
from tables.selectors.events import rows
from tables.services import queue
from tables.services.changes import record_change
from tables.services.events import letters, seasons
from tables.services.events.locking import lock

BATCH = 50


def record_results(*, event_id: int, now: datetime) -> bool:
    """Write the results of tables that have ended. Return whether there were any."""
    with transaction.atomic():
        event = lock(event_id)
        ended = EventTable.objects.filter(round__event=event, places=[], table__status=Table.Status.ENDED)
        found = list(ended.select_related("table", "round").order_by("pk")[:BATCH])
        left = dict(event.entries.filter(left_at__isnull=False, number__isnull=False).values_list("number", "left_at"))
        for row in found:
            assert row.table is not None, "the query joins the table"
            row.places, row.points = result_of(row.table, len(row.players))
            row.gone = gone_from(row.table, row.players, left)
            row.save(update_fields=["places", "points", "gone"])
    return bool(found)


def result_of(table: Table, count: int) -> tuple[Sequence[int], Sequence[int]]:
    """Return places and points of the first ``count`` seats, those of the players.

    Places are counted among them. A game that ended without a result is a shared first place. A conceded one has no points of
    the game: the winner gets one.
    """
    seats = list(Seat.objects.filter(table=table, index__lt=count).order_by("index"))
    if len(seats) < count or any(seat.place is None for seat in seats):
        return shared(count)
    places = [1 + sum(int(other.place or 0) < int(seat.place or 0) for other in seats) for seat in seats]
    if any(seat.score is None for seat in seats):
        return places, [int(place == 1) for place in places]
    return places, [seat.score or 0 for seat in seats]


def gone_from(table: Table, players: Sequence[int], left: Mapping[int | None, datetime | None]) -> list[int]:
    """Return the players who had withdrawn before the table ended. ``left``: time of withdrawal by number.

    Conceding by withdrawal is the last place already.
    """
    return [number for number in players if (left_at := left.get(number)) and table.ended_at and left_at < table.ended_at]


def shared(count: int) -> tuple[Sequence[int], Sequence[int]]:
    """Return the result of a table without a decision: everybody shares the first place."""
    return [1] * count, [0] * count


def end_rounds(*, event_id: int, now: datetime) -> bool:
    """End the rounds whose tables all have a result, and open what was withheld. Return whether there were any."""
    with transaction.atomic():
        open_rounds = EventRound.objects.filter(event=event_id, ended_at=None, begins_at__lte=now).order_by("pk")
        finished = [row for row in open_rounds if not row.tables.filter(places=[]).exists()]
        # Tables are locked before their event.
        withheld = Table.objects.filter(event_table__round__in=finished, is_withheld=True).order_by("pk")
        list(withheld.select_for_update(no_key=True, of=("self",)).values_list("pk"))
        event = lock(event_id)
        finished = list(open_rounds.filter(pk__in=[row.pk for row in finished]))
        for row in finished:
            row.ended_at = now
            row.save(update_fields=["ended_at"])
            _open_deals(event, row)
        # The email about the end of the event also says how its last round ended.
        if finished and not _is_over(event):
            for row in finished:
                letters.round_over(event=event, row=row, now=now)
    return bool(finished)


def end_event(*, event_id: int, now: datetime) -> bool:
    """End an event: write the final ranks. Return whether this call ended it."""
    with transaction.atomic():
        event = lock(event_id)
        if event.stage != Event.Stage.RUNNING:
            return False
        divisions = rows.divisions(event)
        if not all(formats.is_over(division.competition) for division in divisions):
            return False
        for division in divisions:
            ranked = []
            for row in formats.ranking(division.competition):
                entry = division.entry(row.player)
                entry.rank = row.rank
                ranked.append(entry)
            Entry.objects.bulk_update(ranked, ["rank"])
        event.stage, event.ended_at, event.due_at = Event.Stage.OVER, now, None
        event.save(update_fields=["stage", "ended_at", "due_at"])
        letters.over(event=event, now=now)
        if event.format == Event.Format.SEASON:
            seasons.open_next(event, now)
    return True


def _is_over(event: Event) -> bool:
    """Return whether all rounds of an event have ended, and no division gets another one."""
    if event.rounds.filter(ended_at=None).exists():
        return False
    return all(formats.is_over(division.competition) for division in rows.divisions(event))


def _open_deals(event: Event, row: EventRound) -> None:
    """Show the games of a round with the same deal to everybody, now that nobody can profit from them."""
    withheld = list(Table.objects.filter(event_table__round=row, is_withheld=True).only("pk", "changes", "pulse", "status"))
    if not withheld:
        return
    is_public = event.club is None or event.club.is_public
    visibility = Table.Visibility.PUBLIC if is_public else Table.Visibility.PRIVATE
    numbers = [table.pk for table in withheld]
    Table.objects.filter(pk__in=numbers).update(is_withheld=False, visibility=visibility, club=event.club)
    for table in withheld:
        record_change(table)
        queue.later("archive_game", table.pk)
