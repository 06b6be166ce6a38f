"""Queued turns and standing orders, played in turn in the transaction that reaches their decision."""

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from config.database import statements
from engines import orders
from engines.contract import Filed, Pending, When
from engines.prepared import By, Response, has_passed, respond
from tables.errors import Broken, Crashed, Illegal, NotPending
from tables.models import FiledAnswer, Move, OrderDeed, Seat, StandingOrder
from tables.selectors import coding
from tables.services import quarantine
from tables.services.mail import notify
from tables.services.play.locked_table import LockedTable

logger = logging.getLogger(__name__)

Status = FiledAnswer.Status
MAX_CHOICES = 100
# Reason of a row that the site queues after the deadline of a decision in advance.
TIME_OVER = "deadline"
# Reasons of rows that could not be played at all, so that their seat decides.
ILLEGAL, WAITED = "illegal", "waited"


class Ordered(NamedTuple):
    """Standing order and its policy."""

    row: StandingOrder
    policy: Any

    def lasts(self, round_number: int) -> bool:
        """Return whether the order is valid in this round."""
        return self.row.lasting or self.row.round >= round_number


@dataclass
class Prepared:
    """Active queued turns of a table, and its armed standing orders by seat.

    ``failed``: (seat ID, key) of queued turns that ended in *ask me*; the player decides, even if there is an order.
    ``over``: code of the reason, by ID of each order that will never decide again.
    """

    answers: list[FiledAnswer]
    orders: dict[int, list[Ordered]]
    failed: set[tuple[int, str]]
    over: dict[int, str] = field(default_factory=dict)

    def ordered(self, seat: Seat, round_number: int) -> list[Ordered]:
        """Return the standing orders of a seat that are tried in this round."""
        return [order for order in self.orders.get(seat.pk, ()) if order.lasts(round_number)]

    def active(self, seat: Seat) -> list[FiledAnswer]:
        """Return the active queued turns of a seat, oldest first."""
        return [row for row in self.answers if row.seat_id == seat.pk and row.status == Status.ACTIVE]

    def holds(self, seat_id: int, key: str) -> bool:
        """Return whether a turn is queued for this decision."""
        return any(row.seat_id == seat_id and row.key == key and row.status == Status.ACTIVE for row in self.answers)


def load(locked: LockedTable) -> Prepared:
    """Update the standing orders by the answers just sent. Return the queued turns and standing orders of this table."""
    game = locked.table.game
    seats = [seat.pk for seat in locked.seats.values()]
    orders_by_seat: dict[int, list[Ordered]] = {}
    for order in _armed(seats):
        orders_by_seat.setdefault(order.seat_id, []).append(Ordered(order, coding.policy(game, order.body)))
    for move in _own_answers(locked):
        orders_of_seat = orders_by_seat.get(move.seat_id or 0, [])
        orders_of_seat[:] = [_settled(locked, order, move) for order in orders_of_seat]
    rows = _filed(locked.table.pk, sorted({pending.key for pending in locked.pending()}))
    failed = {(row.seat_id, row.key) for row in rows if row.status == Status.DROPPED}
    return Prepared([row for row in rows if row.status == Status.ACTIVE], orders_by_seat, failed)


@statements.read
def _armed(seats: Collection[int]) -> QuerySet[StandingOrder]:
    return StandingOrder.objects.filter(StandingOrder.ARMED, seat__pk__in=seats).order_by("rank", "pk")


@statements.read
def _filed(table: int, keys: Collection[str]) -> QuerySet[FiledAnswer]:
    """Return a table's active queued turns, and the dropped ones that could not be played for one of these ``keys``."""
    active = Q(status=statements.Constant("active"))
    failed = Q(status=statements.Constant("dropped"), reason__in=(ILLEGAL, WAITED))
    return FiledAnswer.objects.filter(active | (failed & Q(key__in=keys)), table=table).order_by("pk")


def _own_answers(locked: LockedTable) -> list[Move]:
    """Return the moves of this transaction that players sent themselves, including drafts at a deadline."""
    return [move for move in locked.moves if move.user_id is not None and move.via != Move.Via.ORDER]


def _settled(locked: LockedTable, order: Ordered, move: Move) -> Ordered:
    """Return the order after its player's answer: most stay as they are, one that asks once becomes that answer.

    Save a changed order and delete other orders of the seat that are equal to it.
    """
    game = locked.table.game
    policy = locked.engine.settle(order.policy, coding.action(game, move.action))
    if policy == order.policy:
        return order
    row, body = order.row, coding.to_text(policy)
    duplicates = [other.pk for other in StandingOrder.objects.filter(seat=row.seat_id) if other.body == body]
    StandingOrder.objects.filter(pk__in=duplicates).delete()
    row.body = body
    row.save(update_fields=["body"])
    return Ordered(row, policy)


def keep(locked: LockedTable, seat: Seat, filed: Filed[Any], pending: Pending) -> None:
    """Queue a turn, replacing that of the same decision. Raises NotPending if its deadline has passed."""
    active = seat.filed_answers.filter(key=filed.key, status=Status.ACTIVE)
    if active.filter(reason=TIME_OVER).exists():
        raise NotPending()
    active.update(status=Status.DROPPED, reason="replaced")
    fields = {"key": filed.key, "kind": pending.kind, "body": coding.to_text(filed), "filed_at": locked.now}
    FiledAnswer.objects.create(table=locked.table, seat=seat, **fields)


def keep_rest(locked: LockedTable, seat: Seat, actions: Sequence[Any]) -> bool:
    """Queue the rest of a turn that others interrupt after a step. Return False if nobody interrupts it."""
    rest = locked.rest_of_turn(seat)
    if rest is None:
        return False
    keep(locked, seat, Filed(rest.key, tuple(actions), how="each", otherwise="ask"), rest)
    return True


def ordered_ahead(locked: LockedTable, prepared: Prepared) -> set[tuple[int, str]]:
    """Return the decisions in advance, by seat ID and key, that a standing order will make in turn."""
    ahead = [(locked.seats[pending.seat], pending) for pending in locked.pending() if pending.when is When.AHEAD]
    return {(seat.pk, pending.key) for seat, pending in ahead if _ordered_actions(locked, prepared, seat, pending)}


def answer_one(locked: LockedTable, prepared: Prepared) -> bool:
    """Play one prepared answer to a current decision; return False if there is none."""
    return any(
        answer(locked, prepared, locked.seats[pending.seat], pending)
        for pending in locked.pending()
        if pending.when is When.NOW
    )


def answer(locked: LockedTable, prepared: Prepared, seat: Seat, pending: Pending) -> bool:
    """Play a seat's prepared answer to its current decision; return False if there is none that can be played."""
    response: Response[FiledAnswer, StandingOrder] = respond(
        pending,
        prepared.active(seat),
        read=lambda row: coding.filed(locked.table.game, row.body),
        ordered=lambda: _ordered_actions(locked, prepared, seat, pending),
        has_failed=(seat.pk, pending.key) in prepared.failed,
        play=lambda action: _try(locked, seat, pending, action),
    )
    if response.order is not None:
        OrderDeed.objects.create(order=response.order, seq=locked.table.seq, at=locked.now)
    elif response.entry is not None and response.filed is not None:
        if response.by is not By.FILED:
            return _play_otherwise(locked, prepared, response.entry, response.filed, seat, pending)
        status = Status.USED if response.is_over else Status.ACTIVE
        _settle(response.entry, status, "", done=response.entry.done + 1)
    return response.by is not By.SEAT


def drop_passed(locked: LockedTable, prepared: Prepared) -> None:
    """Drop queued turns of decisions that are closed, and the rest of those played in a turn that is over."""
    by_seat: dict[int, list[Pending]] = {}
    for pending in locked.pending():
        by_seat.setdefault(locked.seats[pending.seat].pk, []).append(pending)
    for row in prepared.answers:
        if row.status == Status.ACTIVE and has_passed(row, by_seat.get(row.seat_id, ())):
            _settle(row, Status.DROPPED, "passed")


def disarm(locked: LockedTable, prepared: Prepared) -> None:
    """Disarm orders that are for a past round or will never decide again. Their owner sees the reason."""
    all_orders = [order for orders_of_seat in prepared.orders.values() for order in orders_of_seat]
    expired = {order.row.pk: StandingOrder.ROUND_OVER for order in all_orders if not order.lasts(locked.round)}
    for number, reason in (expired | prepared.over).items():
        StandingOrder.objects.filter(pk=number).update(disarmed_at=locked.now, disarmed_for=reason)


def _play_otherwise(
    locked: LockedTable, prepared: Prepared, row: FiledAnswer, filed: Filed[Any], seat: Seat, pending: Pending
) -> bool:
    """Drop a queued turn without a legal action. Play the default move and return True, or leave the decision to the player."""
    # If a turn was interrupted, this is the step where it stopped.
    row.key = pending.key
    _settle(row, Status.DROPPED, row.reason or (ILLEGAL if filed.actions else WAITED))
    if filed.otherwise == "ask":
        prepared.failed.add((seat.pk, pending.key))
        return False
    if row.reason == TIME_OVER:
        notify.notify_timed_out(table=locked.table, seat=seat, decision_key=pending.key, now=locked.now)
        play_fallback(locked, seat, pending.key, Move.Via.DEADLINE)
    else:
        play_fallback(locked, seat, pending.key, Move.Via.ORDER, user_id=seat.user_id)
    return True


def play_fallback(locked: LockedTable, seat: Seat, key: str, via: Move.Via, *, user_id: int | None = None) -> None:
    """Play the game's default moves until the decision is closed. Raises Broken if that is impossible."""
    for _choice in range(MAX_CHOICES):
        pending = locked.pending_of(seat, key)
        if pending is None or pending.when is not When.NOW:
            return
        try:
            locked.play(seat, pending, locked.engine.fallback(locked.view(seat), pending), via=via, user_id=user_id)
        except Crashed as fault:
            raise Broken(fault.where) from None
        except (Illegal, NotPending) as refusal:
            raise Broken(f"fallback refused: {refusal}") from None


def _ordered_actions(locked: LockedTable, prepared: Prepared, seat: Seat, pending: Pending) -> list[tuple[StandingOrder, Any]]:
    """Return the actions of a seat's orders for a decision, each with its order, up to the first order that asks the player."""
    try:
        return _collect_actions(locked, prepared, seat, pending)
    # One player's order must not stop the others, so the player decides instead.
    except Exception as error:  # noqa: BLE001
        logger.error("an order at table %s failed: %s", locked.table.pk, quarantine.describe_error(error))
        return []


def _collect_actions(locked: LockedTable, prepared: Prepared, seat: Seat, pending: Pending) -> list[tuple[StandingOrder, Any]]:
    own_orders, seen = prepared.ordered(seat, locked.round), locked.view(seat)
    answers: list[tuple[StandingOrder, Any]] = []
    for order in own_orders:
        reply = orders.ask(locked.engine, order.policy, seen, pending)
        answers += [(order.row, action) for action in reply.actions]
        if reply.over:
            prepared.over[order.row.pk] = reply.over
        if reply.asks:
            break
    return answers


def _try(locked: LockedTable, seat: Seat, pending: Pending, action: Any) -> bool:
    try:
        locked.play(seat, pending, action, via=Move.Via.ORDER, user_id=seat.user_id)
    except (Illegal, NotPending, Crashed):
        return False
    return True


def _settle(row: FiledAnswer, status: FiledAnswer.Status, reason: str, done: int | None = None) -> None:
    row.status, row.reason = status, reason
    row.done = row.done if done is None else done
    row.save(update_fields=["key", "status", "reason", "done"])
