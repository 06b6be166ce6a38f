"""Work after a move, in the same transaction: prepared answers, new decisions, clocks, notifications, and the end of the
game."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from tables.errors import NotRunning
from tables.models import Decision, Table
from tables.services import quarantine, queue
from tables.services.changes import publish_change
from tables.services.locking import guarded, lock
from tables.services.play import decisions, ending, holding, prepared
from tables.services.play.locked_table import LockedTable, open_game

AT_ONCE = 200
CHECK_AFTER = timedelta(minutes=1)


def finish(locked: LockedTable, restarted: Sequence[Decision] = ()) -> None:
    """Continue after the moves played so far and save everything. Raises Broken if the game's own check fails.

    ``restarted`` are decisions handed to a new player, who is notified of those still open at the end.
    """
    ready = prepared.load(locked)
    is_settled = _settle(locked, ready)
    if locked.moves:
        locked.check()
        decisions.count_defaults(locked)
    if (outcome := locked.engine.outcome(locked.state.public)) is not None:
        ending.finish(locked, outcome)
    else:
        _go_on(locked, ready, is_settled, restarted)
    publish_change(locked.table)


def advance_table(*, table_id: int, now: datetime) -> None:
    """Continue play after a transaction stopped at its limit of prepared answers."""
    with quarantine.on_crash(table_id, now), guarded(table_id, now):
        try:
            locked = open_game(lock(table_id), now)
        except NotRunning:
            return
        finish(locked)


def _settle(locked: LockedTable, ready: prepared.Prepared) -> bool:
    """Play prepared answers; return False if there are more than fit into one transaction."""
    if not ready.answers and not ready.orders:
        return True
    return any(not prepared.answer_one(locked, ready) for _turn in range(AT_ONCE))


def _go_on(locked: LockedTable, ready: prepared.Prepared, is_settled: bool, restarted: Sequence[Decision]) -> None:
    table = locked.table
    ordered_ahead = prepared.ordered_ahead(locked, ready)
    newly_open = decisions.sync(locked, holds=ready.holds, speaks=lambda seat_id, key: (seat_id, key) in ordered_ahead)
    prepared.drop_passed(locked, ready)
    prepared.disarm(locked, ready)
    steward_decisions = holding.give_to_stewards(locked)
    advance_at = None if is_settled else locked.now + CHECK_AFTER
    if locked.moves:
        locked.save(advance_at=advance_at)
    elif table.advance_at != advance_at:
        Table.objects.filter(pk=table.pk).update(advance_at=advance_at)
    if not is_settled:
        queue.later("advance_table", table.pk)
    if ending.do_agreed(locked):
        return
    to_notify = [row for row in (*_still_open(restarted, newly_open), *newly_open) if row.seat_id not in steward_decisions]
    decisions.wake(locked, [*to_notify, *(row for rows in steward_decisions.values() for row in rows)])


def _still_open(restarted: Sequence[Decision], newly_open: Sequence[Decision]) -> list[Decision]:
    """Return the earlier decisions that no prepared answer has closed, without the newly opened ones."""
    new_ids = {row.pk for row in newly_open}
    earlier = [row for row in restarted if row.pk not in new_ids]
    still_open = Decision.objects.open().unanswered().in_bulk([row.pk for row in earlier]) if earlier else {}
    return [row for row in earlier if row.pk in still_open]
