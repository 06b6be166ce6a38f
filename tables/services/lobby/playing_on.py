"""Playing on: a practice table that continues a finished game from any of its moves, with bots on the other seats."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import User
from tables.errors import Code, Refusal
from tables.models import Seat, Table
from tables.selectors import coding
from tables.selectors.archive import games
from tables.selectors.play import state
from tables.services.lobby.tables import BOT_NAMES, PRACTICE_COLUMNS
from tables.services.once import create_once
from tables.services.play import at_once, going_back


def play_on(*, table_id: int, user: User, index: int, until: int, token: str = "", now: datetime) -> Table:
    """Open a practice table that continues a finished game after the move ``until``, and let its bots move.

    ``user`` plays the engine's seat ``index``, and bots play the other seats. Later draws are different. ``token``: as in
    ``create_once``. Raises a Refusal: no_such_move (also for a game with hidden facts, and without such a seat), quarantined.
    """
    make = partial(_continued, table_id, user, index, until, now)
    with at_once.opening(now) as opened:
        content = ("play on", table_id, index, until)
        table = create_once(Table, user_id=user.pk, token=token, content=content, now=now, make=make)
        opened.append(table.pk)
    return table


@transaction.atomic
def _continued(table_id: int, user: User, index: int, until: int, now: datetime) -> Table:
    old = games.with_everybody(Table.objects.disclosed().filter(pk=table_id)).first()
    if old is None or not 0 <= until < old.seq or not 0 <= index < old.seat_count:
        raise Refusal(Code.NO_SUCH_MOVE)
    seats = _with_new_players(old, user, index, now)
    columns = {**PRACTICE_COLUMNS, "name": "", "kept": False, "hot_seat": False, "host_id": user.pk}
    table = going_back.open_branch(old, seats, until, now, columns)
    _mark_as_seen(table, user)
    return table


def _mark_as_seen(table: Table, user: User) -> None:
    """Leave the moves of the finished game out of the summary of new events."""
    seat = Seat.objects.get(table=table, user=user)
    seat.seen_seq, seat.seen_public = table.seq, coding.to_text(state.seen(table, seat).public)
    seat.save(update_fields=["seen_seq", "seen_public"])


def _with_new_players(old: Table, user: User, index: int, now: datetime) -> Sequence[Seat]:
    """Return the seats in order of joining with other players, without anything personal. They must not be saved."""
    seats, names = sorted(old.seats.all(), key=lambda seat: seat.position), iter(BOT_NAMES)
    for seat in seats:
        seat.user, seat.bot = (user, "") if seat.index == index else (None, next(names))
        seat.level, seat.notes, seat.joined_at = Seat.Level.MERCHANT, "", now
    return seats
