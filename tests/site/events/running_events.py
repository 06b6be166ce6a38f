"""Events for the tests, opened and played through the services."""

from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from tables.models import Event, Seat, Table
from tables.services.events import entering, opening, running
from tables.services.events.opening import NewEvent
from tables.services.play import bots
from tests.site import factories
from tests.site.factories import NOW, PLAIN

DAY = timedelta(days=1)


def operator() -> User:
    """Create an operator, and return them."""
    user = factories.person("Operator")
    user.is_staff = True
    user.save(update_fields=["is_staff"])
    return user


def open_event(host: User | None = None, **more: Any) -> Event:
    """Open an event of an operator, and return it."""
    fields: dict[str, Any] = {
        "name": "Cup of the couriers",
        "game": "specimen",
        "format": "match",
        "seats": 2,
        "options": {"nights": 1},
        "pace": PLAIN,
        "round_days": 10,
        "sign_up_days": 7,
        "round_count": 2,
        "least": 3,
    } | more
    now = fields.pop("now", NOW)
    token = fields.pop("token", "")
    return opening.open_event(NewEvent(**fields), host=host or operator(), token=token, now=now)


def with_players(event: Event, count: int, now: datetime = NOW) -> list[User]:
    """Sign up new people for an event, and return them."""
    people = [factories.person("Courier") for _number in range(count)]
    for user in people:
        entering.enter(event_id=event.pk, user=user, now=now)
    return people


def started(count: int, **more: Any) -> tuple[Event, list[User]]:
    """Open an event, sign up people and start it. Return it, with the first round drawn and opened, and the people."""
    event = open_event(**more)
    people = with_players(event, count)
    advance(event, event.closes_at)
    return fresh(event), people


def advance(event: Event, now: datetime) -> Event:
    """Do what is due in an event, as its task does. Return the event as it is then."""
    running.advance(event_id=event.pk, now=now)
    return fresh(event)


def fresh(event: Event) -> Event:
    """Return the event as it is in the database now."""
    return Event.objects.get(pk=event.pk)


def play_tables(event: Event) -> None:
    """Play all running tables of an event to their ends."""
    for table in Table.objects.running().filter(event=event).order_by("pk"):
        factories.play_to_end(table)


def let_stewards_play(event: Event, most: int = 500) -> None:
    """Have bots and stewards move at the running tables of an event, until every table waits for a person."""
    for table in Table.objects.running().filter(event=event).order_by("pk"):
        for _move in range(most):
            waiting = Seat.objects.filter(table=table, index__in=[asked.seat for asked in factories.waiting(table)])
            automatic = [seat for seat in waiting if seat.is_automatic]
            if not automatic:
                break
            key = factories.waiting(table, automatic[0])[0].key
            bots.think(table_id=table.pk, seat_id=automatic[0].pk, key=key, now=NOW)


def play_event(event: Event, now: datetime, most: int = 30) -> Event:
    """Play all rounds of a running event. Return the event."""
    for _round in range(most):
        event = advance(event, now)
        if event.stage != Event.Stage.RUNNING:
            return event
        play_tables(event)
        now += DAY
    return event
