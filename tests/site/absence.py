"""Absent players, for the tests of missed deadlines."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from engines.contract import Pending
from tables.models import Decision, Heartbeat, Seat, Table
from tables.services import sweeping
from tables.services.play import bots, ending
from tables.services.seats import substitutes
from tests.site import factories

NOW = factories.NOW
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def sweep(now: datetime) -> sweeping.Swept:
    """Sweep as if the last sweep was a minute ago, and return the result of the sweep."""
    Heartbeat.objects.update_or_create(name="sweep", defaults={"at": now - MINUTE})
    return sweeping.sweep(now=now)


def let_time_run_out(seat: Seat, *, now: datetime) -> datetime:
    """Sweep at the moment of a seat's next deadline, or now if it has passed. Return that moment.

    Before the sweep, postpone the other seats' deadlines to a day later.
    """
    due = Decision.objects.filter(seat=seat, closed_at=None, due_at__isnull=False).order_by("due_at").first()
    assert due is not None
    assert due.due_at is not None
    moment = max(due.due_at, now)
    Decision.objects.filter(table=seat.table, closed_at=None, due_at__isnull=False).exclude(seat=seat).update(
        due_at=moment + DAY
    )
    sweep(moment)
    return moment


def as_a_bot(seat: Seat, asked: Pending) -> Any:
    """Return a bot's answer to a decision of the seat."""
    engine = factories.registry.engine(seat.table.game)
    return engine.bot(factories.state.seen(factories.fresh(seat.table), seat), asked)


def answer_for_others(absent: Seat, *, now: datetime, choose: Callable[[Seat, Pending], Any] = as_a_bot) -> None:
    """Play for all other seats, at most 50 moves, until the game waits only for this seat."""
    for _move in range(50):
        others = [asked for asked in factories.waiting(absent.table) if asked.seat != absent.index]
        if not others:
            return
        seat = Seat.objects.select_related("table").get(table=absent.table, index=others[0].seat)
        if seat.bot or seat.steward_since:
            bots.think(table_id=seat.table_id, seat_id=seat.pk, key=others[0].key, now=now)
        else:
            factories.send(seat, choose(seat, others[0]), key=others[0].key, now=now)


def asked(seat: Seat, *, now: datetime) -> Pending:
    """Play for all other seats. Return the first decision that the seat must make then."""
    answer_for_others(seat, now=now)
    return factories.waiting(seat.table, seat)[0]


def miss(seat: Seat, times: int, *, now: datetime = NOW, choose: Callable[[Seat, Pending], Any] = as_a_bot) -> datetime:
    """Make a seat miss this many deadlines while all other seats play. Return the moment of the last missed deadline."""
    for _time in range(times):
        answer_for_others(seat, now=now, choose=choose)
        now = let_time_run_out(seat, now=now)
    seat.refresh_from_db()
    return now


def left_table(*people: User, **more: object) -> tuple[Table, Seat]:
    """Create a running table and let its first player leave. Return the table and the player's seat."""
    table = factories.running_table(*people, **more)
    ending.resign(table_id=table.pk, user=people[0], now=NOW)
    return factories.fresh(table), factories.seat_of(table, people[0])


def substituted(seat: Seat, user: User, *, now: datetime = NOW) -> Seat:
    """Take over the seat for the user, and return the seat."""
    substitutes.take_seat(table_id=seat.table_id, seat_id=seat.pk, user=user, invite=seat.table.invite, now=now)
    return Seat.objects.select_related("table", "user").get(pk=seat.pk)
