"""Rounds of one's own events in the calendar of deadlines: where they end, in whose calendar, and when they move or vanish."""

from typing import Any

import pytest
from icalendar import Calendar

from accounts.models import User
from tables.models import Entry, Event, Feed
from tables.services.events import entering, organising
from tests.site import factories
from tests.site.events.running_events import DAY, advance, play_event, play_tables, started
from tests.site.views import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noon(time_machine: Any) -> None:
    time_machine.move_to(factories.NOW + 8 * DAY, tick=False)


def rounds_of(user: User) -> list[Any]:
    """Return the entries of the user's calendar that are rounds of events. The calendar is made if there is none."""
    if not Feed.objects.filter(user=user).exists():
        signed_in(user).post("/my/feed/", {"do": "make"})
    body = signed_in().get(f"/my/feed/{Feed.objects.get(user=user).token}/deadlines.ics").content
    return [entry for entry in Calendar.from_ical(body).walk("VEVENT") if "/events/" in str(entry["URL"])]


def test_a_running_round_ends_in_the_calendar_of_its_players() -> None:
    event, people = started(4)
    drawn = event.rounds.get()

    (entry,) = rounds_of(people[0])

    assert entry.end == drawn.ends_at
    assert entry["SUMMARY"] == "Cup of the couriers: end (Round 1)"
    assert str(entry["URL"]) == f"http://127.0.0.1:8000{event.get_absolute_url()}"
    assert not entry.alarms.times
    assert rounds_of(factories.person()) == []


@pytest.mark.parametrize(("language", "words"), [("de", "Ende (Runde 1)"), ("it", "fine (Turno 1)")])
def test_the_entry_is_in_the_language_of_its_reader(language: str, words: str) -> None:
    _event, people = started(3)
    people[0].language = language
    people[0].save()

    (entry,) = rounds_of(people[0])

    assert str(entry["SUMMARY"]).endswith(words)


def test_a_prolonged_round_moves_its_entry() -> None:
    event, people = started(4)
    (before,) = rounds_of(people[0])

    organising.prolong(event_id=event.pk, by=event.host, reason="Holidays", now=event.closes_at + DAY)

    (after,) = rounds_of(people[0])
    assert (after["UID"], after.end) == (before["UID"], before.end + DAY)
    assert (before["SEQUENCE"], after["SEQUENCE"]) == (0, 1)


def test_the_entry_of_the_next_round_takes_the_place_of_a_round_that_is_over() -> None:
    event, people = started(4)
    (first,) = rounds_of(people[0])
    play_tables(event)
    event = advance(event, event.closes_at + DAY)
    (second,) = rounds_of(people[0])
    assert second["UID"] != first["UID"]
    assert second["SUMMARY"] == "Cup of the couriers: end (Round 2)"

    event = play_event(event, event.closes_at + 2 * DAY)

    assert event.stage == Event.Stage.OVER
    assert rounds_of(people[0]) == []


def test_only_people_who_still_play_have_the_entry() -> None:
    event, people = started(5)
    newcomer = factories.person()
    gone, replaced = people[0], people[1]
    entering.withdraw(event_id=event.pk, user=gone, now=event.closes_at)
    entry = Entry.objects.get(event=event, user=replaced)
    organising.replace(
        event_id=event.pk, by=event.host, entry=entry.pk, name=newcomer.display_name, reason="Ill", now=event.closes_at
    )

    assert [len(rounds_of(user)) for user in (gone, replaced, newcomer, people[2])] == [0, 0, 1, 1]


def test_a_knocked_out_player_has_no_later_rounds() -> None:
    event, _people = started(4, format="knockout", round_count=0, least=4)
    for _round in range(5):
        play_tables(event)
        event = advance(event, event.closes_at + DAY)
        last = event.rounds.order_by("number").last()
        seated = {number for row in last.tables.all() for number in row.players}
        if len(seated) < 4:
            break
    entries = Entry.objects.filter(event=event).select_related("user")
    assert {entry.number: len(rounds_of(entry.user)) for entry in entries} == {
        entry.number: int(entry.number in seated) for entry in entries
    }
    assert len(seated) == 2


def test_every_division_has_its_own_end() -> None:
    _event, people = started(5, format="season", seats=3, round_count=0, game="gonzaga", options={})

    (entry,) = rounds_of(people[0])

    assert entry["SUMMARY"] == "Cup of the couriers: end (Division 1)"
