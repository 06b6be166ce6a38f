"""Who is told what: rows first, inside the transaction of whatever happened; mails are made of them later.

Every function may be called again for the same thing: a notification is unique per (recipient, key), so nobody is told twice.
Publishing to the mail queue happens on commit and is a hint; ``deliveries.queue_due`` finds what was not published.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import QuerySet

from engines.contract import When
from tables.models import Decision, Delivery, Notification, Seat, Table
from tables.services import queue

# A chain of automatic moves asks and answers within seconds; whoever is mailed is mailed about what is left of it.
SETTLE = timedelta(seconds=20)
Kind = Notification.Kind


def notify_turns(*, table: Table, decisions: Iterable[Decision], now: datetime) -> None:
    """Tell persons what they were newly asked; decisions nobody waits for and seats played by others are passed over."""
    for decision in decisions:
        if decision.when != When.MAY and is_played_by_person(decision.seat):
            _tell_of_decision(Kind.TURN, table, decision.seat, decision.key, now, asking=decision.askings)


def notify_reminder(*, decision: Decision, now: datetime) -> None:
    """Remind a person, once for each decision."""
    if is_played_by_person(decision.seat):
        _tell_of_decision(Kind.REMINDER, decision.table, decision.seat, decision.key, now, asking=decision.askings)


def notify_timed_out(*, table: Table, seat: Seat, decision_key: str, now: datetime) -> None:
    """Tell a person that the deadline answered for them."""
    if seat.user_id and not seat.bot and not seat.resigned_at:
        _tell_of_decision(Kind.TIMED_OUT, table, seat, decision_key, now)


def notify_steward(*, seat: Seat, now: datetime) -> None:
    """Tell a person that the steward plays for them from now on; ``seat.steward_since`` must be set."""
    if seat.user_id and seat.steward_since:
        since = int(seat.steward_since.timestamp())
        _tell(Kind.STEWARD, seat.table, seat, f"steward:{seat.table.code}:{seat.index}:{since}", "", now)


def notify_started(*, table: Table, now: datetime) -> None:
    """Tell every person at the table that the game has started."""
    for seat in _persons(table):
        _tell(Kind.STARTED, table, seat, f"started:{table.code}", "", now)


def notify_finished(*, table: Table, now: datetime) -> None:
    """Tell every person at the table, those who left it included, how the game ended."""
    for seat in _persons(table):
        _tell(Kind.FINISHED, table, seat, f"finished:{table.code}", "", now)


def is_played_by_person(seat: Seat) -> bool:
    """Whether the holder of a seat answers for it, and not a bot, the steward or nobody."""
    return bool(seat.user_id) and not seat.bot and seat.steward_since is None and seat.resigned_at is None


def _persons(table: Table) -> QuerySet[Seat]:
    return table.seats.filter(user__isnull=False, bot="").order_by("position")


def _tell_of_decision(
    kind: Notification.Kind, table: Table, seat: Seat, decision_key: str, now: datetime, *, asking: int = 1
) -> None:
    """Once for each asking: somebody whose filed answer could not be played is asked again."""
    again = f":{asking}" if asking > 1 else ""
    _tell(kind, table, seat, f"{kind.value}:{table.code}:{decision_key}:{seat.index}{again}", decision_key, now)


def _tell(kind: Notification.Kind, table: Table, seat: Seat, key: str, decision_key: str, now: datetime) -> None:
    notification, is_new = Notification.objects.get_or_create(
        recipient_id=seat.user_id,
        key=key,
        defaults={
            "kind": kind,
            "table": table,
            "seat": seat,
            "decision_key": decision_key,
            "since_seq": seat.seen_seq,
            "upto_seq": table.seq,
            "created_at": now,
        },
    )
    if is_new:
        _queue(notification, now)


def _queue(notification: Notification, now: datetime) -> None:
    delivery = Delivery.objects.create(notification=notification, next_at=now + SETTLE)
    queue.later("deliver", delivery.pk, after=SETTLE)
