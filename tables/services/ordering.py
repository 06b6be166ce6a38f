"""Standing orders of a seat: given, changed, put in order, let rest, removed. Nobody but their owner ever hears of them."""

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
    """Give an order after those there are; it may answer what is asked right now, or ahead of its place.

    Raises a Refusal: not_yours, steward_plays, too_many_orders and those of a table that is not running.
    """
    with preparing(seat_id, user_id, now) as (locked, seat):
        kept = _kept(seat)
        new = _given(locked, seat, kept, [policy], lasting=lasting)
        _arrange(kept, [*_without(kept, new), *new])
    return new[0]


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
    """Give orders before and after those there are, in place of all of certain types; what is ordered again moves there.

    Raises a Refusal as ``add_order``.
    """
    with preparing(seat_id, user_id, now) as (locked, seat):
        kept = _kept(seat)
        above = _given(locked, seat, kept, first, lasting=lasting)
        below = _given(locked, seat, kept, last, lasting=lasting)
        stay = [row for row in _without(kept, [*above, *below]) if not isinstance(_policy(locked, row), replaces)]
        _arrange(kept, [*above, *stay, *below])


def change_order(
    *, seat_id: int, number: int, policies: Sequence[Any], lasting: bool, user_id: int | None = None, now: datetime
) -> None:
    """Put other orders in the place of one, of which all is forgotten unless it stays the same.

    Raises a Refusal as ``pause_order``.
    """
    with preparing(seat_id, user_id, now) as (locked, seat):
        kept = _kept(seat)
        old = _find(kept, number)
        new = _given(locked, seat, kept, policies, lasting=lasting)
        place = kept.index(old)
        above, below = (_without(rows, [old, *new]) for rows in (kept[:place], kept[place:]))
        _arrange(kept, [*above, *new, *below])


def add_usual(*, seat_id: int, user_id: int | None = None, now: datetime) -> None:
    """Give for all rounds what a sensible player orders, as far as it is not ordered yet. Raises as ``add_order``."""
    with preparing(seat_id, user_id, now) as (locked, seat):
        table = locked.table
        usual = locked.engine.orders(coding.options(table.game, table.options), table.seat_count)
        kept = _kept(seat)
        there = {row.body for row in kept if row.disarmed_at is None}
        missing = [policy for policy in usual if coding.to_text(policy) not in there]
        new = _given(locked, seat, kept, missing, lasting=True)
        _arrange(kept, [*_without(kept, new), *new])


def move_up(*, seat_id: int, number: int, user_id: int | None = None, now: datetime) -> None:
    """Try an order before the one above it. Raises a Refusal as ``pause_order``."""
    with preparing(seat_id, user_id, now) as (_sitting, seat):
        kept = _kept(seat)
        order = _find(kept, number)
        place = max(0, kept.index(order) - 1)
        others = _without(kept, [order])
        _arrange(kept, [*others[:place], order, *others[place:]])


def pause_order(*, seat_id: int, number: int, user_id: int | None = None, now: datetime) -> None:
    """Let an order rest: what it would have answered is asked again. Raises a Refusal: no_such_order, and as ``add_order``."""
    with preparing(seat_id, user_id, now) as (_sitting, seat):
        order = _find(_kept(seat), number)
        order.paused = True
        order.save(update_fields=["paused"])


def resume_order(*, seat_id: int, number: int, user_id: int | None = None, now: datetime) -> None:
    """Have an order that rests tried again, from this round on. Raises a Refusal as ``pause_order``."""
    with preparing(seat_id, user_id, now) as (locked, seat):
        order = _find(_kept(seat), number)
        _arm(order, locked.round)
        order.save(update_fields=_COLUMNS)


def set_lasting(*, seat_id: int, number: int, lasting: bool, user_id: int | None = None, now: datetime) -> None:
    """Let an order be for all rounds, or end with this one. Raises a Refusal as ``pause_order``."""
    with preparing(seat_id, user_id, now) as (locked, seat):
        order = _find(_kept(seat), number)
        order.lasting, order.round = lasting, locked.round
        order.save(update_fields=["lasting", "round"])


def remove_order(*, seat_id: int, number: int, user_id: int | None = None, now: datetime) -> None:
    """Forget an order and all it did: what it would have answered is asked again. Raises a Refusal as ``pause_order``."""
    with preparing(seat_id, user_id, now) as (_sitting, seat):
        _find(_kept(seat), number).delete()


def _kept(seat: Seat) -> list[StandingOrder]:
    return list(seat.standing_orders.all())


def _find(rows: Sequence[StandingOrder], number: int) -> StandingOrder:
    order = next((row for row in rows if row.number == number), None)
    if order is None:
        raise Refusal(Code.NO_SUCH_ORDER)
    return order


def _given(
    locked: LockedTable, seat: Seat, kept: Sequence[StandingOrder], policies: Sequence[Any], *, lasting: bool
) -> list[StandingOrder]:
    """Armed rows for these policies, each once: the one there is, or a new one."""
    known = {row.body: row for row in kept}
    bodies = dict.fromkeys(map(coding.to_text, policies))
    rows = [known.get(body) or StandingOrder(seat=seat, body=body, created_at=locked.now) for body in bodies]
    for row in rows:
        row.lasting = lasting
        _arm(row, locked.round)
    return rows


def _arm(row: StandingOrder, number: int) -> None:
    row.paused, row.round, row.disarmed_at, row.disarmed_for = False, number, None, ""


def _without(rows: Sequence[StandingOrder], others: Iterable[StandingOrder]) -> list[StandingOrder]:
    bodies = {row.body for row in others}
    return [row for row in rows if row.body not in bodies]


def _policy(locked: LockedTable, row: StandingOrder) -> Any:
    return coding.policy(locked.table.game, row.body)


def _arrange(before: Sequence[StandingOrder], rows: Sequence[StandingOrder]) -> None:
    """Keep these rows instead of those before, in the order in which they are tried.

    Where there are too many, those go that have rested longest.
    """
    resting = sorted((row for row in rows if row.disarmed_at), key=lambda row: (row.disarmed_at, row.pk))
    gone = resting[: max(0, len(rows) - MAX_ORDERS)]
    if len(rows) - len(gone) > MAX_ORDERS:
        raise Refusal(Code.TOO_MANY_ORDERS)
    stay = [row for row in rows if row not in gone]
    _delete(row for row in before if row not in stay)
    for rank, row in enumerate(stay):
        row.rank = rank
        row.save(update_fields=None if row.pk is None else _COLUMNS)


def _delete(rows: Iterable[StandingOrder]) -> None:
    StandingOrder.objects.filter(pk__in=[row.pk for row in rows]).delete()
