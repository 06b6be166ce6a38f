"""Simultaneous steps of an event in real threads and transactions: workers, withdrawals, games that end."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from tables.models import Entry, Event, EventRound, EventTable, Table
from tables.services.archive.verify import verify_table
from tables.services.events import entering, running
from tests.site import factories
from tests.site.events.running_events import DAY, advance, fresh, open_event, play_event, play_tables, started, with_players
from tests.site.factories import NOW
from tests.site.play.test_services_races import at_once

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]


def advancing(event: Event, now: datetime) -> Callable[[], int]:
    return lambda: running.advance(event_id=event.pk, now=now)


def is_whole(event: Event) -> bool:
    """Return whether every drawn table was opened once, with each player in one seat of it."""
    rows = EventTable.objects.filter(round__event=event)
    opened = [row.table_id for row in rows]
    return None not in opened and len(set(opened)) == len(opened) == Table.objects.filter(event=event).count()


def test_two_workers_start_an_event_once() -> None:
    event = open_event(round_count=2)
    with_players(event, 8)

    at_once(*[advancing(event, event.closes_at)] * 3)

    assert EventRound.objects.filter(event=event).count() == 1
    assert EventTable.objects.filter(round__event=event).count() == 8
    assert is_whole(event)
    assert sorted(Entry.objects.filter(event=event).values_list("number", flat=True)) == list(range(8))


def test_the_last_place_is_given_once() -> None:
    event = open_event(least=2, most=4)
    with_players(event, 3)
    late = [factories.person("Late") for _person in range(3)]

    at_once(*[(lambda user=user: entering.enter(event_id=event.pk, user=user, now=NOW)) for user in late])

    assert event.entries.count() == 4


def test_workers_record_and_draw_the_next_round_once_while_somebody_withdraws() -> None:
    event, people = started(6, round_count=3)
    play_tables(event)

    at_once(
        *[advancing(event, NOW + 8 * DAY)] * 2,
        lambda: entering.withdraw(event_id=event.pk, user=people[0], now=NOW + 8 * DAY),
    )
    event = advance(fresh(event), NOW + 8 * DAY + timedelta(minutes=1))

    assert list(EventRound.objects.filter(event=event).values_list("number", flat=True)) == [0, 1]
    assert is_whole(event)
    assert play_event(event, NOW + 9 * DAY).stage == Event.Stage.OVER
    assert all(finding.ok for table in Table.objects.filter(event=event) for finding in verify_table(table))


def test_an_overdue_round_is_played_out_once_by_two_workers() -> None:
    event, _people = started(2, round_count=1, least=2)
    end = EventRound.objects.get(event=event).ends_at

    at_once(*[advancing(event, end)] * 2)
    event = advance(fresh(event), end + timedelta(minutes=3))

    assert event.stage == Event.Stage.OVER
    assert sorted(Entry.objects.filter(event=event).values_list("rank", flat=True)) == [1, 2]
    assert all(finding.ok for table in Table.objects.filter(event=event) for finding in verify_table(table))
