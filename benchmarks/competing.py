"""Cost of an event's page in its middle, against the floor's page of as many bytes."""

import statistics
from collections.abc import Iterator
from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from benchmarks import reference, scratch, settings
from benchmarks.browser import Browser
from benchmarks.figure import Figure
from benchmarks.floor.answers import Answer
from benchmarks.pages import GET_GOAL
from tables.models import Event, Table
from tables.services.events import entering, opening, running
from tables.services.play import ending

PLAYERS, ROUNDS, PLAYED = 16, 5, 3
REQUESTS = 30


def figures() -> Iterator[Figure]:
    """Yield the CPU milliseconds of the page of an event with 16 players in its fourth round, with 16 running tables."""
    with scratch.databases("events"), reference.floor(settings.FOLDER) as floor:
        event, player = _running_event()
        browser = Browser(player)
        address = event.get_absolute_url()
        answer = Answer(browser.get(address).body)
        pairs = [(browser.get(address).spent.cpu, floor.get("event", answer)[0].cpu) for _request in range(REQUESTS)]
        ours, theirs = (1000 * statistics.median(side) for side in zip(*pairs, strict=True))
        yield Figure("event-page-get-cpu-milliseconds", ours, theirs, GET_GOAL, "less")


def _running_event() -> tuple[Event, User]:
    """Play some rounds of an event of pairs, and return it with one of its players."""
    now = timezone.now()
    host = User.objects.create_superuser("organiser@bench.example", display_name="Organiser")
    new = opening.NewEvent(
        name="Cup of the bench",
        game="gonzaga",
        format=Event.Format.MATCH,
        seats=2,
        options={},
        pace="day",
        round_days=10,
        sign_up_days=7,
        round_count=ROUNDS,
        least=PLAYERS,
    )
    event = opening.open_event(new, host=host, now=now)
    people = [
        User.objects.create_user(f"player-{number}@bench.example", display_name=f"Player {number}") for number in range(PLAYERS)
    ]
    for user in people:
        entering.enter(event_id=event.pk, user=user, now=now)
    now = event.closes_at
    running.advance(event_id=event.pk, now=now)
    for _round in range(PLAYED):
        for table in Table.objects.running().filter(event=event):
            loser = next(seat.user for seat in table.seats.played_by_person() if seat.user)
            ending.concede(table_id=table.pk, user=loser, now=now)
        now += timedelta(days=1)
        running.advance(event_id=event.pk, now=now)
    return Event.objects.get(pk=event.pk), people[0]
