"""Seasons: divisions by the standing of the last one, and the next season that opens by itself."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from engines.events import fields
from tables.models import Entry, Event
from tables.selectors.events import rows
from tables.services.events import letters

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
    season = Event.objects.create(follows=event, seed=secrets.token_hex(32), **times, **same)
    letters.next_season(last=event, event=season, now=now)
    return season


def divide(event: Event, entries: Sequence[Entry]) -> Sequence[Sequence[int]]:
    """Return the numbers of the players of each division, by the last season, or by rating in the first one.

    ``entries`` are in the order of their numbers.
    """
    if event.follows is None:
        return fields.divisions([entry.number for entry in entries if entry.number is not None])
    return _divided(rows.divisions(event.follows), entries, [_person(entry) for entry in entries])


def divided_again(
    event: Event, entries: Sequence[Entry], first_players: Mapping[int | None, int | None]
) -> Sequence[Sequence[int]]:
    """Return what ``divide`` returned at the start, although players have been replaced since.

    ``first_players``: the numbers of entries that other people had then, with these people's numbers in the last season, or
    None for new players.
    """
    if event.follows is None:
        return divide(event, entries)
    last = rows.divisions(event.follows)
    people = {entry.number: _person(entry) for division in last for entry in division.entries}
    then = [
        people.get(first_players[entry.number], "") if entry.number in first_players else _person(entry) for entry in entries
    ]
    return _divided(last, entries, then)


def last_number(event: Event, entry: Entry) -> int | None:
    """Return the number that a player had in the last season, or None."""
    entries = Entry.objects.filter(event=event.follows_id) if event.follows_id else ()
    return next((each.number for each in entries if _person(each) == _person(entry)), None)


def _person(entry: Entry) -> int | str:
    """Return what is the same in all entries of a person, also after their account was deleted."""
    return entry.user_id or entry.pseudonym


def _divided(last: Sequence[rows.Division], entries: Sequence[Entry], people: Sequence[int | str]) -> Sequence[Sequence[int]]:
    """Return the divisions after the last season. ``people`` are those of the entries."""
    strength = {number: entry.strength for entry in entries if (number := entry.number) is not None}
    moved = _moved(last, dict(zip(people, strength, strict=True)))
    returning = {number for members in moved for part in (members.up, members.stay, members.down) for number in part}
    return fields.next_season(moved, [number for number in strength if number not in returning], strength)


def _moved(last: Sequence[rows.Division], number_of: Mapping[int | str, int]) -> Sequence[fields.Members]:
    """Return who of each division of the last season goes up, stays and goes down, by the numbers in the new one."""
    moved = []
    for place, division in enumerate(last):
        # Players who do not play on have negative numbers here, so that they keep their places in the standing.
        standing = sorted(division.entries, key=lambda entry: entry.rank or len(division.entries))
        numbers = [number_of.get(_person(entry), -1 - position) for position, entry in enumerate(standing)]
        highest, lowest = place == 0, place == len(last) - 1
        moved.append(fields.moved(numbers, [number for number in numbers if number >= 0], highest=highest, lowest=lowest))
    return moved
