"""Table talk and spectator chat: readable back to the first line, and counted as read once a page has shown them."""

import re
from html import unescape
from urllib.parse import urljoin

import pytest
from django.urls import reverse

from tables.models import ChatMessage, MoveComment, OnlookerLine, Report
from tables.selectors.archive import comments
from tables.selectors.people import onlookers, reports
from tables.selectors.play import asking
from tests.site import archiving, factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW


def walked(client, address):
    """Return the numbers of the chat lines on a page and on the earlier pages linked from it, earliest first."""
    said = []
    while True:
        page = page_of(client, address)
        said = re.findall(r"line-(\d+)-", page) + said
        onward = re.search(r'href="([^"]*\bbefore=\d+)[^"]*"', page)
        if onward is None:
            return said
        address = urljoin(address, unescape(onward[1]))


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


@pytest.mark.parametrize("query", ["", "?eyes=none"])
def test_comments_on_a_move_can_be_read_to_the_first(people, query):
    anna, ben, _watcher = people
    table = archiving.finished(anna, ben)
    count = 2 * comments.MOST
    made = (MoveComment(table=table, seq=3, user=ben, text=f"line-{number}-", at=NOW) for number in range(count))
    MoveComment.objects.bulk_create(made)
    address = reverse("archive:step", args=[table.code, 3]) + query
    client = signed_in(anna)
    assert walked(client, address) == [str(number) for number in range(count)]
    earlier = re.search(r'href="([^"]*before=\d+)#comments"', page_of(client, address))
    assert earlier is not None
    assert ("eyes=none" in earlier[1]) is bool(query)


@pytest.mark.parametrize("named", ["page", "about", "by"])
def test_admins_read_every_report_that_was_settled(people, named):
    anna, ben, watcher = people
    watcher.is_staff = True
    watcher.save(update_fields=["is_staff"])
    settled = {"outcome": Report.Outcome.NOTHING, "settled_at": NOW, "settled_by": watcher}
    count = 2 * reports.SHOWN + 5
    Report.objects.bulk_create(Report(reporter=anna, about=ben, reason="Rude.", at=NOW, **settled) for _each in range(count))
    newest = Report.objects.latest("pk")
    here = reverse("staff:reports") if named == "page" else reverse("staff:report", args=[newest.pk])
    address, found = here, set()
    while address:
        page = page_of(signed_in(watcher), address)
        found |= set(re.findall(rf'href="{reverse("staff:reports")}(\d+)/"', page))
        onward = re.search(rf'rel="next" href="(\?{named}=\d+)', page)
        address = here + onward[1] if onward else ""
    assert len(found | {str(newest.pk)}) == count


@pytest.mark.parametrize("number", ["x", "0", "9" * 30, ""])
def test_a_page_of_reports_that_there_is_not_is_the_nearest(people, number):
    anna, ben, watcher = people
    watcher.is_staff = True
    watcher.save(update_fields=["is_staff"])
    report = Report.objects.create(reporter=anna, about=ben, reason="Rude.", at=NOW)
    query = f"?page={number}&about={number}&by={number}"
    assert "Rude." in page_of(signed_in(watcher), reverse("staff:report", args=[report.pk]) + query)
    assert "Rude." in page_of(signed_in(watcher), reverse("staff:reports") + query)
