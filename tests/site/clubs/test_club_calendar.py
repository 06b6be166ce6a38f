"""Deadlines of a club: a page and a calendar, for members only."""

from datetime import timedelta

import ics
import pytest
from django.urls import reverse
from icalendar import Calendar

from tables.models import Club, Decision
from tables.services.clubs import founding, members
from tables.services.mail import feeds
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Ben", "Carla")]


@pytest.fixture
def club(people):
    """Return a club with the members Anna and Ben but not Carla, and with a running game of Anna and Ben."""
    club = founding.found_club(user=people[0], name="The Tuesday club", joining=Club.Joining.OPEN, now=NOW)
    members.join_club(club_id=club.pk, user=people[1], now=NOW)
    factories.running_table(*people[:2], club=club, visibility="private", name="Hidden game")
    return club


def ics_of(user, club):
    feed = feeds.make_feed(user_id=user.pk, now=NOW)
    return reverse("tables:club_ics", args=[feed.token, club.slug])


def test_members_read_until_when_tables_wait(club, people):
    address = reverse("clubs:calendar", args=[club.slug])
    assert "Hidden game" in page_of(signed_in(people[1]), address)
    assert signed_in(people[2]).get(address).status_code == 404
    assert "/login/" in signed_in().get(address)["Location"]


def test_a_calendar_has_an_entry_for_each_table_under_an_address_of_ones_own(club, people):
    address = ics_of(people[1], club)
    assert address in page_of(signed_in(people[1]), reverse("clubs:calendar", args=[club.slug]))
    answer = signed_in().get(address)
    assert answer["Content-Type"].startswith("text/calendar")
    assert answer.content.count(b"BEGIN:VEVENT") == 1
    assert b"SUMMARY:Hidden game" in answer.content
    assert answer.content == signed_in().get(address).content


def test_an_entry_moves_with_its_table_and_says_so(club, people, settings):
    address = ics_of(people[1], club)
    before = entry_of(address)
    later = before.end + timedelta(days=2)
    Decision.objects.open().update(over_at=later, due_at=later + timedelta(days=3), bank_at=later)
    settings.SITE_URL = "https://post.example"
    after = entry_of(address)
    assert (after["UID"], after.end, after["SEQUENCE"]) == (before["UID"], later, 1)
    assert after["DTSTAMP"].dt > before["DTSTAMP"].dt
    assert ", then 3 days of time bank" in after["DESCRIPTION"]


def entry_of(address):
    body = signed_in().get(address).content
    assert len(ics.Calendar(body.decode()).events) == 1
    (entry,) = Calendar.from_ical(body).events
    return entry


def test_who_is_no_member_or_no_longer_reads_nothing(club, people):
    mine, theirs = ics_of(people[1], club), ics_of(people[2], club)
    assert signed_in().get(theirs).status_code == 404
    members.leave_club(club_id=club.pk, user=people[1], now=NOW)
    assert signed_in().get(mine).status_code == 404
