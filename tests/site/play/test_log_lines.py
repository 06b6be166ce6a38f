"""Log of a table: its order, headings, marks, filters, and the position behind each line."""

import re

import pytest
from django.urls import reverse

from engines.specimen.actions import SealRoad
from tables.models import SiteEvent, Table
from tables.services import site_events
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Berto")]


@pytest.fixture
def table(people):
    return factories.running_table(*people)


def log_of(page):
    return page[page.index('<ol class="log"') :]


def numbers(page):
    return [int(seq) for seq in re.findall(r'<li id="move-(\d+)"', page)]


def at(table, seq):
    return reverse("tables:at", args=[table.code, seq])


def test_the_newest_move_is_at_the_end_on_every_page(table, people):
    factories.play_to_end(table)
    for address in (table.get_absolute_url(), f"{table.get_absolute_url()}log/"):
        shown = numbers(page_of(signed_in(people[0]), address))
        assert shown == sorted(shown)
        assert shown[-1] == factories.fresh(table).seq


def test_a_page_of_earlier_moves_leads_on_from_its_top(table, people):
    factories.play_to_end(table)
    page = log_of(page_of(signed_in(people[0]), f"{table.get_absolute_url()}log/"))
    assert 0 < page.index('rel="next"') < page.index('<li id="move-')
    before = re.search(r'href="\?before=(\d+)"', page)[1]
    older = page_of(signed_in(people[0]), f"{table.get_absolute_url()}log/?before={before}")
    assert numbers(older)[-1] == int(before) - 1


def test_a_round_is_a_heading(table, people):
    page = page_of(signed_in(people[0]), f"{table.get_absolute_url()}log/")
    assert re.findall(r"<h3>(.*?)</h3>", page) == ["Night 1 begins."]


def test_a_sentence_has_the_colour_of_its_seat_and_own_ones_a_mark(table, people):
    factories.send(factories.seat_of(table, people[0]), SealRoad("valley"))
    own, other, stranger = (
        re.search(r'<p class="([^"]*)">Anna \d+ seals', page_of(signed_in(*who), table.get_absolute_url()))[1].split()
        for who in ([people[0]], [people[1]], [])
    )
    assert own == [other[0], "mine", "faint"]
    assert other == stranger == [other[0], "faint"]


def test_a_gain_and_a_draw_can_be_filtered(table, people):
    factories.play_to_end(table)
    page = page_of(signed_in(people[0]), f"{table.get_absolute_url()}log/")
    assert re.search(r'<p class="[^"]*\bpoints">', page)
    assert re.search(r'<p class="chance">The die', page)
    assert re.findall(r'<option value="(\w+)"', log_filter(page)) == ["mine", "points", "chance", "talk"]


def log_filter(page):
    return page[page.index('id="log-only-') : page.index("</select>", page.index('id="log-only-'))]


def test_onlookers_are_offered_no_moves_of_their_own(table):
    page = page_of(signed_in(), table.get_absolute_url())
    assert re.findall(r'<option value="(\w+)"', log_filter(page)) == ["points", "chance"]


def test_only_a_move_opens_a_position(table, people):
    site_events.record(table=factories.fresh(table), kind=SiteEvent.Kind.PAUSED, now=factories.NOW)
    page = page_of(signed_in(people[0]), table.get_absolute_url())
    assert re.findall(r'<a class="step" href="([^"]+)">#(\d+)</a>', page) == [(at(table, 0), "0")]


def test_a_line_of_a_finished_game_opens_the_replay(table, people):
    factories.play_to_end(table)
    for who in ([people[0]], []):
        answer = signed_in(*who).get(at(table, 3))
        assert answer["Location"] == reverse("archive:step", args=[table.code, 3])


def test_a_line_since_the_viewers_last_move_opens_the_recap(table, people):
    anna, berto = (factories.seat_of(table, who) for who in people)
    factories.send(anna, SealRoad("valley"))
    factories.send(berto, SealRoad("valley"))
    assert signed_in(people[0]).get(at(table, 2))["Location"] == reverse("tables:recap", args=[table.code]) + "?step=1"


def test_what_the_host_keeps_closed_opens_the_log_alone(table, people):
    anna, berto = (factories.seat_of(table, who) for who in people)
    factories.send(anna, SealRoad("valley"))
    factories.send(berto, SealRoad("valley"))
    log = reverse("tables:log", args=[table.code])
    assert signed_in(people[1]).get(at(table, 1))["Location"] == f"{log}?before=2#move-1"
    assert signed_in().get(at(table, 2))["Location"] == f"{log}?before=3#move-2"


def test_a_round_one_may_look_back_to_is_opened(people):
    table = factories.running_table(*people, looks_back=1)
    while factories.fresh(table).round < 2:
        play_one(table)
    assert signed_in().get(at(table, 0))["Location"] == reverse("tables:earlier_round", args=[table.code, 1])


def play_one(table):
    asked = factories.waiting(table)[0]
    seat = table.seats.get(index=asked.seat)
    factories.send(seat, factories.legal(seat, asked)[0], key=asked.key)


def test_a_move_that_was_not_made_has_no_position(table):
    assert signed_in().get(at(table, 1)).status_code == 404
    assert signed_in().get(reverse("tables:at_round", args=[table.code, 1])).status_code == 404


def test_a_round_of_a_finished_game_opens_at_its_first_move(table):
    factories.play_to_end(table)
    answer = signed_in().get(reverse("tables:at_round", args=[table.code, 2]))
    seq = int(answer["Location"].rstrip("/").rpartition("/")[2])
    assert 0 < seq < factories.fresh(table).seq
    ended = Table.objects.get(pk=table.pk)
    assert signed_in().get(reverse("tables:at_round", args=[table.code, ended.round + 1])).status_code == 404
