"""What happened at a table since somebody last moved there, as they may know it, and the positions in between.

Page, mail and feed are made of the same gap. It is read from rows alone; only stepping through it replays the record.
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

# A player who was away for longer reads on in the log.
MOST = 120


class Since(StrEnum):
    """What a gap begins with."""

    OWN_MOVE = "own_move"
    SEAT_TAKEN = "seat_taken"
    START = "start"


@dataclass(frozen=True)
class Gap:
    """The moves that a seat's holder has not answered yet, oldest first, each with the events its reader may know.

    ``beside`` happened between them and is no move, oldest first too. ``is_all``: none was left out at its beginning.
    """

    since: Since
    entries: Sequence[Entry]
    beside: Sequence[SiteEvent]
    is_all: bool
    game: str
    seat: Seat | None = field(default=None, repr=False, compare=False)

    @cached_property
    def before(self) -> Any:
        """What everybody knew when it began; None if that is not kept."""
        return coding.public(self.game, self.seat.seen_public) if self.seat and self.seat.seen_public else None


def begins_after(seat: Seat) -> int:
    """The number of the last move its holder has answered; -1 if they have not moved yet and sit here from the start."""
    return seat.seen_seq if seat.plies or seat.taken_over_at else -1


def gap(table: Table, seat: Seat, *, viewer: int | None, most: int = MOST) -> Gap:
    """The newest ``most`` moves since the holder of ``seat`` last moved, as ``viewer`` may know them: a seat, or None for what
    everybody may know."""
    after = begins_after(seat)
    entries = log.log_entries(table, viewer, since=after - 1, limit=most + 2)
    return gap_in(entries, log.site_events(table, from_seq=max(after, 0)), table, seat, most=most)


def open_gaps(seats: Sequence[tuple[Table, Seat]], *, most: int = MOST) -> dict[int, Gap]:
    """Return the gaps of seats at several tables as everybody may know them, by the id of the table, in three queries.

    A table of which something does not open is not among them.
    """
    after = {table.pk: begins_after(seat) for table, seat in seats}
    wanted = [log.Wanted(table, after[table.pk] - 1, max(after[table.pk], 0)) for table, _seat in seats]
    parts = log.parts(wanted, limit=most + 2)
    return {
        table.pk: gap_in(parts[table.pk].entries, parts[table.pk].beside, table, seat, most=most)
        for table, seat in seats
        if table.pk in parts
    }


def onlookers_gap(table: Table, since: int, *, most: int = MOST) -> Gap:
    """The newest ``most`` moves after move ``since``, as everybody may know them."""
    newer = log.log_entries(table, None, since=since, limit=most + 1)
    beside = log.site_events(table, from_seq=since)[::-1]
    return Gap(Since.OWN_MOVE, newer[:most][::-1], beside, len(newer) <= most, table.game)


def gap_in(entries: Sequence[Entry], beside: Sequence[SiteEvent], table: Table, seat: Seat, *, most: int = MOST) -> Gap:
    """The gap at the end of a part of the log, of which moves and what happened beside them are given newest first."""
    after = begins_after(seat)
    newer = [entry for entry in entries if entry.seq > after]
    newer += [led for entry in entries if entry.seq == after and (led := _led_to(entry, seat)).events]
    is_all = len(newer) <= most and (not entries or min(entry.seq for entry in entries) <= after + 1)
    shown = newer[:most][::-1]
    begin = after if is_all else shown[0].seq
    happened = [event for event in beside[::-1] if _is_in(event, seat, begin)]
    return Gap(_since(seat), shown, happened, is_all, table.game, seat)


def _led_to(entry: Entry, seat: Seat) -> Entry:
    """Return the move without the events that its action told by itself.

    It has no event at all if their number is not known, or if ``seat`` did not make the move.
    """
    own = seat.seen_events if seat.plies and entry.seat == seat.index else None
    later = [] if own is None else [index for index, place in enumerate(entry.places) if place >= own]
    return replace(
        entry,
        events=tuple(entry.events[index] for index in later),
        places=tuple(entry.places[index] for index in later),
        receipt="",
    )


def positions(table: Table, seat: Seat | None, seqs: Sequence[int]) -> list[Seen[Any, Any]]:
    """What ``seat``, or an onlooker for None, saw after each of these moves, by the rules and the record.

    Raises :class:`archive.Unplayable`, CannotOpen. The true states of a running game are made here and none is handed on. About
    a quarter of a millisecond for each move.
    """
    moves = list(table.moves.filter(seq__lte=max(seqs)).only("table_id", "seq", "seat_id", "action").order_by("seq"))
    try:
        states = [step.state for step in games.steps(registry.engine(table.game), table, moves)]
        return [contract.view(states[seq], seat.index if seat else None) for seq in seqs]
    except CannotOpen:
        # It names the place alone, and its table is set aside.
        raise
    except (EngineError, msgspec.MsgspecError, IndexError):
        # Without its cause, which might tell a secret.
        raise games.Unplayable(table.code) from None


def _is_in(event: SiteEvent, seat: Seat, begin: int) -> bool:
    """Whether it happened after move ``begin``, and after whoever took the seat over sat down."""
    return event.after_seq >= begin and (seat.taken_over_at is None or event.at > seat.taken_over_at)


def _since(seat: Seat) -> Since:
    if seat.taken_over_at and seat.user_id and not handover.has_moved(seat, seat.user_id):
        return Since.SEAT_TAKEN
    return Since.OWN_MOVE if seat.plies else Since.START
