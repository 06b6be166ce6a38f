"""Acts towards another person, with and without a block by that person.

Neither the response nor a later page reveals the block. The number of queries does not reveal it either: it would change the
response time.

The intended effects of a block are left out: waiting tables of the other person and open seats at a table with them are
hidden (docs/decisions/0035-blocks-nobody-is-told.md, tests/site/people/test_relations.py).
"""

import re

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tables.models import Relation, Seat, Table
from tables.services.clubs import founding, members
from tables.services.people import free
from tests.site import factories, keeping
from tests.site.views import masked, page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW


class World:
    """World in which Anna acts. Ben may have blocked Anna, and Carla has not."""

    def __init__(self):
        self.anna, self.ben, self.carla = (factories.person(name) for name in ("Anna", "Ben", "Carla"))
        people = (self.anna, self.ben, self.carla)
        self.over = factories.play_to_end(factories.running_table(*people, game="specimen"))
        self.two = factories.play_to_end(factories.running_table(self.anna, self.ben))
        self.running = factories.running_table(*people)
        self.waiting = factories.open_table(self.anna, seats=3)
        self.club = founding.found_club(user=self.anna, name="Night couriers", now=NOW)
        self.common = founding.found_club(user=self.anna, name="Day couriers", now=NOW)
        for person in (self.ben, self.carla):
            members.invite(club_id=self.common.pk, user=self.anna, name=person.display_name, now=NOW)
            members.join_club(club_id=self.common.pk, user=person, now=NOW)
        free.say_free(user=self.carla, days=3, in_lobby=True, now=NOW)

    def pages(self):
        """Return responses and addresses of pages on which Anna could notice a block."""
        tables = Table.objects.filter(seats__user=self.anna).order_by("pk").distinct()
        addresses = ["/", "/my/", "/my/people/", "/tables/", "/tables/new/?game=specimen", "/watch/", "/my/clubs/", "/clubs/"]
        addresses += [table.get_absolute_url() for table in tables]
        addresses += [reverse("tables:person", args=[person.pk]) for person in (self.ben, self.carla)]
        addresses += [club.get_absolute_url() for club in (self.club, self.common)]
        return [(self.client.get(address), address) for address in addresses]

    def post(self, name, *args, **data):
        return self.client.post(reverse(f"tables:{name}", args=args), data, follow=True)


def offers_a_rematch(world):
    return world.post("rematch", world.over.code)


def offers_a_rematch_for_two(world):
    return world.post("rematch", world.two.code)


def keeps_the_seat_of_a_rematch_no_longer(world):
    offers_a_rematch(world)
    again = Table.objects.get(rematch_of=world.over)
    seat = again.seats.filter(reserved_for=world.ben).first() or again.seats.filter(user=None).first()
    return world.post("release_seat", again.code, position=seat.position)


def invites_by_name(world):
    return world.post("invite_person", world.waiting.code, person=world.ben.display_name)


def invites_by_name_twice(world):
    invites_by_name(world)
    return invites_by_name(world)


def invites_by_ticking(world):
    return world.post("invite_people", world.waiting.code, company=[world.ben.pk, world.carla.pk])


def opens_a_table_for(world):
    fields = {"game": "specimen", "seats": "2", "bots": "0", "pace": "day", "visibility": "public", "nights": "2"}
    data = fields | {"word": "horn", "company": [world.ben.pk]}
    return world.client.post("/tables/new/", data, follow=True)


def keeps(kind):
    def keeps_as(world):
        return world.post("keep_person", world.ben.pk, do="keep", kind=kind, back="people")

    keeps_as.__name__ = f"keeps_as_{kind}"
    return keeps_as


def lets_go(world):
    keeps("favourite")(world)
    return world.post("keep_person", world.ben.pk, do="let_go", kind="favourite", back="people")


def speaks_to(world):
    return world.post("chat", world.running.code, text=f"Hello @{world.ben}")


def invites_to_a_club(world):
    return world.client.post(reverse("clubs:members", args=[world.club.slug]), {"person": world.ben.display_name}, follow=True)


def names_an_officer(world):
    members.name_officer(club_id=world.common.pk, user=world.anna, person_id=world.ben.pk, is_officer=True, now=NOW)


def looks_them_up(world):
    return world.client.get(reverse("tables:person", args=[world.ben.pk]))


def leaves_the_game(world):
    return world.post("resign", world.running.code)


def agrees_to_end(world):
    return world.post("agree", world.running.code)


ACTS = (
    *(offers_a_rematch, offers_a_rematch_for_two, keeps_the_seat_of_a_rematch_no_longer, invites_by_name),
    *(invites_by_name_twice, invites_by_ticking, opens_a_table_for, *map(keeps, Relation.Kind.values), lets_go, speaks_to),
    *(invites_to_a_club, names_an_officer, looks_them_up, leaves_the_game, agrees_to_end),
)
# Parts that differ on each rendering of a page: row numbers, codes of new tables, addresses with a key.
CHANGING = re.compile(
    r"\b(?:event-|beside=)\d+|data-part=\"[^\"]*\"|/t/[a-z0-9]{8}|/i/[\w-]+|\b[a-hjkmnp-z2-9]{8}\b|[\w-]{22,}|\?v=\w+|T\d\d:\d\d:\d\d[.\d]*"
)


def _masked(text):
    return CHANGING.sub("…", masked(text))


def told(world, act, *, is_blocked):
    """Let Anna act, with a block by Ben or without one. Roll everything back.

    Return the number of queries and the response of the act, and her pages after it.
    """
    cache.clear()
    with transaction.atomic():
        if is_blocked:
            Relation.objects.create(owner=world.ben, other=world.anna, kind=Relation.Kind.BLOCKED, made_at=NOW)
        with CaptureQueriesContext(connection) as queries:
            answer = act(world)
        first = [(len(queries), *(("", "") if answer is None else (answer.status_code, _masked(answer.text))))]
        read = [(CHANGING.sub("…", address), page.status_code, _masked(page.text)) for page, address in world.pages()]
        transaction.set_rollback(True)
    return first + read


@pytest.fixture
def world(time_machine):
    time_machine.move_to(NOW, tick=False)
    found = made()
    found.client = signed_in(found.anna)
    return found


@keeping.kept
def made():
    return World()


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.__name__)
def test_no_act_shows_whether_the_other_person_blocks_them(world, act):
    without, blocked = (told(world, act, is_blocked=is_blocked) for is_blocked in (False, True))
    for before, after in zip(without, blocked, strict=True):
        assert after == before


def test_the_comparison_sees_a_difference(world):
    """The comparison notices a difference: a block that Anna sets is visible to her."""

    def looks(_world):
        return _world.client.get(reverse("tables:person", args=[_world.ben.pk]))

    without = told(world, looks, is_blocked=False)
    Relation.objects.create(owner=world.anna, other=world.ben, kind=Relation.Kind.BLOCKED, made_at=NOW)
    assert told(world, looks, is_blocked=False) != without


def test_an_open_seat_beside_them_is_shown_as_what_it_is_for_this_reader(world):
    table = factories.running_table(world.ben, world.carla)
    seat = factories.seat_of(table, world.carla)
    without = page_of(world.client, table.get_absolute_url())
    Relation.objects.create(owner=world.ben, other=world.anna, kind=Relation.Kind.BLOCKED, made_at=NOW)
    Seat.objects.filter(pk=seat.pk).update(opened_at=NOW)
    assert _masked(page_of(world.client, table.get_absolute_url())) == _masked(without)
    assert "open to a substitute" in page_of(signed_in(), table.get_absolute_url())
