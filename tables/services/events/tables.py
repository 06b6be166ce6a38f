"""Opening the tables of a round."""

import secrets
from collections.abc import Sequence
from datetime import datetime

import msgspec
from django.db import transaction

from engines import chance, registry
from tables import paces
from tables.models import Entry, Event, EventTable, Seat, Table
from tables.models.play import new_secret
from tables.selectors import coding
from tables.selectors.events.rows import leg_of
from tables.services.events.locking import lock
from tables.services.lobby.tables import BOT_NAMES, game_fields
from tables.services.play.start import start

BATCH = 10


def open_tables(*, event_id: int, now: datetime) -> bool:
    """Open the next tables of rounds that have begun. Return whether there were any."""
    waiting = EventTable.objects.filter(round__event=event_id, round__begins_at__lte=now, table=None, places=[])
    numbers = list(waiting.order_by("pk").values_list("pk", flat=True)[:BATCH])
    for row_id in numbers:
        _open(event_id, row_id, now)
    return bool(numbers)


def _open(event_id: int, row_id: int, now: datetime) -> None:
    with transaction.atomic():
        event = lock(event_id)
        row = EventTable.objects.select_related("round").get(pk=row_id)
        if row.table_id is not None or row.places:
            return
        entries = {entry.number: entry for entry in event.entries.filter(number__in=row.players).select_related("user")}
        people = [entries[number] for number in row.players]
        secret = bytes.fromhex(row.round.deals[leg_of(event, row) or 0]) if row.round.deals else new_secret()
        columns = columns_of(event, row, len(people)) | {"secret": secret, "commitment": chance.commitment(secret)}
        table = Table.objects.create(**columns, created_at=now)
        seats = _seats(table, people, now)
        Seat.objects.bulk_create(seats)
        row.table = table
        row.save(update_fields=["table"])
        start(table, seats, now)


def _bots(event: Event, people: int) -> int:
    """Return the number of bots at a table: all that are missing if the event allows them, else what the game needs."""
    fewest = min(registry.engine(event.game).seat_range)
    return max(0, (event.seats if event.bots else fewest) - people)


def columns_of(event: Event, row: EventTable, people: int) -> dict[str, object]:
    """Return the columns of a table of an event when it opens, without its secret. ``people``: number of its players."""
    drawn, bots = row.round, _bots(event, people)
    seats = people + bots
    options = msgspec.to_builtins(coding.options(event.game, event.options))
    is_hidden = bool(drawn.deals) or (event.club is not None and not event.club.is_public)
    return {
        **game_fields(event.game, options, seats),
        **paces.columns(paces.from_text(event.pace)),
        "name": event.name,
        "seat_count": seats,
        "event": event,
        "club": None if drawn.deals else event.club,
        "visibility": Table.Visibility.PRIVATE if is_hidden else Table.Visibility.PUBLIC,
        "absences": event.absence_days > 0,
        "rotates": True,
        "deal": chance.deal_name(event.code, drawn.division, drawn.number, leg_of(event, row) or 0) if drawn.deals else "",
        "is_withheld": bool(drawn.deals),
        "rated": not (drawn.commitments or bots),
    }


def _seats(table: Table, people: Sequence[Entry], now: datetime) -> list[Seat]:
    """Return the seats of the players, then those of bots.

    A bot plays for a player who has withdrawn since the draw. The words are random, as at a rematch, because nobody is asked
    for one.
    """
    names = iter(BOT_NAMES)
    seats = [Seat(table=table, position=position, joined_at=now) for position in range(table.seat_count)]
    for position, seat in enumerate(seats):
        entry = people[position] if position < len(people) else None
        if entry is None or entry.left_at or entry.user is None:
            seat.bot = next(names)
        else:
            seat.user, seat.word = entry.user, "" if table.deal else secrets.token_urlsafe(9)
    return seats
