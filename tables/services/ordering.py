"""Standing orders of a seat: adding, changing, sorting, pausing and removing. Only their owner sees them."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from tables.errors import Code, Refusal
from tables.models import Seat, StandingOrder
from tables.selectors import coding
from tables.services.play.locked_table import LockedTable
from tables.services.play.preparing import preparing

MAX_ORDERS = 20
_COLUMNS = ["rank", "lasting", "round", "paused", "disarmed_at", "disarmed_for"]


def add_order(*, seat_id: int, policy: Any, lasting: bool = False, user_id: int | None = None, now: datetime) -> StandingOrder:
    """Add an order after the existing ones. It may decide a current decision, or a later one in advance.

    Raises a Refusal: not_yours, steward_plays, too_many_orders and those of a table that is not running.
    """
    with preparing(seat_id, user_id, now) as (locked, seat):
        orders = _orders_of(seat)
        added = _armed_orders(locked, seat, orders, [policy], lasting=lasting)
        _arrange(orders, [*_without(orders, added), *added])
    return added[0]


def give_orders(
    *,
    seat_id: int,
    first: Sequence[Any] = (),
    last: Sequence[Any] = (),
    replaces: tuple[type, ...] = (),
    lasting: bool,
    user_id: int | None = None,
    now: datetime,
) -> None:
    """Add orders before and after the existing ones, and delete other orders of the types ``replaces``. An order that exists
    already is moved to its new place.

    Raises the Refusals of ``add_order``.
    """
    with preparing(seat_id, user_id, now) as (locked, seat):
        orders = _orders_of(seat)
        above = _armed_orders(locked, seat, orders, first, lasting=lasting)
        below = _armed_orders(locked, seat, orders, last, lasting=lasting)
        remaining = [row for row in _without(orders, [*above, *below]) if not isinstance(_policy(locked, row), replaces)]
        _arrange(orders, [*above, *remaining, *below])


def change_order(
    *, seat_id: int, number: int, policies: Sequence[Any], lasting: bool, user_id: int | None = None, now: datetime
) -> None:
    """Replace one order with others. An order that stays the same keeps its data.

    Raises the same Refusals as ``pause_order``.
    """
    with preparing(seat_id, user_id, now) as (locked, seat):
        orders = _orders_of(seat)
        replaced = _find(orders, number)
        replacements = _armed_orders(locked, seat, orders, policies, lasting=lasting)
        index = orders.index(replaced)
        above, below = (_without(rows, [replaced, *replacements]) for rows in (orders[:index], orders[index:]))
        _arrange(orders, [*above, *replacements, *below])


def add_usual(*, seat_id: int, user_id: int | None = None, now: datetime) -> None:
    """Add those of the game's usual orders that the seat does not have yet, for all rounds. Raises a Refusal as
    ``add_order``."""
    with preparing(seat_id, user_id, now) as (locked, seat):
        table = locked.table
        usual = locked.engine.orders(coding.options(table.game, table.options), table.seat_count)
        orders = _orders_of(seat)
        armed_bodies = {row.body for row in orders if row.disarmed_at is None}
        missing = [policy for policy in usual if coding.to_text(policy) not in armed_bodies]
        added = _armed_orders(locked, seat, orders, missing, lasting=True)
        _arrange(orders, [*_without(orders, added), *added])


def move_up(*, seat_id: int, number: int, above: int | None = None, user_id: int | None = None, now: datetime) -> None:
    """Move an order up by one. Raises the Refusals of ``pause_order``.

    ``above``: number of the order that the form showed above it. A second click finds another one there and changes nothing.
    """
    with preparing(seat_id, user_id, now) as (_locked, seat):
        orders = _orders_of(seat)
        order = _find(orders, number)
        index = max(0, orders.index(order) - 1)
        if above not in (None, orders[index].number):
            return
        others = _without(orders, [order])
        _arrange(orders, [*others[:index], order, *others[index:]])


def pause_order(*, seat_id: int, number: int, user_id: int | None = None, now: datetime) -> None:
    """Pause an order and reopen its decisions. Raises a Refusal: no_such_order, and as ``add_order``."""
    with preparing(seat_id, user_id, now) as (_locked, seat):
        order = _find(_orders_of(seat), number)
        order.paused = True
        order.save(update_fields=["paused"])


def resume_order(*, seat_id: int, number: int, user_id: int | None = None, now: datetime) -> None:
    """Resume a paused order from this round on. Raises the Refusals of ``pause_order``."""
    with preparing(seat_id, user_id, now) as (locked, seat):
        order = _find(_orders_of(seat), number)
        _arm(order, locked.round)
        order.save(update_fields=_COLUMNS)


def set_lasting(*, seat_id: int, number: int, lasting: bool, user_id: int | None = None, now: datetime) -> None:
    """Make an order last for all rounds, or end with this one. Raises the Refusals of ``pause_order``."""
    with preparing(seat_id, user_id, now) as (locked, seat):
        order = _find(_orders_of(seat), number)
        order.lasting, order.round = lasting, locked.round
        order.save(update_fields=["lasting", "round"])


def remove_order(*, seat_id: int, number: int, user_id: int | None = None, now: datetime) -> None:
    """Remove an order and reopen its decisions. Raises the Refusals of ``pause_order``."""
    with preparing(seat_id, user_id, now) as (_locked, seat):
        _find(_orders_of(seat), number).delete()


def _orders_of(seat: Seat) -> list[StandingOrder]:
    return list(seat.standing_orders.all())


def _find(rows: Sequence[StandingOrder], number: int) -> StandingOrder:
    order = next((row for row in rows if row.number == number), None)
    if order is None:
        raise Refusal(Code.NO_SUCH_ORDER)
    return order


def _armed_orders(
    locked: LockedTable, seat: Seat, existing: Sequence[StandingOrder], policies: Sequence[Any], *, lasting: bool
) -> list[StandingOrder]:
    """Arm a row for each distinct policy, existing or new, without saving it, and return the rows."""
    by_body = {row.body: row for row in existing}
    bodies = dict.fromkeys(map(coding.to_text, policies))
    rows = [by_body.get(body) or StandingOrder(seat=seat, body=body, created_at=locked.now) for body in bodies]
    for row in rows:
        row.lasting = lasting
        _arm(row, locked.round)
    return rows


def _arm(row: StandingOrder, round_number: int) -> None:
    row.paused, row.round, row.disarmed_at, row.disarmed_for = False, round_number, None, ""


def _without(rows: Sequence[StandingOrder], others: Iterable[StandingOrder]) -> list[StandingOrder]:
    bodies = {row.body for row in others}
    return [row for row in rows if row.body not in bodies]


def _policy(locked: LockedTable, row: StandingOrder) -> Any:
    return coding.policy(locked.table.game, row.body)


def _arrange(existing: Sequence[StandingOrder], rows: Sequence[StandingOrder]) -> None:
    """Save ``rows`` as the seat's orders, ranked as listed, and delete the other existing ones.

    If there are too many, delete those disarmed first. Raises Refusal: too_many_orders.
    """
    disarmed = sorted((row for row in rows if row.disarmed_at), key=lambda row: (row.disarmed_at, row.pk))
    excess = disarmed[: max(0, len(rows) - MAX_ORDERS)]
    if len(rows) - len(excess) > MAX_ORDERS:
        raise Refusal(Code.TOO_MANY_ORDERS)
    remaining = [row for row in rows if row not in excess]
    _delete(row for row in existing if row not in remaining)
    for rank, row in enumerate(remaining):
        row.rank = rank
        row.save(update_fields=None if row.pk is None else _COLUMNS)


def _delete(rows: Iterable[StandingOrder]) -> None:
    StandingOrder.objects.filter(pk__in=[row.pk for row in rows]).delete()
