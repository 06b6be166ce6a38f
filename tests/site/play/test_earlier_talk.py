"""Table talk and the talk of onlookers can be read to its beginning, and counts as read once it was shown."""

import re

import pytest
from django.urls import reverse

from tables.models import ChatMessage, OnlookerLine
from tables.selectors.people import onlookers
from tables.selectors.play import asking
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW


def walked(client, address):
    """All lines on a page and on those before it, the earliest first."""
    said = []
    while True:
        page = page_of(client, address)
        said = re.findall(r"line-(\d+)-", page) + said
        onward = re.search(r'href="([^"]*\?before=\d+)"', page)
        if onward is None:
            return said
        address = onward[1] if onward[1].startswith("/") else address.partition("?")[0] + onward[1]


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Ben", "Watcher")]


def say(table, user, count, model=ChatMessage):
    model.objects.bulk_create(model(table=table, user=user, text=f"line-{number}-", at=NOW) for number in range(count))


@pytest.mark.parametrize("waits", [False, True])
def test_all_of_the_talk_can_be_read_page_after_page_without_scripts(people, waits):
    anna, ben, _watcher = people
    table = factories.open_table(anna) if waits else factories.running_table(anna, ben)
    count = 2 * asking.CHAT + 5
    say(table, ben, count)
    assert walked(signed_in(anna), table.get_absolute_url()) == [str(number) for number in range(count)]


def test_unread_lines_that_no_page_has_shown_are_not_read_by_a_look(people):
    anna, ben, _watcher = people
    table = factories.running_table(anna, ben)
    say(table, ben, asking.CHAT + 5)
    client = signed_in(anna)
    assert "intersect once" not in page_of(client, table.get_absolute_url())
    seat = factories.seat_of(table, anna)
    first = ChatMessage.objects.filter(table=table).order_by("pk")[4]
    page_of(client, reverse("tables:talk", args=[table.code]) + f"?before={first.pk}")
    seat.refresh_from_db()
    assert seat.read_chat == 0
    type(seat).objects.filter(pk=seat.pk).update(read_chat=first.pk)
    assert "intersect once" not in page_of(client, table.get_absolute_url())
    type(seat).objects.filter(pk=seat.pk).update(read_chat=first.pk + 1)
    assert "intersect once" in page_of(client, table.get_absolute_url())


def test_what_onlookers_say_can_be_read_to_its_beginning(people):
    anna, ben, watcher = people
    table = factories.running_table(anna, ben)
    count = onlookers.NEWEST + 5
    say(table, watcher, count, OnlookerLine)
    address = reverse("tables:onlookers", args=[table.code])
    assert walked(signed_in(watcher), address) == [str(number) for number in range(count)]


@pytest.mark.parametrize("before", ["x", "9" * 30, "-1", ""])
def test_an_address_with_a_number_that_is_none_leads_somewhere(people, before):
    anna, ben, _watcher = people
    table = factories.running_table(anna, ben)
    say(table, ben, 2)
    address = reverse("tables:talk", args=[table.code])
    assert "line-1-" in page_of(signed_in(anna), f"{address}?before={before}")
    assert signed_in(anna).get(f"{address}?before=1").status_code == 302
