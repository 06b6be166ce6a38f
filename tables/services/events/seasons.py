"""Seasons: divisions by the standing of the last one, and the next season that opens by itself."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from engines.events import fields
from tables.models import Entry, Event
from tables.selectors.events import rows

# Time for confirming after the end of a season.
SIGN_UP = timedelta(days=7)
SAME = (
    *("name", "text", "host", "club", "game", "version", "options", "seats", "format", "round_count", "group_count"),
    *("round_days", "notice_hours", "pace", "absence_days", "same_deal", "bots", "least", "most"),
    *("min_reliability", "min_rating", "max_rating", "language"),
)


def open_next(event: Event, now: datetime) -> Event:
    """Open the season after this one for signing up. It starts by itself with everybody who signs up."""
    closes_at = now + SIGN_UP
    same = {name: getattr(event, name) for name in SAME}
    times = {"closes_at": closes_at, "due_at": closes_at, "created_at": now}
    return Event.objects.create(follows=event, seed=secrets.token_hex(32), **times, **same)


def divide(event: Event, entries: Sequence[Entry]) -> Sequence[Sequence[int]]:
    """Return the numbers of the players of each division, by the last season, or by rating in the first one.

    ``entries`` are in the order of their numbers.
    """
    numbers = [entry.number for entry in entries if entry.number is not None]
    if event.follows is None:
        return fields.divisions(numbers)
    number_of = {entry.user_id: number for entry, number in zip(entries, numbers, strict=True)}
    last = _moved(event.follows, number_of)
    returning = {number for members in last for part in (members.up, members.stay, members.down) for number in part}
    rating = {number: entry.strength for entry, number in zip(entries, numbers, strict=True)}
    return fields.next_season(last, [number for number in numbers if number not in returning], rating)


def _moved(last: Event, number_of: dict[int | None, int]) -> Sequence[fields.Members]:
    """Return who of each division of the last season goes up, stays and goes down, by the numbers in the new one."""
    divisions = rows.divisions(last)
    moved = []
    for place, division in enumerate(divisions):
        # Players who do not play on have negative numbers here, so that they keep their places in the standing.
        standing = sorted(division.entries, key=lambda entry: entry.rank or len(division.entries))
        ids = [
            number_of.get(entry.user_id, -1 - position) if entry.user_id else -1 - position
            for position, entry in enumerate(standing)
        ]
        highest, lowest = place == 0, place == len(divisions) - 1
        moved.append(fields.moved(ids, [number for number in ids if number >= 0], highest=highest, lowest=lowest))
    return moved
