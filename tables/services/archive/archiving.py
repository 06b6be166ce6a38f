"""Archive row of a finished game, made only from the table, its seats and its record.

A task writes the row after the end of the game. The sweep finds games whose task was lost. A row can be rebuilt at any time,
for example after an account was deleted or when an engine provides new facets.

``tables.selectors.archive.finding`` searches these rows by their tags.
"""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Q

from engines import registry
from tables.models import ArchivedGame, Heartbeat, Move, Seat, Table
from tables.selectors import coding
from tables.selectors.archive import tagging
from tables.services import quarantine, queue

logger = logging.getLogger(__name__)

# This overlap is needed because a game with an earlier end can be committed later.
OVERLAP = timedelta(hours=1)
BEGINNING = datetime(1970, 1, 2, tzinfo=UTC)
HEARTBEAT = "archive"


@dataclass(frozen=True)
class EngineFacts:
    """Facts from the engine about a finished game: facets by name, and the opening of each seat."""

    facets: Mapping[str, int | str]
    openings: Sequence[str]


NOTHING = EngineFacts({}, ())


def archive_game(*, table_id: int) -> None:
    """Write or rewrite the row of a table that ended after its start. Do nothing for any other table."""
    table = Table.objects.finished().filter(pk=table_id).first()
    if table is not None:
        ArchivedGame.objects.update_or_create(table=table, defaults=_fields(table, list(table.seats.all())))


def queue_missing(*, now: datetime, limit: int) -> int:
    """Queue at most ``limit`` finished games without a row, and return their number.

    The heartbeat stores the end of the first one, or ``now``, so that earlier games are not scanned again every minute.
    """
    last, _created = Heartbeat.objects.get_or_create(name=HEARTBEAT, defaults={"at": BEGINNING})
    since = last.at - OVERLAP
    # A withheld game is disclosed at the end of its round, which may be long after its own.
    ended = Table.objects.finished().filter(Q(ended_at__gte=since) | Q(event_table__round__ended_at__gte=since))
    missing = ended.filter(archived=None).order_by("ended_at", "pk")
    rows = list(missing.values_list("pk", "ended_at")[:limit])
    for pk, _ended_at in rows:
        queue.later("archive_game", pk)
    Heartbeat.objects.filter(pk=last.pk).update(at=rows[0][1] if rows else now)
    return len(rows)


def _fields(table: Table, seats: Sequence[Seat]) -> dict[str, Any]:
    facts = _facts(table, seats)
    fields = {
        "game": table.game,
        "seat_count": table.seat_count,
        "is_public": table.visibility == Table.Visibility.PUBLIC,
        "ended_by": table.ended_by,
        "ended_at": table.ended_at,
        "plies": table.seq,
        "rounds": table.round,
        "seconds": _seconds(table),
        "margin": _margin(table, seats),
        "facets": dict(facts.facets),
        "openings": list(facts.openings),
    }
    tags = list(tags_of(fields, seats))
    return fields | {"tags": tags if fields["is_public"] else tagging.private(tags)}


def _seconds(table: Table) -> int:
    began, ended = table.started_at, table.ended_at
    return max(0, round((ended - began).total_seconds())) if began and ended else 0


def _margin(table: Table, seats: Sequence[Seat]) -> int | None:
    """Return the lead in points of the winner over the best other seat, at least 0; None without a result."""
    if table.ended_by != Table.EndedBy.FINISHED:
        return None
    ranked = sorted(seats, key=lambda seat: seat.place or len(seats))
    scores = [seat.score for seat in ranked if seat.score is not None]
    return max(0, scores[0] - max(scores[1:])) if len(scores) > 1 else None


def _facts(table: Table, seats: Sequence[Seat]) -> EngineFacts:
    """Return the engine's facts, or no facts if the record is unreadable or crashes the engine. The game is archived anyway."""
    try:
        return _facts_of(table, seats)
    except Exception as fault:  # noqa: BLE001
        logger.error("table %s is archived without facets: %s", table.pk, quarantine.describe_error(fault))
        return NOTHING


def _facts_of(table: Table, seats: Sequence[Seat]) -> EngineFacts:
    engine = registry.engine(table.game)
    rows = list(table.moves.only("table_id", "seq", "seat_id", "action", "events").order_by("seq"))
    events = [event for move in rows for event in coding.events(table.game, move.events)]
    options, public = coding.options(table.game, table.options), coding.state(table.game, table.state).public
    facets = {facet.name: facet.value for facet in engine.facets(options, public, events)}
    moves = list(_engine_actions(table.game, rows, {seat.pk: seat.index for seat in seats}))
    return EngineFacts(facets, [engine.opening(moves, seat) for seat in range(table.seat_count)])


def _engine_actions(game: str, rows: Iterable[Move], index_of: Mapping[int, int | None]) -> Iterator[tuple[int, Any]]:
    for move in rows:
        index = index_of.get(move.seat_id) if move.seat_id else None
        if index is not None:
            yield index, coding.action(game, move.action)


def tags_of(fields: Mapping[str, Any], seats: Iterable[Seat]) -> Iterator[str]:
    """Yield the tags of a public game, from the other columns of its row and its seats."""
    yield tagging.PUBLIC
    for name, key in (("game", "game"), ("seats", "seat_count"), ("by", "ended_by")):
        yield tagging.fact(name, fields[key])
    yield tagging.fact("week", tagging.week(fields["ended_at"]))
    yield from _ranges("plies", fields["plies"], tagging.PLIES)
    if fields["margin"] is not None:
        yield from _ranges("margin", fields["margin"], tagging.MARGINS)
    yield from tagging.facets(fields["game"], fields["facets"])
    for seat in seats:
        yield from _people(seat)


def _ranges(name: str, value: int, steps: Sequence[int]) -> list[str]:
    return tagging.reached(name, value, steps) + tagging.kept_to(name, value, steps)


def _people(seat: Seat) -> Iterator[str]:
    """Yield the tags of a seat's last holder: a user by their ID, others by their name."""
    name = seat.bot or seat.pseudonym
    for role in ("played", "won") if seat.place == 1 else ("played",):
        if seat.user_id:
            yield tagging.user(role, seat.user_id)
        elif name:
            yield tagging.called(role, name)
