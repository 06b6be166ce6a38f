"""Recap of events other than moves, in chronological order: on the page, in the email and in the feed."""

import pytest
from django.urls import reverse
from django.utils import timezone

from engines.specimen.actions import SealRoad
from tables.mail.feed import entries
from tables.models import Seat, SiteEvent
from tables.selectors.play import recap
from tables.services import site_events
from tests.site import absence, factories
from tests.site.mail.test_recap_mail import mail_to
from tests.site.play.test_views_live import live
from tests.site.views import HTMX, page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
Kind = SiteEvent.Kind
PAUSED = "The players agreed to pause the game. All clocks are stopped."
GOES_ON = "The game has been resumed. The clocks are running again."


@pytest.fixture(autouse=True)
def noon(time_machine):
    time_machine.move_to(factories.NOW, tick=False)


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Berto", "Chiara")]


@pytest.fixture
def table(people):
    return factories.running_table(*people)


def happens(table, kind, **fields):
    return site_events.record(table=factories.fresh(table), kind=kind, now=timezone.now(), **fields)


def seals(table, person):
    factories.send(factories.seat_of(table, person), SealRoad("valley"))


def look(table, person, step=None):
    address = reverse("tables:recap", args=[table.code]) + (f"?step={step}" if step else "")
    return signed_in(person).get(address)


def told(table, person):
    return list(look(table, person).context["recap"].sentences)


def test_it_stands_between_the_moves_it_happened_between(table, people):
    anna, berto, chiara = people
    happens(table, Kind.EXTENDED, seat=factories.seat_of(table, anna), user_id=anna.pk, facts={"hours": 5})
    seals(table, anna)
    happens(table, Kind.PAUSED)
    seals(table, berto)
    happens(table, Kind.RESUMED)
    assert told(table, anna) == [PAUSED, f"{berto} seals a road.", GOES_ON]
    assert told(table, berto) == [GOES_ON]
    extended = f"Everyone agreed to give {anna} 5 more hours."
    assert [said for said in told(table, chiara) if said in (extended, PAUSED, GOES_ON)] == [extended, PAUSED, GOES_ON]


def test_page_mail_and_feed_tell_it_alike(table, people):
    anna = people[0]
    seals(table, anna)
    happens(table, Kind.PAUSED)
    happens(table, Kind.RESUMED)
    seat = Seat.objects.select_related("table", "user").get(pk=factories.seat_of(table, anna).pk)
    sentences = told(table, anna)
    assert sentences == [PAUSED, GOES_ON]
    assert f"- {PAUSED}\n- {GOES_ON}\n" in mail_to(seat).body
    waiting = people[1]
    assert [list(entry.recap.sentences)[-2:] for entry in entries(waiting)] == [[PAUSED, GOES_ON]]
    page = page_of(signed_in(anna), table.get_absolute_url())
    assert "Since your last move: 2 events." in page


def test_it_is_a_step_at_which_the_board_stands_still(table, people):
    anna, berto, _ = people
    seals(table, anna)
    seals(table, berto)
    happens(table, Kind.PAUSED)
    response = look(table, anna, 2)
    page, shown = response.context["page"], response.context["position"]
    assert (list(shown.step.sentences), list(shown.tallies)) == ([PAUSED], [])
    assert shown.board == page.presenter.board.context(page.seen, page.players)


def test_a_substitute_is_told_what_happened_once_they_sat_there(people):
    table, seat = absence.left_table(*people)
    bea = factories.person("Bea")
    seat = absence.substituted(seat, bea)
    assert told(table, bea) == []


def test_of_a_long_gap_it_tells_none_from_before_the_part_that_is_told(table, people):
    anna, berto, _ = people
    happens(table, Kind.PAUSED)
    seals(table, anna)
    seals(table, berto)
    happens(table, Kind.RESUMED)
    seat = factories.seat_of(table, people[2])
    part = recap.gap(table, seat, viewer=seat.index, most=1)
    assert [event.kind for event in part.beside] == [Kind.RESUMED]
    assert not part.is_all


def test_an_open_page_hears_of_it(table, people):
    """An open page is updated after an event that is not a move.

    The line that links to the recap comes with the log, though the position is unchanged.
    """
    seals(table, people[0])
    client = signed_in(people[0])
    page = page_of(client, table.get_absolute_url())
    assert '<div class="since" id="recap"></div>' in page
    happens(table, Kind.PAUSED)
    assert "Since your last move: 1 event." in page_of(client, live(page), headers=HTMX)
