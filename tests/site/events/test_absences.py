"""Absences in events: a player's clocks stop for the event's days in total, however many tables and absences there are."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tables.models import Absence, Decision, Event, Table
from tables.selectors.time import calendars
from tables.services.time import calendars as services
from tests.site import factories
from tests.site.events.running_events import DAY, started
from tests.site.views import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("_stub_game")]
SEASON = {"format": "season", "seats": 3, "round_count": 0, "game": "numbers", "options": {}}


def _event(absence_days: int = 3) -> tuple[Event, object]:
    event, people = started(4, absence_days=absence_days, **SEASON)
    return event, people[0]


def _absence(user, event, first: float, last: float) -> Absence:
    start, end = event.started_at + first * DAY, event.started_at + last * DAY
    return Absence.objects.create(user=user, starts_at=start, ends_at=end, announced_at=start)


def _spans(user, event) -> list[list[tuple[float, float]]]:
    """Return the absences of the user's calendars in days since the start of the event, one list for each table."""
    found = []
    for table in Table.objects.filter(event=event, seats__user=user).order_by("pk"):
        absences = calendars.calendar(table, user.pk).absences
        found.append([((start - event.started_at) / DAY, (end - event.started_at) / DAY) for start, end in absences])
    assert len(found) > 1
    assert found == found[:1] * len(found)
    return found[0]


@pytest.mark.parametrize(
    ("days", "absences", "counted"),
    [
        (3, [(1, 3), (4, 6), (8, 9)], [(1, 3), (4, 5)]),
        (3, [(1, 3), (2, 5)], [(1, 3), (3, 4)]),
        (3, [(-4, 2)], [(0, 2)]),
        (3, [(-4, -1), (5, 6)], [(5, 6)]),
        (3, [(2, 20)], [(2, 5)]),
        (0, [(1, 3)], []),
    ],
    ids=["several", "overlapping", "begun before", "over before", "long", "no budget"],
)
def test_absences_stop_clocks_up_to_the_budget(days, absences, counted) -> None:
    event, user = _event(days)
    for first, last in absences:
        _absence(user, event, first, last)

    assert _spans(user, event) == counted


def test_tables_outside_events_keep_all_absences(django_assert_num_queries) -> None:
    event, user = _event(1)
    table = factories.running_table(user, factories.person("Ben"))
    absence = _absence(user, event, 1, 20)

    fresh = factories.fresh(table)
    with django_assert_num_queries(1):
        calendar = calendars.calendar(fresh, user.pk)

    assert calendar.absences == ((absence.starts_at, absence.ends_at),)


def test_an_announced_absence_moves_deadlines_of_an_event_by_its_budget_only() -> None:
    event, user = _event(2)
    due = {row.pk: row.due_at for row in Decision.objects.open().filter(holder=user)}
    now = event.started_at + timedelta(hours=1)

    services.announce_absence(user=user, starts_at=now, ends_at=now + 10 * DAY, now=now)

    assert {row.pk: row.due_at - 2 * DAY for row in Decision.objects.open().filter(holder=user)} == due


def test_the_page_of_absences_shows_the_budget_of_each_event(client) -> None:
    event, user = _event(3)
    _absence(user, event, 1, 3)

    text = signed_in(user).get(reverse("tables:time")).content.decode()

    assert event.name in text
    assert "1 day left" in " ".join(text.split())
