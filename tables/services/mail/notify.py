"""Who is told what: rows first, inside the transaction of whatever happened; mails are made of them later.

Every function may be called again for the same thing: a notification is unique per (recipient, key), so nobody is told twice.
Publishing to the mail queue happens on commit and is a hint; ``deliveries.queue_due`` finds what was not published.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import QuerySet

from accounts.models import User
from config.database import statements
from engines.contract import When
from tables.models import ChatMessage, Decision, Delivery, Notification, Seat, Table
from tables.models.mail import EMAIL
from tables.services import queue
from tables.services.mail import families

# A chain of automatic moves asks and answers within seconds; whoever is mailed is mailed about what is left of it.
SETTLE = timedelta(seconds=20)
Kind = Notification.Kind


class _News(NamedTuple):
    """What one person is told; ``key`` makes it unique for them."""

    seat: Seat
    key: str
    decision_key: str = ""


def notify_turns(*, table: Table, decisions: Iterable[Decision], now: datetime) -> None:
    """Tell persons what they were newly asked; decisions nobody waits for and seats played by others are passed over."""
    required = [decision for decision in decisions if decision.when != When.MAY and decision.seat.is_played_by_person]
    _notify(
        Kind.TURN,
        table,
        [_of_decision(Kind.TURN, table, decision.seat, decision.key, decision.askings) for decision in required],
        now,
    )


def notify_reminder(*, decision: Decision, now: datetime) -> None:
    """Remind a person, once for each decision, and once more if its time was extended."""
    table, seat = decision.table, decision.seat
    if seat.is_played_by_person:
        news = _of_decision(Kind.REMINDER, table, seat, decision.key, decision.askings)
        extended = news._replace(key=f"{news.key}:extended") if decision.extension_seconds else news
        _notify(Kind.REMINDER, table, [extended], now)


def notify_timed_out(*, table: Table, seat: Seat, decision_key: str, now: datetime) -> None:
    """Tell a person that the deadline answered for them."""
    if seat.is_held_by_person:
        _notify(Kind.TIMED_OUT, table, [_of_decision(Kind.TIMED_OUT, table, seat, decision_key)], now)


def notify_steward(*, seat: Seat, now: datetime) -> None:
    """Tell a person that the steward plays for them from now on; ``seat.steward_since`` must be set."""
    if seat.user_id and seat.steward_since:
        since = int(seat.steward_since.timestamp())
        _notify(Kind.STEWARD, seat.table, [_News(seat, f"steward:{seat.table.code}:{seat.index}:{since}")], now)


def notify_opened(*, seat: Seat, now: datetime) -> None:
    """Tell everybody still at the table, its holder included, that a seat is open; ``opened_at`` must be set.

    Of one holder they are told once a day, however often that person leaves and comes back.
    """
    if seat.opened_at:
        key = f"opened:{seat.table.code}:{seat.index}:{seat.user_id}:{seat.opened_at.date()}"
        persons = seat.table.seats.held_by_person().order_by("position")
        _notify(Kind.OPENED, seat.table, [_News(person, key) for person in persons], now)


def notify_started(*, table: Table, now: datetime) -> None:
    """Tell every person at the table that the game has started."""
    persons = table.seats.of_persons().order_by("position")
    _notify(Kind.STARTED, table, [_News(seat, f"started:{table.code}") for seat in persons], now)


def notify_finished(*, table: Table, now: datetime) -> None:
    """Tell every person at the table, those who left it included, how the game ended."""
    persons = table.seats.of_persons().order_by("position")
    _notify(Kind.FINISHED, table, [_News(seat, f"finished:{table.code}") for seat in persons], now)


def notify_mentioned(*, message: ChatMessage, seats: Iterable[Seat], untold: Collection[int], now: datetime) -> None:
    """Tell the persons in these seats that somebody spoke to them; ``now`` is the message's own moment.

    ``untold``: ids of users for whom it is written down like for any other, and whom it reaches in no way.
    """
    key = f"mention:{message.table.code}:{message.pk}"
    _notify(Kind.MENTION, message.table, [_News(seat, key) for seat in seats if seat.user_id], now, untold)


def notify_invited(*, table: Table, user: User, now: datetime, is_untold: bool = False) -> Notification | None:
    """Invite somebody who sits nowhere at the table yet. None if they have been invited before.

    ``is_untold``: it is written down like any other and reaches them in no way.
    """
    key = f"invitation:{table.code}"
    row = Notification(recipient=user, key=key, kind=Kind.INVITATION, table=table, upto_seq=table.seq, created_at=now)
    return next(iter(_write([row], now, {user.pk} if is_untold else ())), None)


def notify_followed(*, table: Table, user: User, since_seq: int, now: datetime) -> None:
    """Tell somebody who follows a game what happened there after move ``since_seq``."""
    key = f"followed:{table.code}:{table.seq}:{table.status}"
    row = Notification(recipient=user, key=key, kind=Kind.FOLLOWED, table=table, created_at=now)
    row.since_seq, row.upto_seq = since_seq, table.seq
    _write([row], now)


def _of_decision(kind: Notification.Kind, table: Table, seat: Seat, decision_key: str, asking: int = 1) -> _News:
    """Once for each asking: somebody whose filed answer could not be played is asked again."""
    again = f":{asking}" if asking > 1 else ""
    return _News(seat, f"{kind.value}:{table.code}:{decision_key}:{seat.index}{again}", decision_key)


def _notify(kind: Notification.Kind, table: Table, news: Sequence[_News], now: datetime, untold: Collection[int] = ()) -> None:
    """Tell each person what they were not told yet. The table or decision must be locked. Of practice nobody is told."""
    if table.practice:
        return
    _write([_row(kind, table, item, now) for item in news], now, untold)


def _write(rows: Sequence[Notification], now: datetime, untold: Collection[int] = ()) -> list[Notification]:
    """Write down what was not told yet, in four statements however many are told. Returns what was new; all of one kind.

    What is for users with an id in ``untold`` is dropped.
    """
    if not rows:
        return []
    known = set(_known({row.recipient_id for row in rows}, {row.key for row in rows}))
    fresh = [row for row in rows if (row.recipient_id, row.key) not in known]
    Notification.objects.bulk_create(fresh)
    ways = families.wanted({row.recipient_id for row in fresh}, Kind(rows[0].kind)) if fresh else ()
    told = [(row, EMAIL) for row in fresh]
    told += [(row, channel) for owner, channel in ways for row in fresh if row.recipient_id == owner]
    deliveries = [
        Delivery(notification=row, channel=channel, status=_status(row, untold), next_at=now + SETTLE) for row, channel in told
    ]
    Delivery.objects.bulk_create(deliveries)
    for delivery in deliveries:
        queue.delivery(delivery.pk, delivery.channel, after=SETTLE)
    return fresh


def _status(row: Notification, untold: Collection[int]) -> str:
    return Delivery.Status.DROPPED if row.recipient_id in untold else Delivery.Status.QUEUED


@statements.read
def _known(users: Collection[int], names: Collection[str]) -> QuerySet[Notification, Any]:
    """Which of the notifications that are called so these people have already."""
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
