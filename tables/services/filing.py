"""Answers given before their place comes, and standing orders: rows of the site, never state, always private to their seat."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from engines.contract import Filed, Pending, When
from tables.models import Decision, FiledAnswer, Seat, StandingOrder
from tables.selectors import coding
from tables.services import clocks, prepared
from tables.services.advance import finish
from tables.services.errors import NotPending, NotYours, Refusal, StewardPlays
from tables.services.sitting import Sitting, guarded, lock, sit_down

MAX_ACTIONS = 50
MAX_ORDERS = 20
Status = FiledAnswer.Status


def file_answer(*, seat_id: int, filed: Filed[Any], user_id: int | None = None, now: datetime) -> None:
    """Keep an answer for its place; it replaces what was filed for the same decision and is played at once if its place is now.

    Raises a Refusal: not_yours, not_pending, empty, never_legal, too_many and those of a table that is not running.
    """
    if len(filed.actions) > MAX_ACTIONS:
        raise Refusal("too_many")
    table_id = _table_of(seat_id)
    with guarded(table_id, now):
        sitting, seat = _sit_down(table_id, seat_id, user_id, now)
        asked = sitting.asked(seat, filed.key)
        if asked is None or asked.sealed:
            raise NotPending()
        _check_says_something(filed, asked)
        _check_could_be_played(sitting, seat, filed, asked)
        prepared.keep(sitting, seat, filed, asked)
        # Only ahead of one's place: whose turn it is must not win time by filing what cannot be played.
        _open_row(seat, filed.key).filter(answered_at=None, when=When.AHEAD).update(answered_at=now)
        finish(sitting)


def withdraw_filed(*, seat_id: int, key: str, user_id: int | None = None, now: datetime) -> None:
    """Take back what was filed; the clock has been running on. Raises a Refusal: not_yours, not_pending."""
    table_id = _table_of(seat_id)
    with guarded(table_id, now):
        sitting, seat = _sit_down(table_id, seat_id, user_id, now)
        mine = seat.filed_answers.filter(key=key, status=Status.ACTIVE, done=0).exclude(reason=prepared.TIME_OVER)
        if not mine.update(status=Status.DROPPED, reason="withdrawn"):
            raise NotPending()
        _reopen(sitting, seat, key)
        finish(sitting)


def add_order(*, seat_id: int, policy: Any, user_id: int | None = None, now: datetime) -> StandingOrder:
    """Add a standing order after those there are; it may answer what is asked right now, or ahead of its place.

    Raises a Refusal as ``file_answer``.
    """
    table_id = _table_of(seat_id)
    with guarded(table_id, now):
        sitting, seat = _sit_down(table_id, seat_id, user_id, now)
        rank = seat.standing_orders.count()
        if rank >= MAX_ORDERS:
            raise Refusal("too_many")
        order = seat.standing_orders.create(rank=rank, body=coding.to_text(policy), created_at=now)
        finish(sitting)
    return order


def remove_order(*, seat_id: int, order_id: int, user_id: int | None = None, now: datetime) -> None:
    """Remove a standing order: what it would have answered is asked again. Raises a Refusal as ``file_answer``."""
    table_id = _table_of(seat_id)
    with guarded(table_id, now):
        sitting, seat = _sit_down(table_id, seat_id, user_id, now)
        if not seat.standing_orders.filter(pk=order_id).delete()[0]:
            raise NotYours()
        finish(sitting)


def arrange_orders(*, seat_id: int, policies: Sequence[Any], user_id: int | None = None, now: datetime) -> None:
    """Make these the standing orders of a seat, to be tried in this order; one that stays rests or not as before.

    Raises a Refusal as ``file_answer``.
    """
    if len(policies) > MAX_ORDERS:
        raise Refusal("too_many")
    table_id = _table_of(seat_id)
    with guarded(table_id, now):
        sitting, seat = _sit_down(table_id, seat_id, user_id, now)
        _arrange(seat, list(dict.fromkeys(map(coding.to_text, policies))), now)
        finish(sitting)


def _arrange(seat: Seat, bodies: Sequence[str], now: datetime) -> None:
    known = {order.body: order for order in seat.standing_orders.all()}
    seat.standing_orders.exclude(pk__in=[known[body].pk for body in bodies if body in known]).delete()
    for rank, body in enumerate(bodies):
        order = known.get(body) or StandingOrder(seat=seat, body=body, created_at=now)
        order.rank = rank
        order.save()


def _table_of(seat_id: int) -> int:
    found = Seat.objects.filter(pk=seat_id).values_list("table_id", flat=True).first()
    if found is None:
        raise NotYours()
    return found


def _sit_down(table_id: int, seat_id: int, user_id: int | None, now: datetime) -> tuple[Sitting, Seat]:
    sitting = sit_down(lock(table_id), now)
    seat = sitting.seat(seat_id)
    if user_id is not None and seat.user_id != user_id:
        raise NotYours()
    if seat.steward_since:
        raise StewardPlays()
    _note_presence(seat)
    return sitting, seat


def _note_presence(seat: Seat) -> None:
    """Whoever prepares something is here, however many deadlines answered for them before."""
    if seat.defaults_in_a_row:
        seat.defaults_in_a_row = 0
        seat.save(update_fields=["defaults_in_a_row"])


def _check_says_something(filed: Filed[Any], asked: Pending) -> None:
    """Who is asked ahead may wait for those before them; at any other time an empty answer that asks again says nothing."""
    if not filed.actions and filed.otherwise == "ask" and asked.when is not When.AHEAD:
        raise Refusal("empty")


def _check_could_be_played(sitting: Sitting, seat: Seat, filed: Filed[Any], asked: Pending) -> None:
    """Ahead of a place the legal list holds all that could be legal there: what is not in it would only stop the clock."""
    if asked.when is When.AHEAD and filed.actions:
        legal = list(sitting.engine.legal(sitting.view(seat), asked))
        if not any(action in legal for action in filed.actions):
            raise Refusal("never_legal")


def _reopen(sitting: Sitting, seat: Seat, key: str) -> None:
    """What was filed ahead is asked again, on the clock that has been running on; where an order speaks nothing changes."""
    for row in _open_row(seat, key).filter(when=When.AHEAD, ordered_after=None):
        row.answered_at = None
        clocks.show_again(row, seat, sitting.calendar(seat))
        row.save(update_fields=[*clocks.MOMENTS, "answered_at"])


def _open_row(seat: Seat, key: str) -> Any:
    return Decision.objects.filter(seat=seat, key=key, closed_at=None)
