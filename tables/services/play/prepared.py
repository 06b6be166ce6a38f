"""What seats have prepared: filed answers and standing orders, played at their place inside the transaction that led there."""

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
# The reason of a row that the site files itself when the time of a decision asked ahead is over.
TIME_OVER = "deadline"
# The reasons of rows of which nothing could be played, so that their seat is asked.
ILLEGAL, WAITED = "illegal", "waited"


class Ordered(NamedTuple):
    """A standing order and what it says."""

    row: StandingOrder
    policy: Any

    def lasts(self, number: int) -> bool:
        """Whether it is for this round too."""
        return self.row.lasting or self.row.round >= number


@dataclass
class Prepared:
    """All active rows of a table, and the armed orders by seat.

    ``failed`` are the (seat id, key) whose filed answer ended in *ask me*: they are asked, whatever an order would say.
    ``over``: the orders, by id, that said they will never speak again, and the code of why.
    """

    answers: list[FiledAnswer]
    orders: dict[int, list[Ordered]]
    failed: set[tuple[int, str]]
    over: dict[int, str] = field(default_factory=dict)

    def ordered(self, seat: Seat, number: int) -> list[Ordered]:
        """The orders of a seat that are tried in this round."""
        return [order for order in self.orders.get(seat.pk, ()) if order.lasts(number)]

    def active(self, seat: Seat) -> list[FiledAnswer]:
        """What a seat has filed and was not played or dropped yet, the first filed first."""
        return [row for row in self.answers if row.seat_id == seat.pk and row.status == Status.ACTIVE]

    def holds(self, seat_id: int, key: str) -> bool:
        """Whether an answer lies ready for this decision."""
        return any(row.seat_id == seat_id and row.key == key and row.status == Status.ACTIVE for row in self.answers)


def load(locked: LockedTable) -> Prepared:
    """Return everything prepared at this table, in two queries, with the orders as the answers sent just now leave them."""
    game = locked.table.game
    seats = [seat.pk for seat in locked.seats.values()]
    ordered: dict[int, list[Ordered]] = {}
    for order in _armed(seats):
        ordered.setdefault(order.seat_id, []).append(Ordered(order, coding.policy(game, order.body)))
    for move in _own_answers(locked):
        orders_of_seat = ordered.get(move.seat_id or 0, [])
        orders_of_seat[:] = [_settled(locked, order, move) for order in orders_of_seat]
    rows = _filed(locked.table.pk, sorted({pending.key for pending in locked.pending()}))
    gone = {(row.seat_id, row.key) for row in rows if row.status == Status.DROPPED}
    return Prepared([row for row in rows if row.status == Status.ACTIVE], ordered, gone)


@statements.read
def _armed(seats: Collection[int]) -> QuerySet[StandingOrder]:
    return StandingOrder.objects.filter(StandingOrder.ARMED, seat__pk__in=seats).order_by("rank", "pk")


@statements.read
def _filed(table: int, keys: Collection[str]) -> QuerySet[FiledAnswer]:
    """What is filed, and what of it could not be played for one of these ``keys``."""
    active = Q(status=statements.Constant("active"))
    failed = Q(status=statements.Constant("dropped"), reason__in=(ILLEGAL, WAITED))
    return FiledAnswer.objects.filter(active | (failed & Q(key__in=keys)), table=table).order_by("pk")


def _own_answers(locked: LockedTable) -> list[Move]:
    """Return the moves of this transaction that the players of their seats sent themselves, drafts at a deadline included."""
    return [move for move in locked.moves if move.user_id is not None and move.via != Move.Via.ORDER]


def _settled(locked: LockedTable, order: Ordered, move: Move) -> Ordered:
    """Change an order that asked once into what its player has answered; a seat orders the same only once."""
    game = locked.table.game
    policy = locked.engine.settle(order.policy, coding.action(game, move.action))
    if policy == order.policy:
        return order
    row, body = order.row, coding.to_text(policy)
    twins = [other.pk for other in StandingOrder.objects.filter(seat=row.seat_id) if other.body == body]
    StandingOrder.objects.filter(pk__in=twins).delete()
    row.body = body
    row.save(update_fields=["body"])
    return Ordered(row, policy)


def keep(locked: LockedTable, seat: Seat, filed: Filed[Any], pending: Pending) -> None:
    """File an answer in place of what was filed for the same decision. Raises NotPending if its time is over."""
    active = seat.filed_answers.filter(key=filed.key, status=Status.ACTIVE)
    if active.filter(reason=TIME_OVER).exists():
        raise NotPending()
    active.update(status=Status.DROPPED, reason="replaced")
    fields = {"key": filed.key, "kind": pending.kind, "body": coding.to_text(filed), "filed_at": locked.now}
    FiledAnswer.objects.create(table=locked.table, seat=seat, **fields)


def keep_rest(locked: LockedTable, seat: Seat, actions: Sequence[Any]) -> bool:
    """File what follows in a turn that others interrupt now, after a step of it was played; False if nobody does."""
    rest = locked.rest_of_turn(seat)
    if rest is None:
        return False
    keep(locked, seat, Filed(rest.key, tuple(actions), how="each", otherwise="ask"), rest)
    return True


def ordered_ahead(locked: LockedTable, prepared: Prepared) -> set[tuple[int, str]]:
    """The decisions asked ahead, by seat id and key, that an order of their seat would answer: it does so at their place."""
    ahead = [(locked.seats[pending.seat], pending) for pending in locked.pending() if pending.when is When.AHEAD]
    return {(seat.pk, pending.key) for seat, pending in ahead if _ordered_actions(locked, prepared, seat, pending)}


def answer_one(locked: LockedTable, prepared: Prepared) -> bool:
    """Play one prepared answer for whoever is asked now; False if nobody who is asked has prepared any."""
    return any(
        answer(locked, prepared, locked.seats[pending.seat], pending)
        for pending in locked.pending()
        if pending.when is When.NOW
    )


def answer(locked: LockedTable, prepared: Prepared, seat: Seat, pending: Pending) -> bool:
    """Play what a seat has prepared for a decision it is asked now; False if there is nothing that can be played."""
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
    """Drop what was filed for a decision that is no longer asked, and the rest of what was being played in a turn now over."""
    by_seat: dict[int, list[Pending]] = {}
    for pending in locked.pending():
        by_seat.setdefault(locked.seats[pending.seat].pk, []).append(pending)
    for row in prepared.answers:
        if row.status == Status.ACTIVE and has_passed(row, by_seat.get(row.seat_id, ())):
            _settle(row, Status.DROPPED, "passed")


def disarm(locked: LockedTable, prepared: Prepared) -> None:
    """Let the orders rest that are over, for their round is or what they were made for is gone; their owner reads why."""
    every = [order for orders_of_seat in prepared.orders.values() for order in orders_of_seat]
    past = {order.row.pk: StandingOrder.ROUND_OVER for order in every if not order.lasts(locked.round)}
    for number, reason in (past | prepared.over).items():
        StandingOrder.objects.filter(pk=number).update(disarmed_at=locked.now, disarmed_for=reason)


def _play_otherwise(
    locked: LockedTable, prepared: Prepared, row: FiledAnswer, filed: Filed[Any], seat: Seat, pending: Pending
) -> bool:
    """Nothing of it could be played: the fallback, or the player is asked."""
    # Of a turn that stopped on its way: the step at which it did.
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
    """Take the game's own fallback until the decision no longer waits for the seat. Raises Broken if it cannot be played."""
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
    """All actions that the orders of a seat name for a decision, each with its order, up to the one that wants to be asked."""
    try:
        return _collect_actions(locked, prepared, seat, pending)
    # One player's order must not stop the others; the player is asked instead.
    except Exception as error:  # noqa: BLE001
        logger.error("an order at table %s failed: %s", locked.table.pk, quarantine.place(error))
        return []


def _collect_actions(locked: LockedTable, prepared: Prepared, seat: Seat, pending: Pending) -> list[tuple[StandingOrder, Any]]:
    mine, seen = prepared.ordered(seat, locked.round), locked.view(seat)
    answers: list[tuple[StandingOrder, Any]] = []
    for order in mine:
        said = orders.ask(locked.engine, order.policy, seen, pending)
        answers += [(order.row, action) for action in said.actions]
        if said.over:
            prepared.over[order.row.pk] = said.over
        if said.asks:
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
