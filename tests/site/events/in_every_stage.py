"""Events in every stage and format, and the addresses of their pages."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.urls import reverse

from accounts.models import User
from tables.models import Event
from tables.services.events import entering
from tests.site import factories
from tests.site.events.running_events import DAY, advance, open_event, operator, play_event, play_tables, started, with_players

IN_THREES: dict[str, Any] = {"game": "gonzaga", "options": {}, "seats": 3}
NUMBERS: dict[str, Any] = {"game": "numbers", "options": {}}


def open_to_all(host: User, now: datetime) -> Event:
    """Return an event that two people have entered."""
    event = open_event(
        host, name="Winter cup", text="All are welcome.\n\nWe start in winter.", format="cup", **IN_THREES, now=now
    )
    with_players(event, 2, now)
    return event


def running(host: User, name: str, count: int, played: int, **more: Any) -> Event:
    """Return an event with ``played`` finished rounds, and the next one running. The host plays."""
    event = open_event(host, name=name, **more)
    entering.enter(event_id=event.pk, user=host, now=factories.NOW)
    with_players(event, count - 1)
    event, now = advance(event, event.closes_at), event.closes_at
    for _round in range(played):
        play_tables(event)
        now += DAY
        event = advance(event, now)
    return event


def in_every_stage(now: datetime) -> Iterator[tuple[User, str]]:
    """Create events, most of them of the stub game. Yield their pages, each with its visitor: the organiser, who plays too."""
    host = operator()
    events = [
        open_to_all(host, now),
        running(host, "Knock-out of the couriers", 7, 1, format="knockout", **NUMBERS),
        running(host, "Swiss pairs", 6, 2, round_count=3, **NUMBERS),
        running(
            host, "Groups of the passes", 6, 1, format="groups", group_count=2, least=6, round_count=0, **(IN_THREES | NUMBERS)
        ),
        running(host, "The same for all", 6, 0, format="cup", same_deal=True, **IN_THREES),
        running(host, "Season of the post", 9, 0, format="season", **IN_THREES, round_count=0),
    ]
    ended, _people = started(4, name="Over and done", **NUMBERS)
    play_event(ended, factories.NOW + 8 * DAY)
    pages = [reverse("events:list"), reverse("events:rules"), reverse("events:open")]
    pages += [reverse("events:event", args=[event.code]) for event in (*events, ended)]
    pages += [reverse("events:organise", args=[event.code]) for event in events if event.stage == Event.Stage.RUNNING]
    pages += [reverse("events:cancel", args=[events[0].code]), reverse("events:withdraw", args=[events[1].code])]
    yield from ((host, page) for page in pages)
