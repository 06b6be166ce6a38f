"""Calendar of deadlines: an entry with an alarm for each waiting game. It follows the clock and disappears after the answer."""

from datetime import timedelta

import ics
import pytest
from icalendar import Calendar

from engines import registry
from engines.contract import Trait, view
from tables.models import Decision, Feed, Table
from tables.selectors import coding
from tables.services.time import pausing
from tests.engines.walks import needs
from tests.rows import rewrite
from tests.site import archiving, factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
PAGE = "/my/feed/"


@pytest.fixture(autouse=True)
def noon(time_machine):
    time_machine.move_to(factories.NOW, tick=False)


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Berto")]


def made(user):
    """Create a calendar on its page, and return the calendar's path."""
    signed_in(user).post(PAGE, {"do": "make"})
    return f"/my/feed/{Feed.objects.get(user=user).token}/deadlines.ics"


def read(path):
    """Return the calendar's entries, as a calendar program without cookies reads them."""
    response = signed_in().get(path)
    assert (response.status_code, response["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    is_well_written(response.content)
    calendar = Calendar.from_ical(response.content)
    assert not calendar.errors
    assert {"VERSION", "PRODID"} <= set(calendar)
    return calendar.events


def is_well_written(body):
    """Check the calendar with an independent reader and against the line rules of RFC 5545 3.1."""
    read_by_others = ics.Calendar(body.decode())
    assert len(read_by_others.events) == body.count(b"BEGIN:VEVENT")
    lines = body.split(b"\r\n")
    assert all(len(line) <= 75 and b"\n" not in line and b"\r" not in line for line in lines)
    assert lines[-1] == b""


def due(table, user):
    return Decision.objects.open().get(table=table, seat__user=user).over_at


def test_an_entry_ends_with_the_own_time_says_what_is_asked_and_rings_before(people):
    table = factories.running_table(*people, game="gonzaga", name="Via <Emilia>; & co, Milano")
    (entry,) = read(made(people[0]))
    assert entry.end == due(table, people[0])
    assert entry["SUMMARY"] == "Gonzaga “Via <Emilia>; & co, Milano”: Plan the round"
    assert entry["URL"] == f"http://127.0.0.1:8000/t/{table.code}/"
    (alarm,) = entry.alarms.times
    assert entry.end - alarm.trigger == min(timedelta(hours=12), timedelta(minutes=table.decision_minutes) / 4)
    assert {str(entry["CLASS"]), str(entry["TRANSP"])} == {"PRIVATE", "TRANSPARENT"}


def test_it_is_gone_when_answered_and_another_when_asked_again(people):
    table = factories.running_table(*people)
    path = made(people[0])
    first = read(path)[0]["UID"]
    seat = factories.seat_of(table, people[0])
    factories.send(seat, factories.legal(seat, factories.waiting(table, seat)[0])[0])
    for _move in range(9):
        if factories.waiting(table, seat):
            break
        assert read(path) == []
        other = table.seats.select_related("table").exclude(pk=seat.pk).get()
        factories.send(other, factories.legal(other, factories.waiting(table, other)[0])[0])
    (again,) = read(path)
    assert again["UID"] != first


def test_it_moves_with_the_clock_and_rests_with_it(people):
    table = factories.running_table(*people)
    path = made(people[0])
    (before,) = read(path)
    later = due(table, people[0]) + timedelta(days=2)
    Decision.objects.filter(table=table).update(over_at=later, due_at=later)
    (after,) = read(path)
    assert (after["UID"], after.end) == (before["UID"], later)
    pausing.pause(factories.fresh(table), now=factories.NOW)
    assert read(path) == []


def revision(entry):
    assert entry["LAST-MODIFIED"].dt == entry["DTSTAMP"].dt
    return entry["SEQUENCE"], entry["DTSTAMP"].dt


def test_an_entry_says_how_often_and_when_it_has_changed(people, time_machine):
    """Changed entries have a new DTSTAMP and SEQUENCE. Otherwise calendar programs keep the old entry (RFC 5545 3.8.7)."""
    table = factories.running_table(*people)
    path = made(people[0])
    (first,) = read(path)
    assert revision(first) == (0, factories.NOW)
    time_machine.move_to(factories.NOW + timedelta(hours=1), tick=False)
    (same,) = read(path)
    assert revision(same) == revision(first)
    pausing.pause(factories.fresh(table), now=factories.NOW)
    assert read(path) == []
    pausing.resume(factories.fresh(table), now=factories.NOW + timedelta(hours=1))
    (later,) = read(path)
    assert later["UID"] == first["UID"]
    assert later.end == first.end + timedelta(hours=1)
    assert revision(later) == (1, factories.NOW + timedelta(hours=1))
    Table.objects.filter(pk=table.pk).update(name="Another")
    (renamed,) = read(path)
    assert revision(renamed) == (2, factories.NOW + timedelta(hours=1, seconds=1)), "newer even within the same second"


def test_an_entry_tells_what_there_is_after_the_own_time(people):
    table = factories.running_table(*people)
    row = Decision.objects.open().get(table=table, seat__user=people[0])
    bank_at = row.over_at + timedelta(hours=8)
    Decision.objects.filter(pk=row.pk).update(bank_at=bank_at, due_at=bank_at + timedelta(days=8))
    (entry,) = read(made(people[0]))
    assert entry.end == row.over_at
    assert ", then 8 days of time bank" in entry["DESCRIPTION"]


def test_entries_keep_their_names_wherever_the_site_is(people, settings):
    factories.running_table(*people)
    path = made(people[0])
    before = read(path)[0]["UID"]
    settings.SITE_URL = "https://post.example:8443"
    assert read(path)[0]["UID"] == before


def test_what_may_not_stand_in_a_calendar_spoils_nothing(people):
    table = factories.running_table(*people)
    Table.objects.filter(pk=table.pk).update(name="Via\x0b Emilia; Müller, 🎲" * 3)
    (entry,) = read(made(people[0]))
    assert "Via Emilia; Müller, 🎲" in entry["SUMMARY"]


def test_it_speaks_its_readers_language_and_is_sent_once(people):
    factories.running_table(*people, game="gonzaga")
    people[0].language = "it"
    people[0].save()
    path = made(people[0])
    (entry,) = read(path)
    assert entry["SUMMARY"] == "Gonzaga: Pianificare il turno"
    response = signed_in().get(path)
    assert signed_in().get(path, headers={"if-none-match": response["ETag"]}).status_code == 304


@pytest.mark.parametrize("game", [engine.slug for engine in registry.engines(specimens=True)])
def test_nothing_that_only_i_know_stands_in_it(people, game):
    """The calendar contains no private facts.

    Its bytes are the same in another hidden state that a spectator cannot rule out.
    """
    engine = registry.engine(game)
    needs(engine, Trait.HIDDEN)
    table = archiving.witnessed(people, game=game, most=7).table
    seen = view(coding.state(game, table.state), None)
    paths = [made(user) for user in people]
    bodies = [signed_in().get(path).content for path in paths]
    key = b"\1" * 32
    rewrite(Table.objects.filter(pk=table.pk), state=coding.to_text(engine.imagine(seen, key)), secret=key)
    assert [signed_in().get(path).content for path in paths] == bodies


def test_a_new_address_takes_the_old_ones_place_and_the_page_shows_it(people):
    first, second = made(people[0]), made(people[0])
    assert signed_in().get(first).status_code == 404
    assert f"http://127.0.0.1:8000{second}" in page_of(signed_in(people[0]), PAGE)
    signed_in(people[0]).post(PAGE, {"do": "revoke"})
    assert signed_in().get(second).status_code == 404
