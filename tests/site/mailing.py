"""People and running tables of the specimen game, created row by row, for the tests of emails."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from django.core import mail

from accounts.models import User
from engines import registry
from engines.contract import Told, encode
from tables.models import Decision, Delivery, Move, Notification, Seat, Table
from tables.services.mail import deliveries

NOW = datetime(2026, 3, 4, 17, 30, tzinfo=UTC)
KEY = b"k" * 32
GAME = "specimen"
_numbers = count(1)


def person(name: str, **fields: Any) -> User:
    """Create a user with an email address, and return the user."""
    return User.objects.create_user(f"{name.lower()}{next(_numbers)}@example.org", display_name=name, **fields)


def running_table(*people: User, **fields: Any) -> Table:
    """Create a running table of ``people`` at the start of its game, with the engine's first decisions. Return it."""
    engine = registry.engine(GAME)
    options = engine.Options()
    step = engine.start(options, len(people), KEY)
    table = Table.objects.create(
        **{
            "game": GAME,
            "version": "1",
            "options": encode(options).decode(),
            "seat_count": len(people),
            "decision_minutes": 1440,
            "reply_minutes": 720,
            "commitment": "0" * 64,
            "status": "running",
            "state": encode(step.state).decode(),
            "started_at": NOW,
            **fields,
        }
    )
    for index, user in enumerate(people):
        Seat.objects.create(table=table, position=index, index=index, user=user, joined_at=NOW)
    Move.objects.create(
        table=table, seq=0, via="start", events=encode(step.events).decode(), draws=encode(step.draws).decode(), at=NOW
    )
    ask_all(table, step.state)
    return table


def ask_all(table: Table, state: Any, *, at: datetime = NOW) -> list[Decision]:
    """Add rows for the engine's decisions that do not have a row yet. Return the added rows."""
    asked = []
    for pending in registry.engine(GAME).pending(state.public):
        decision, is_new = Decision.objects.get_or_create(
            table=table,
            seat=table.seats.get(index=pending.seat),
            key=pending.key,
            defaults={
                "kind": pending.kind,
                "when": pending.when.value,
                "sealed": pending.sealed,
                "reply": pending.reply,
                "asked_at": at,
                "due_at": at + timedelta(days=1),
                "remind_at": at + timedelta(hours=19),
            },
        )
        asked += [decision] * is_new
    return asked


def happen(table: Table, *told: Told[Any], via: str = "page", seat: Seat | None = None, at: datetime = NOW) -> None:
    """Add a move with these events to the table's record."""
    Move.objects.create(
        table=table,
        seq=table.seq + 1,
        seat=seat,
        user=seat.user if seat else None,
        via=via,
        events=encode(told).decode(),
        draws="[]",
        at=at,
    )
    table.seq += 1
    table.save(update_fields=["seq"])


def seat_of(table: Table, user: User) -> Seat:
    """Return the user's seat."""
    return table.seats.get(user=user)


def decision_of(table: Table, user: User) -> Decision:
    """Return the first decision of a user."""
    return Decision.objects.filter(table=table, seat__user=user).order_by("pk")[0]


def answer(decision: Decision, *, at: datetime = NOW) -> None:
    """Mark a decision as answered and closed."""
    decision.closed_at = decision.answered_at = at
    decision.save(update_fields=["closed_at", "answered_at"])


def waiting(user: User) -> list[Delivery]:
    """Return the deliveries to a user, oldest first."""
    return list(Delivery.objects.filter(notification__recipient=user).order_by("pk"))


def keys(user: User) -> list[str]:
    """Return the keys of a user's notifications."""
    return list(Notification.objects.filter(recipient=user).order_by("pk").values_list("key", flat=True))


def work_off(now: datetime) -> list[Any]:
    """Deliver everything that is due, as the mail worker does. Return the emails sent."""
    before = len(mail.outbox)
    for delivery_id in deliveries.due_deliveries(now).order_by("pk").values_list("pk", flat=True):
        deliveries.deliver(delivery_id=delivery_id, now=now)
    return mail.outbox[before:]
