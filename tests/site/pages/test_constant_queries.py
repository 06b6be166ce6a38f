"""Constant number of queries: list pages, feeds and calendars need as many for many tables as for a few."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from engines.specimen.actions import SealRoad
from tables.models import Club, Feed
from tables.services.clubs import founding, members
from tables.services.lobby import inviting
from tests.leaks.answers import same_chance
from tests.site import archiving, factories
from tests.site.views import signed_in

pytestmark = [pytest.mark.django_db]
FEW, MANY = 3, 9
PAGES = {
    "front page": lambda site: reverse("home"),
    "My games": lambda site: reverse("tables:mine"),
    "count of My games": lambda site: reverse("tables:count"),
    "feed": lambda site: reverse("tables:feed_atom", args=[site.feed.token]),
    "calendar": lambda site: reverse("tables:calendar_ics", args=[site.feed.token]),
    "calendar of a club": lambda site: reverse("tables:club_ics", args=[site.feed.token, site.club.slug]),
    "lobby": lambda site: reverse("tables:lobby"),
    "running games": lambda site: reverse("tables:watch"),
    "archive": lambda site: reverse("archive:list"),
    "feed of the archive": lambda site: reverse("archive:feed"),
    "feed of a game": lambda site: reverse("archive:feed_game", args=["specimen"]),
    "feed of a person": lambda site: reverse("archive:feed_person", args=[site.people[1].pk]),
    "ratings": lambda site: reverse("archive:ratings"),
    "statistics": lambda site: reverse("archive:statistics"),
    "openings": lambda site: reverse("archive:openings", args=["specimen"]),
    "clubs": lambda site: reverse("clubs:list"),
    "club": lambda site: reverse("clubs:club", args=[site.club.slug]),
    "club's dates": lambda site: reverse("clubs:calendar", args=[site.club.slug]),
    "club's chronicle": lambda site: reverse("clubs:chronicle", args=[site.club.slug]),
    "a person": lambda site: reverse("tables:person", args=[site.people[1].pk]),
    "my people": lambda site: reverse("tables:people"),
    "sitemap": lambda site: reverse("sitemap"),
    "staff": lambda site: reverse("staff:tables"),
    "staff's page of a person": lambda site: reverse("staff:person", args=[site.people[1].pk]),
}


class Site:
    """User who plays, watches, is an admin and runs a club, with any number of tables of each kind."""

    def __init__(self):
        self.people = [factories.person(name) for name in ("Anna", "Ben", "Carla")]
        self.people[0].is_staff = True
        self.people[0].save()
        self.feed = Feed.objects.create(user=self.people[0], made_at=factories.NOW)
        self.club = founding.found_club(user=self.people[0], name="The club", joining=Club.Joining.OPEN, now=factories.NOW)
        for person in self.people[1:]:
            members.join_club(club_id=self.club.pk, user=person, now=factories.NOW)
        self.tables = 0

    def grow(self, to):
        """Add one table of each kind, repeatedly, until there are ``to`` of each."""
        anna, ben, carla = self.people
        for number in range(self.tables, to):
            with same_chance(f"lists/{number}"):
                moment = factories.NOW + timedelta(minutes=number)
                more = {"pace": factories.BANKED, "club": self.club, "name": f"Table {number}"}
                mine = factories.filled(factories.open_table(anna, seats=3, **more), anna, ben, carla)
                for seat in mine.seats.select_related("user"):
                    factories.send(seat, SealRoad("valley"), now=moment)
                factories.running_table(anna, ben, pace=factories.BANKED, name=f"Other {number}")
                factories.running_table(ben, carla, name=f"Watched {number}")
                open_one = factories.open_table(ben, name=f"Open {number}", club=self.club if number % 2 else None)
                inviting.invite_person(table_id=open_one.pk, host=ben, name=anna.display_name, now=moment)
                archiving.conceded(anna, ben, now=moment, name=f"Over {number}", club=self.club)
        self.tables = to


@pytest.fixture
def site(time_machine):
    time_machine.move_to(factories.NOW + timedelta(hours=1), tick=False)
    return Site()


def counted(ask):
    """Return the SQL statements of a call made with an empty cache."""
    cache.clear()
    with CaptureQueriesContext(connection) as asked:
        ask()
    return [query["sql"] for query in asked]


def test_every_page_asks_as_often_for_many_tables_as_for_few(site):
    client, found = signed_in(site.people[0]), {}

    def ask(address):
        response = client.get(address)
        assert response.status_code == 200, address

    for size in (FEW, MANY):
        site.grow(size)
        for name, address in PAGES.items():
            ask(address(site))
            found.setdefault(name, []).append(counted(lambda address=address: ask(address(site))))
    assert {name: (len(few), len(many)) for name, (few, many) in found.items() if len(few) != len(many)} == {}
