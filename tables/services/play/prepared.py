"""What seats have prepared: filed answers and standing orders, played at their place inside the transaction that led there."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import Q

from engines import orders
from engines.contract import Filed, Pending, When
from tables.models import FiledAnswer, Move, OrderDeed, Seat, StandingOrder
from tables.selectors import coding
from tables.services.errors import Broken, Crashed, Illegal, NotPending
from tables.services.mail import notify
from tables.services.play.sitting import Sitting
from tables.services.staff import quarantine

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

    def filed_for(self, seat: Seat, asked: Pending) -> FiledAnswer | None:
        """The row that speaks for a seat now: one filed for this key, or one of this kind that is being played."""
        mine = [row for row in self.answers if row.seat_id == seat.pk and row.status == Status.ACTIVE]
        return next((row for row in mine if row.key == asked.key or (row.done and row.kind == asked.kind)), None)

    def holds(self, seat_id: int, key: str) -> bool:
        """Whether an answer lies ready for this decision."""
        return any(row.seat_id == seat_id and row.key == key and row.status == Status.ACTIVE for row in self.answers)


def load(sitting: Sitting) -> Prepared:
    """Everything prepared at this table, in two queries."""
    game = sitting.table.game
    seats = [seat.pk for seat in sitting.seats.values()]
    ordered: dict[int, list[Ordered]] = {}
    for order in StandingOrder.objects.filter(StandingOrder.ARMED, seat__in=seats).order_by("rank", "pk"):
        ordered.setdefault(order.seat_id, []).append(Ordered(order, coding.policy(game, order.body)))
    active, failed = Q(status=Status.ACTIVE), Q(status=Status.DROPPED, reason__in=(ILLEGAL, WAITED))
    is_open = Q(key__in={asked.key for asked in sitting.pending()})
    rows = list(FiledAnswer.objects.filter(active | (failed & is_open), table=sitting.table).order_by("pk"))
    gone = {(row.seat_id, row.key) for row in rows if row.status == Status.DROPPED}
    return Prepared([row for row in rows if row.status == Status.ACTIVE], ordered, gone)


def keep(sitting: Sitting, seat: Seat, filed: Filed[Any], asked: Pending) -> None:
    """File an answer in place of what was filed for the same decision. Raises NotPending if its time is over."""
    active = seat.filed_answers.filter(key=filed.key, status=Status.ACTIVE)
    if active.filter(reason=TIME_OVER).exists():
        raise NotPending()
    active.update(status=Status.DROPPED, reason="replaced")
    fields = {"key": filed.key, "kind": asked.kind, "body": coding.to_text(filed), "filed_at": sitting.now}
    FiledAnswer.objects.create(table=sitting.table, seat=seat, **fields)


def keep_rest(sitting: Sitting, seat: Seat, actions: Sequence[Any]) -> bool:
    """File what follows in a turn that others interrupt now, after a step of it was played; False if nobody does."""
    rest = sitting.rest_of_turn(seat)
    if rest is None:
        return False
    keep(sitting, seat, Filed(rest.key, tuple(actions), how="each", otherwise="ask"), rest)
    return True


def speaking(sitting: Sitting, prepared: Prepared) -> set[tuple[int, str]]:
    """The decisions asked ahead, by seat id and key, that an order of their seat would answer: it does so at their place."""
    ahead = [(sitting.seats[asked.seat], asked) for asked in sitting.pending() if asked.when is When.AHEAD]
    return {(seat.pk, asked.key) for seat, asked in ahead if _said(sitting, prepared, seat, asked)}


def answer_one(sitting: Sitting, prepared: Prepared) -> bool:
    """Play one prepared answer for whoever is asked now; False if nobody who is asked has prepared any."""
    return any(
        answer(sitting, prepared, sitting.seats[asked.seat], asked) for asked in sitting.pending() if asked.when is When.NOW
    )


def answer(sitting: Sitting, prepared: Prepared, seat: Seat, asked: Pending) -> bool:
    """Play what a seat has prepared for a decision it is asked now; False if there is nothing that can be played."""
    row = prepared.filed_for(seat, asked)
    if row is not None:
        return _play_filed(sitting, prepared, row, seat, asked)
    if (seat.pk, asked.key) in prepared.failed:
        return False
    return _play_order(sitting, prepared, seat, asked)


def drop_passed(sitting: Sitting, prepared: Prepared) -> None:
    """Drop what was filed for a decision that is no longer asked, and the rest of what was being played in a turn now over.

    While something interrupts a turn, its game keeps that kind of decision open as ``may``.
    """
    asked = sitting.pending()
    keys = {(sitting.seats[each.seat].pk, each.key) for each in asked}
    # A turn still to come is another one than that being played.
    now = [each for each in asked if each.when is not When.MAY or each.continues]
    kinds = {(sitting.seats[each.seat].pk, each.kind) for each in now}
    for row in prepared.answers:
        is_asked = (row.seat_id, row.kind) in kinds if row.done else (row.seat_id, row.key) in keys
        if row.status == Status.ACTIVE and not is_asked:
            _settle(row, Status.DROPPED, "passed")


def disarm(sitting: Sitting, prepared: Prepared) -> None:
    """Let the orders rest that are over, for their round is or what they were made for is gone; their owner reads why."""
    every = [order for orders_of_seat in prepared.orders.values() for order in orders_of_seat]
    past = {order.row.pk: StandingOrder.ROUND_OVER for order in every if not order.lasts(sitting.round)}
    for number, reason in (past | prepared.over).items():
        StandingOrder.objects.filter(pk=number).update(disarmed_at=sitting.now, disarmed_for=reason)


def _play_filed(sitting: Sitting, prepared: Prepared, row: FiledAnswer, seat: Seat, asked: Pending) -> bool:
    filed = coding.filed(sitting.table.game, row.body)
    if filed.how == "each":
        played = row.done < len(filed.actions) and _try(sitting, seat, asked, filed.actions[row.done])
        if played:
            _settle(row, Status.USED if row.done + 1 == len(filed.actions) else Status.ACTIVE, "", done=row.done + 1)
            return True
    elif any(_try(sitting, seat, asked, action) for action in filed.actions):
        _settle(row, Status.USED, "", done=1)
        return True
    return _play_otherwise(sitting, prepared, row, filed, seat, asked)


def _play_otherwise(
    sitting: Sitting, prepared: Prepared, row: FiledAnswer, filed: Filed[Any], seat: Seat, asked: Pending
) -> bool:
    """Nothing of it could be played: the fallback, or the player is asked."""
    # Of a turn that stopped on its way: the step at which it did.
    row.key = asked.key
    _settle(row, Status.DROPPED, row.reason or (ILLEGAL if filed.actions else WAITED))
    if filed.otherwise == "ask":
        prepared.failed.add((seat.pk, asked.key))
        return False
    if row.reason == TIME_OVER:
        notify.notify_timed_out(table=sitting.table, seat=seat, decision_key=asked.key, now=sitting.now)
        play_fallback(sitting, seat, asked.key, Move.Via.DEADLINE)
    else:
        play_fallback(sitting, seat, asked.key, Move.Via.ORDER, user_id=seat.user_id)
    return True


def play_fallback(sitting: Sitting, seat: Seat, key: str, via: Move.Via, *, user_id: int | None = None) -> None:
    """Take the game's own fallback until the decision no longer waits for the seat. Raises Broken if it cannot be played."""
    for _choice in range(MAX_CHOICES):
        asked = sitting.asked(seat, key)
        if asked is None or asked.when is not When.NOW:
            return
        try:
            sitting.play(seat, asked, sitting.engine.fallback(sitting.view(seat), asked), via=via, user_id=user_id)
        except Crashed as fault:
            raise Broken(fault.where) from None
        except (Illegal, NotPending) as refusal:
            raise Broken(f"fallback refused: {refusal}") from None


def _play_order(sitting: Sitting, prepared: Prepared, seat: Seat, asked: Pending) -> bool:
    for order, action in _said(sitting, prepared, seat, asked):
        if _try(sitting, seat, asked, action):
            OrderDeed.objects.create(order=order, seq=sitting.table.seq, at=sitting.now)
            return True
    return False


def _said(sitting: Sitting, prepared: Prepared, seat: Seat, asked: Pending) -> list[tuple[StandingOrder, Any]]:
    """All actions that the orders of a seat name for a decision, each with its order, up to the one that wants to be asked."""
    try:
        return _heard(sitting, prepared, seat, asked)
    # One player's order must not stop the others; the player is asked instead.
    except Exception as error:  # noqa: BLE001
        logger.error("an order at table %s failed: %s", sitting.table.pk, quarantine.place(error))
        return []


def _heard(sitting: Sitting, prepared: Prepared, seat: Seat, asked: Pending) -> list[tuple[StandingOrder, Any]]:
    mine, seen = prepared.ordered(seat, sitting.round), sitting.view(seat)
    found: list[tuple[StandingOrder, Any]] = []
    for order in mine:
        said = orders.ask(sitting.engine, order.policy, seen, asked)
        found += [(order.row, action) for action in said.actions]
        if said.over:
            prepared.over[order.row.pk] = said.over
        if said.asks:
            break
    return found


def _try(sitting: Sitting, seat: Seat, asked: Pending, action: Any) -> bool:
    try:
        sitting.play(seat, asked, action, via=Move.Via.ORDER, user_id=seat.user_id)
    except (Illegal, NotPending, Crashed):
        return False
    return True


def _settle(row: FiledAnswer, status: FiledAnswer.Status, reason: str, done: int | None = None) -> None:
    row.status, row.reason = status, reason
    row.done = row.done if done is None else done
    row.save(update_fields=["key", "status", "reason", "done"])
