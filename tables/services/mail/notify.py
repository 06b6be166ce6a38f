"""Notifications: rows are written in the transaction of the event, and emails are made from them later.

Every function can be called again for the same event: a notification is unique per (recipient, key). Publishing to the mail
queue happens on commit and is a hint; ``deliveries.queue_due`` finds what was not published.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import QuerySet

from accounts.models import User
from config.database import statements
from engines.contract import When
from tables.models import ChatMessage, Decision, Delivery, Event, Notification, Seat, Table
from tables.models.mail import EMAIL
from tables.services import queue
from tables.services.mail import families

# A chain of automatic moves opens and closes decisions within seconds; the email covers only those that remain.
SETTLE = timedelta(seconds=20)
Kind = Notification.Kind


class _News(NamedTuple):
    """Notification for one person; ``key`` makes it unique for them."""

    seat: Seat
    key: str
    decision_key: str = ""


def notify_turns(*, table: Table, decisions: Iterable[Decision], now: datetime) -> None:
    """Notify people of new decisions. Skip seats that they do not play, and decisions that nobody waits for."""
    required = [decision for decision in decisions if decision.when != When.MAY and decision.seat.is_played_by_person]
    _notify(
        Kind.TURN,
        table,
        [_decision_news(Kind.TURN, table, decision.seat, decision.key, decision.askings) for decision in required],
        now,
    )


def notify_reminder(*, decision: Decision, now: datetime) -> None:
    """Remind a person once for each decision, and once more after an extension."""
    table, seat = decision.table, decision.seat
    if seat.is_played_by_person:
        news = _decision_news(Kind.REMINDER, table, seat, decision.key, decision.askings)
        extended = news._replace(key=f"{news.key}:extended") if decision.extension_seconds else news
        _notify(Kind.REMINDER, table, [extended], now)


def notify_timed_out(*, table: Table, seat: Seat, decision_key: str, now: datetime) -> None:
    """Notify a person of a missed deadline."""
    if seat.is_held_by_person:
        _notify(Kind.TIMED_OUT, table, [_decision_news(Kind.TIMED_OUT, table, seat, decision_key)], now)


def notify_steward(*, seat: Seat, now: datetime) -> None:
    """Notify a person that the steward plays for them; ``seat.steward_since`` must be set."""
    if seat.user_id and seat.steward_since:
        since = int(seat.steward_since.timestamp())
        _notify(Kind.STEWARD, seat.table, [_News(seat, f"steward:{seat.table.code}:{seat.index}:{since}")], now)


def notify_opened(*, seat: Seat, now: datetime) -> None:
    """Notify all players still at the table, including the seat's holder, of an open seat; ``opened_at`` must be set.

    There is at most one notification per seat and day, however often people leave, return or take over.
    """
    if seat.opened_at:
        key = f"opened:{seat.table.code}:{seat.index}:{seat.opened_at.date()}"
        persons = seat.table.seats.held_by_person().order_by("position")
        _notify(Kind.OPENED, seat.table, [_News(person, key) for person in persons], now)


def notify_started(*, table: Table, now: datetime) -> None:
    """Notify every person at the table of the start."""
    persons = table.seats.with_person().order_by("position")
    _notify(Kind.STARTED, table, [_News(seat, f"started:{table.code}") for seat in persons], now)


def notify_finished(*, table: Table, now: datetime) -> None:
    """Notify every person of the table of the result, even if they have left."""
    persons = table.seats.with_person().order_by("position")
    _notify(Kind.FINISHED, table, [_News(seat, f"finished:{table.code}") for seat in persons], now)


def notify_event(kind: Notification.Kind, event: Event, key: str, seats: Iterable[Seat], *, now: datetime) -> int:
    """Notify the people of these seats of news of an event, once for each person and key. Return the number of new rows.

    The row of each person has the first of their seats.
    """
    first: dict[int, Seat] = {}
    for seat in seats:
        if seat.user_id is not None:
            first.setdefault(seat.user_id, seat)
    rows = [_row(kind, seat.table, _News(seat, key), now) for seat in first.values()]
    for row in rows:
        row.event = event
    return len(_write(rows, now))


def notify_mentioned(*, message: ChatMessage, seats: Iterable[Seat], suppressed: Collection[int], now: datetime) -> None:
    """Notify the people in these seats of a mention; ``now`` is the time of the message.

    ``suppressed``: IDs of users who get the row like others, but no delivery.
    """
    key = f"mention:{message.table.code}:{message.pk}"
    _notify(Kind.MENTION, message.table, [_News(seat, key) for seat in seats if seat.user_id], now, suppressed)


def notify_invited(*, table: Table, user: User, now: datetime, is_suppressed: bool = False) -> Notification | None:
    """Invite a user who is not seated at the table. Return None if they have been invited before.

    ``is_suppressed``: True if the row is written as usual, but not delivered.
    """
    key = f"invitation:{table.code}"
    row = Notification(recipient=user, key=key, kind=Kind.INVITATION, table=table, upto_seq=table.seq, created_at=now)
    return next(iter(_write([row], now, {user.pk} if is_suppressed else ())), None)


def notify_followed(*, table: Table, user: User, since_seq: int, now: datetime) -> None:
    """Notify a follower of the events after move ``since_seq``."""
    key = f"followed:{table.code}:{table.seq}:{table.status}"
    row = Notification(recipient=user, key=key, kind=Kind.FOLLOWED, table=table, created_at=now)
    row.since_seq, row.upto_seq = since_seq, table.seq
    _write([row], now)


def _decision_news(kind: Notification.Kind, table: Table, seat: Seat, decision_key: str, asking: int = 1) -> _News:
    """Return the notification of a decision. If a queued turn fails, the decision gets a new one."""
    again = f":{asking}" if asking > 1 else ""
    return _News(seat, f"{kind.value}:{table.code}:{decision_key}:{seat.index}{again}", decision_key)


def _notify(
    kind: Notification.Kind, table: Table, news: Sequence[_News], now: datetime, suppressed: Collection[int] = ()
) -> None:
    """Write new notifications for these people. The table or decision must be locked. Practice tables have none."""
    if table.practice:
        return
    _write([_row(kind, table, item, now) for item in news], now, suppressed)


def _write(rows: Sequence[Notification], now: datetime, suppressed: Collection[int] = ()) -> list[Notification]:
    """Write notifications of one kind that do not exist yet, in four statements. Return the new ones.

    Deliveries for users with an ID in ``suppressed`` are dropped.
    """
    if not rows:
        return []
    existing = set(_existing_notifications({row.recipient_id for row in rows}, {row.key for row in rows}))
    new_rows = [row for row in rows if (row.recipient_id, row.key) not in existing]
    Notification.objects.bulk_create(new_rows)
    channels = families.wanted({row.recipient_id for row in new_rows}, Kind(rows[0].kind)) if new_rows else ()
    targets = [(row, EMAIL) for row in new_rows]
    targets += [(row, channel) for owner, channel in channels for row in new_rows if row.recipient_id == owner]
    deliveries = [
        Delivery(notification=row, channel=channel, status=_status(row, suppressed), next_at=now + SETTLE)
        for row, channel in targets
    ]
    Delivery.objects.bulk_create(deliveries)
    for delivery in deliveries:
        queue.delivery(delivery.pk, delivery.channel, after=SETTLE)
    return new_rows


def _status(row: Notification, suppressed: Collection[int]) -> str:
    return Delivery.Status.DROPPED if row.recipient_id in suppressed else Delivery.Status.QUEUED


@statements.read
def _existing_notifications(users: Collection[int], names: Collection[str]) -> QuerySet[Notification, Any]:
    """Return the existing notifications among these, as recipient and key."""
    return Notification.objects.filter(recipient__pk__in=users, key__in=names).values_list("recipient_id", "key")


def _row(kind: Notification.Kind, table: Table, news: _News, now: datetime) -> Notification:
    assert news.seat.user_id is not None, "an empty seat is told nothing"
    return Notification(
        recipient_id=news.seat.user_id,
        key=news.key,
        kind=kind,
        table=table,
        seat=news.seat,
        decision_key=news.decision_key,
        since_seq=news.seat.seen_seq,
        upto_seq=table.seq,
        created_at=now,
    )
