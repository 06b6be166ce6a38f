"""Actions of a host before the start: removing a player, and starting with the players present."""

from datetime import datetime

import msgspec
from django.db import transaction

from accounts.models import User
from engines import registry
from tables.errors import Code, NotRunning, Refusal
from tables.models import Seat, Table
from tables.selectors import coding
from tables.services import suspensions
from tables.services.changes import record_change
from tables.services.lobby import inviting
from tables.services.lobby.tables import game_fields, give_back, is_taken
from tables.services.locking import lock
from tables.services.play.start import start


def remove_player(*, table_id: int, host: User, position: int, person_id: int | None = None, now: datetime) -> User | None:
    """Remove the player at a position and exclude them from this table. Return them, or None if no other person sits there.

    ``person_id``: the person whom the page named. Others move up after a removal, so a second click finds somebody else there
    and removes nobody. Raises a Refusal: not_host, suspended, already_started, ended.
    """
    with transaction.atomic():
        table = _waiting_table_of(table_id, host, now)
        seats = list(table.seats.select_related("user").order_by("position"))
        seat = next((seat for seat in seats if seat.position == position and seat.user_id not in (None, host.pk)), None)
        if seat is None or seat.user is None or person_id not in (None, seat.user_id):
            return None
        table.removed = [*table.removed, seat.user_id]
        table.save(update_fields=["removed"])
        inviting.withdraw(user_id=seat.user.pk, code=table.code, now=now)
        give_back(table, seat, seats)
        record_change(table)
        return seat.user


def start_now(*, table_id: int, host: User, now: datetime) -> Table:
    """Start the game with the players present, and remove the free seats.

    Raises a Refusal: not_host, suspended, already_started, ended, too_few, bad_options or the engine's own code.
    """
    with transaction.atomic():
        table = _waiting_table_of(table_id, host, now)
        seats = list(table.seats.order_by("position"))
        seated = [seat for seat in seats if is_taken(seat)]
        if not may_start(table, len(seated)):
            raise Refusal(Code.TOO_FEW)
        options = msgspec.to_builtins(coding.options(table.game, table.options))
        table.options = game_fields(table.game, options, len(seated))["options"]
        table.seat_count = len(seated)
        table.save(update_fields=["seat_count", "options"])
        for seat in seats:
            if seat not in seated:
                _remove(table, seat, now)
        _close_up(seated)
        start(table, seated, now)
    return table


def may_start(table: Table, player_count: int) -> bool:
    """Return whether ``player_count`` players are enough, and fewer than the table was opened for."""
    return player_count in registry.engine(table.game).seat_range and player_count < table.seat_count


def _waiting_table_of(table_id: int, host: User, now: datetime) -> Table:
    table = lock(table_id)
    if table.host_id != host.pk:
        raise Refusal(Code.NOT_HOST)
    if table.status != Table.Status.WAITING:
        raise NotRunning(Code.ENDED if table.status == Table.Status.ENDED else Code.ALREADY_STARTED)
    suspensions.check(host, now)
    return table


def _remove(table: Table, seat: Seat, now: datetime) -> None:
    if seat.reserved_for_id:
        inviting.withdraw(user_id=seat.reserved_for_id, code=table.code, now=now)
    seat.delete()


def _close_up(seats: list[Seat]) -> None:
    """Renumber the positions without gaps, in the same order."""
    for position, seat in enumerate(seats):
        if seat.position != position:
            seat.position = position
            seat.save(update_fields=["position"])
