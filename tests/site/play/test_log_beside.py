"""Log entries for events other than moves: in chronological order, as sentences, for all viewers."""

import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from engines.specimen.actions import SealRoad
from tables import paces
from tables.clock import PACES
from tables.models import SiteEvent, Table
from tables.present.play.site_events import sentence
from tables.selectors.play import log
from tables.services import site_events, sweeping
from tables.services.play import ending
from tables.services.site_events import Operator
from tests.site import absence, factories
from tests.site.absence import NOW, sweep
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
Kind = SiteEvent.Kind


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Berto", "Chiara")]


@pytest.fixture
def table(people):
    return factories.running_table(*people)


def event(table, kind, **fields):
    return site_events.record(table=factories.fresh(table), kind=kind, now=NOW, **fields)


def marks(page):
    return re.findall(r'<li id="((?:move|event)-\d+)"', page)


def test_it_stands_after_the_move_it_followed_and_in_its_order(table, people):
    first = event(table, Kind.PAUSED)
    factories.send(factories.seat_of(table, people[0]), SealRoad("valley"))
    second, third = event(table, Kind.RESUMED), event(table, Kind.PAUSED)
    factories.send(factories.seat_of(table, people[1]), SealRoad("valley"))
    expected = ["move-0", f"event-{first.pk}", "move-1", f"event-{second.pk}", f"event-{third.pk}", "move-2"]
    for name in ("", "log/"):
        assert marks(page_of(signed_in(), table.get_absolute_url() + name)) == expected


def test_page_by_page_each_stands_once(table):
    table = factories.play_to_end(Table.objects.get(pk=table.pk))
    for seq in range(0, table.seq + 1, 3):
        Table.objects.filter(pk=table.pk).update(seq=seq)
        event(table, Kind.PAUSED)
    Table.objects.filter(pk=table.pk).update(seq=table.seq)
    found, address = [], f"{table.get_absolute_url()}log/"
    while address:
        page = page_of(signed_in(), address)
        found += marks(page)
        older = re.search(r'href="\?before=(\d+)"', page)
        address = f"{table.get_absolute_url()}log/?before={older[1]}" if older else ""
    events = [mark for mark in found if mark.startswith("event")]
    assert table.seq > log.PAGE / 2
    assert len(events) == len(set(events)) == table.site_events.count()
    assert len(found) == len(set(found))


def test_the_log_asks_the_same_however_much_happened(table):
    def count():
        with CaptureQueriesContext(connection) as queries:
            signed_in().get(f"{table.get_absolute_url()}log/")
        return len(queries)

    event(table, Kind.STEWARD, seat=table.seats.first(), user_id=table.seats.first().user_id)
    before = count()
    for seat in table.seats.all():
        event(table, Kind.STEWARD, seat=seat, user_id=seat.user_id)
    assert count() == before


def test_the_replay_of_a_finished_game_tells_it_too(people):
    table, seat = absence.left_table(*people)
    absence.substituted(seat, factories.person("Bea"))
    factories.play_to_end(table)
    page = page_of(signed_in(), f"/archive/{table.code}/")
    log = page[page.index('id="whole-game"') :]
    assert log.index("has left the table.") < log.index("has taken over the seat from the steward") < log.index('id="log-1"')


def test_an_outage_is_told_with_its_length(table):
    sweep(NOW)
    sweeping.sweep(now=NOW + 3 * absence.HOUR)
    assert "The site was down for 3 hours. All deadlines were extended by the same amount of time." in page_of(
        signed_in(), table.get_absolute_url()
    )


# Words


@pytest.mark.parametrize("kind", Kind.values)
@pytest.mark.parametrize("operator", [None, Operator(None, "somebody asked us to")])
def test_every_kind_has_a_sentence_of_its_own(table, people, kind, operator):
    seat = factories.seat_of(table, people[0])
    facts = {"hours": 24, "minutes": 90, "pace": paces.to_text(PACES["day"])}
    made = event(table, Kind(kind), seat=seat, user_id=people[0].pk, facts=facts, operator=operator)
    said = sentence(made)
    assert said.endswith((".", "somebody asked us to"))
    assert said != Kind(kind).label
    assert "%" not in said
    assert ("somebody asked us to" in said) == (operator is not None)


def test_no_two_kinds_are_told_alike(table, people):
    seat = factories.seat_of(table, people[0])
    facts = {"hours": 1, "minutes": 9, "pace": paces.to_text(PACES["day"])}
    said = [sentence(event(table, kind, seat=seat, user_id=people[0].pk, facts=facts)) for kind in Kind]
    assert len(set(said)) == len(said)


@pytest.mark.parametrize(
    ("facts", "said"),
    [({"hours": 1}, "Everyone agreed to give Anna"), ({"hours": 36}, "36 more hours.")],
)
def test_more_time_is_told_in_hours(table, people, facts, said):
    made = event(table, Kind.EXTENDED, seat=factories.seat_of(table, people[0]), user_id=people[0].pk, facts=facts)
    assert said in sentence(made)


def test_it_names_who_it_was_and_not_who_sits_there_now(people):
    table, seat = absence.left_table(*people)
    absence.substituted(seat, factories.person("Bea"))
    page = page_of(signed_in(), table.get_absolute_url())
    assert f"{people[0]} has left the table." in page


def test_moves_made_before_name_who_made_them(people):
    table = factories.running_table(*people)
    seat = factories.seat_of(table, people[0])
    factories.send(seat, SealRoad("ridge"))
    ending.resign(table_id=table.pk, user=people[0], now=NOW)
    absence.substituted(seat, bea := factories.person("Bea"))
    log = page_of(signed_in(), reverse("tables:log", args=[table.code]))
    assert f"{people[0]} seals a road." in log
    assert f"{bea} seals a road." not in log
    factories.play_to_end(table)
    replay = page_of(signed_in(), f"/archive/{table.code}/1/")
    assert f"{people[0]} seals a road." in replay


def test_facts_hold_no_secret(people):
    table, seat = absence.left_table(*people)
    now = absence.miss(table.seats.get(user=people[1]), 1)
    ending.resign(table_id=table.pk, user=people[1], now=now)
    absence.substituted(seat, factories.person("Bea"))
    assert {key for row in table.site_events.all() for key in json.loads(row.facts)} == set()
