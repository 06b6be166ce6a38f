"""Events at a table since a player's last move, as far as they may know them, and the positions in between.

Page, email and feed use the same gap. A gap is read from rows alone; only showing it step by step replays the record.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

import msgspec

from config.safe.sealing import CannotOpen
from engines import contract, registry
from engines.contract import EngineError, Seen
from tables.models import Seat, SiteEvent, Table
from tables.selectors import coding
from tables.selectors.archive import games
from tables.selectors.play import log
from tables.selectors.play.log import Entry
from tables.selectors.seats import handover

# Maximum number of moves; older ones are in the log.
MOST = 120


class Since(StrEnum):
    """Beginning of a gap."""

    OWN_MOVE = "own_move"
    SEAT_TAKEN = "seat_taken"
    START = "start"


@dataclass(frozen=True)
class Gap:
    """Moves at a table since the last move of a seat's player, oldest first, each with the events its reader may know.

    ``beside`` are the other events between them, oldest first too. ``is_all``: nothing was left out at the beginning.
    """

    since: Since
    entries: Sequence[Entry]
    beside: Sequence[SiteEvent]
    is_all: bool
    game: str
    seat: Seat | None = field(default=None, repr=False, compare=False)

    @cached_property
    def before(self) -> Any:
        """Public position at the beginning of the gap; None if it is not stored."""
        return coding.public(self.game, self.seat.seen_public) if self.seat and self.seat.seen_public else None


def begins_after(seat: Seat) -> int:
    """Return the number of the last move the player has answered; -1 if they have had the seat from the start and not moved."""
    return seat.seen_seq if seat.plies or seat.taken_over_at else -1


def gap(table: Table, seat: Seat, *, viewer: int | None, most: int = MOST) -> Gap:
    """Return the newest ``most`` moves since the last move of ``seat``'s player.

    ``viewer`` is the seat that reads them, or None for the public view.
    """
    after = begins_after(seat)
    entries = log.log_entries(table, viewer, since=after - 1, limit=most + 2)
    return gap_in(entries, log.site_events(table, from_seq=max(after, 0)), table, seat, most=most)


def open_gaps(seats: Sequence[tuple[Table, Seat]], *, most: int = MOST, as_player: bool = False) -> dict[int, Gap]:
    """Return the gaps of seats at several tables, by the id of the table, in three queries.

    They show the public view, or with ``as_player`` that of each seat's player. Tables with a value that cannot be
    decrypted are left out.
    """
    after = {table.pk: begins_after(seat) for table, seat in seats}
    requests = [
        log.LogRequest(table, after[table.pk] - 1, max(after[table.pk], 0), seat.index if as_player else None)
        for table, seat in seats
    ]
    parts = log.parts(requests, limit=most + 2)
    return {
        table.pk: gap_in(parts[table.pk].entries, parts[table.pk].beside, table, seat, most=most)
        for table, seat in seats
        if table.pk in parts
    }


def onlookers_gap(table: Table, since: int, *, most: int = MOST) -> Gap:
    """Return the newest ``most`` moves after move ``since``, in the public view."""
    newer = log.log_entries(table, None, since=since, limit=most + 1)
    beside = log.site_events(table, from_seq=since)[::-1]
    return Gap(Since.OWN_MOVE, newer[:most][::-1], beside, len(newer) <= most, table.game)


def gap_in(entries: Sequence[Entry], beside: Sequence[SiteEvent], table: Table, seat: Seat, *, most: int = MOST) -> Gap:
    """Return the gap at the end of a part of the log; ``entries`` and ``beside`` are newest first."""
    after = begins_after(seat)
    newer = [entry for entry in entries if entry.seq > after]
    newer += [remainder for entry in entries if entry.seq == after and (remainder := _led_to(entry, seat)).events]
    is_all = len(newer) <= most and (not entries or min(entry.seq for entry in entries) <= after + 1)
    shown = newer[:most][::-1]
    begin = after if is_all else shown[0].seq
    site_events = [event for event in beside[::-1] if _is_in(event, seat, begin)]
    return Gap(_since(seat), shown, site_events, is_all, table.game, seat)


def _led_to(entry: Entry, seat: Seat) -> Entry:
    """Return the move without the events that its action itself caused.

    It has no events if their number is unknown, or if ``seat`` did not make the move.
    """
    own_count = seat.seen_events if seat.plies and entry.seat == seat.index else None
    later = [] if own_count is None else [index for index, place in enumerate(entry.places) if place >= own_count]
    return replace(
        entry,
        events=tuple(entry.events[index] for index in later),
        places=tuple(entry.places[index] for index in later),
        receipt="",
    )


def positions(table: Table, seat: Seat | None, seqs: Sequence[int]) -> list[Seen[Any, Any]]:
    """Return the view of ``seat`` after each of these moves, by the rules and the record; None is a spectator.

    Raises :class:`archive.Unplayable` and CannotOpen. The true states of a running game are computed but never returned. This
    takes about a quarter of a millisecond per move.
    """
    moves = list(table.moves.filter(seq__lte=max(seqs)).only("table_id", "seq", "seat_id", "action").order_by("seq"))
    try:
        states = [step.state for step in games.steps(registry.engine(table.game), table, moves)]
        return [contract.view(states[seq], seat.index if seat else None) for seq in seqs]
    except CannotOpen:
        # The error names only the place, and the table is put on hold.
        raise
    except (EngineError, msgspec.MsgspecError, IndexError):
        # The cause is left out, since it might reveal a secret.
        raise games.Unplayable(table.code) from None


def _is_in(event: SiteEvent, seat: Seat, begin: int) -> bool:
    """Return whether an event is after move ``begin``, and after the seat's player took over the seat."""
    return event.after_seq >= begin and (seat.taken_over_at is None or event.at > seat.taken_over_at)


def _since(seat: Seat) -> Since:
    if seat.taken_over_at and seat.user_id and not handover.has_moved(seat, seat.user_id):
        return Since.SEAT_TAKEN
    return Since.OWN_MOVE if seat.plies else Since.START
