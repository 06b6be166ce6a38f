"""List of finished games: visibility, filters, order and pages."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from tables.models import Table
from tables.selectors.archive import finding
from tables.services.lobby import tables
from tables.services.play import ending
from tests.site import archiving, factories, keeping
from tests.site.archiving import signed_in, text_of

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
DAY = timedelta(days=1)


@keeping.kept
def person(name):
    return User.objects.create_user(f"{name.lower()}@example.org", display_name=name)


def names(response):
    return [row["title"] for row in response.context["rows"]]


def listed(query="", user=None):
    return names(signed_in(user).get(f"/archive/{query}", follow=True))


@pytest.fixture
def elena():
    return person("Elena")


@pytest.fixture
def franco():
    return person("Franco")


@pytest.fixture
@keeping.kept
def games(elena, franco):
    """Create four finished games of three people, one a day."""
    gino = person("Gino")
    archiving.conceded(elena, franco, name="first", now=NOW)
    archiving.conceded(franco, gino, name="second", now=NOW + DAY, game="gonzaga")
    archiving.conceded(elena, gino, name="third", now=NOW + 2 * DAY, game="gonzaga")
    three = factories.running_table(elena, franco, gino, name="fourth", now=NOW + 3 * DAY)
    for user in (elena, franco, gino):
        ending.agree_to_end(table_id=three.pk, user=user, now=NOW + 3 * DAY)
    archiving.archived(three)


def test_only_games_that_are_over_are_listed(elena, franco):
    archiving.conceded(elena, franco, name="over")
    factories.running_table(elena, franco, name="running")
    waiting = factories.open_table(elena, name="cancelled")
    tables.cancel_table(table_id=waiting.pk, user=elena, now=NOW)
    factories.open_table(elena, name="waiting")
    for user in (None, elena, franco):
        assert listed(user=user) == ["over"]


def test_a_private_game_is_listed_for_those_who_sat_there(elena, franco):
    archiving.conceded(elena, franco, name="ours", visibility="private")
    assert listed(user=elena) == listed(user=franco) == ["ours"]
    assert listed() == listed(user=person("Stranger")) == []
    assert listed("?player=Elena") == []


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", "fourth third second first"),
        ("?game=gonzaga", "third second"),
        ("?player=elena", "fourth third first"),
        ("?player=an", "fourth second first"),
        ("?seats=3", "fourth"),
        ("?since=2026-03-06", "fourth third"),
        ("?until=2026-03-05", "second first"),
        ("?since=2026-03-05&until=2026-03-06", "third second"),
        ("?since=2026-03-06&until=2026-03-05", ""),
        ("?game=gonzaga&player=elena", "third"),
        ("?player=franco&seats=2&order=oldest", "first second"),
        ("?game=gonzaga&player=franco&seats=2&since=2026-03-05&until=2026-03-05", "second"),
        ("?game=&player=&seats=&since=&until=&order=", "fourth third second first"),
        ("?order=oldest", "first second third fourth"),
    ],
)
def test_filters_narrow_the_list_together(query, expected):
    assert listed(query) == expected.split()


def test_games_can_be_sorted_by_their_length(elena, franco):
    archiving.finished(elena, franco, name="long", options={"version": "1", "nights": 2})
    archiving.finished(elena, franco, name="middle")
    archiving.conceded(elena, franco, name="short")
    assert listed("?order=longest") == ["long", "middle", "short"]
    assert listed("?order=shortest") == ["short", "middle", "long"]


def test_days_are_those_of_the_reader(elena, franco):
    archiving.conceded(elena, franco, name="late", now=NOW.replace(hour=23))
    assert listed("?since=2026-03-05") == []
    franco.time_zone = "Europe/Rome"
    franco.save(update_fields=["time_zone"])
    assert listed("?since=2026-03-05", franco) == ["late"]
    assert listed("?until=2026-03-04", franco) == []


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(
    "query",
    [
        "?game=chess",
        "?seats=9",
        "?seats=two",
        "?since=yesterday",
        "?until=2026-02-30",
        "?order=best",
        "?player=%00",
        "?player=" + "x" * 61,
        "?since=99999999999999999999-01-01",
    ],
)
def test_a_bad_filter_says_so_and_shows_no_wrong_games(query):
    response = signed_in().get(f"/archive/{query}")
    assert response.context["form"].errors
    assert "errorlist" in response.content.decode()
    assert "The filters contain an error." in text_of(response)
    assert names(response) == []


@pytest.mark.parametrize("year", ["0001", "9999"])
def test_the_ends_of_the_calendar_are_days_like_others(year, games):
    assert len(listed(f"?since={year}-01-01&until=9999-12-31")) == (4 if year == "0001" else 0)


HUGE = ["2026-03-04T12:00:00%2B00:00~-1", "2026-03-04T12:00:00%2B00:00~" + "9" * 30, "0001-01-01T00:00:00%2B14:00~1"]


@pytest.mark.parametrize(
    "cursor",
    [
        "x",
        "~",
        "~1",
        "2026-03-04~1",
        "2026-03-04T12:00:00~1",
        "5~1",
        "2026-03-04T12:00:00%2B00:00~x",
        "%00~%00",
        "9" * 5000,
        *HUGE,
    ],
)
def test_a_cursor_that_is_not_ours_leads_nowhere(cursor, games):
    response = signed_in().get(f"/archive/?after={cursor}")
    assert response.status_code == 404
    assert "This address does not exist." in text_of(response)


def test_a_cursor_of_another_order_leads_nowhere(games):
    cursor = "2026-03-04T12:00:00%2B00:00~1"
    assert signed_in().get(f"/archive/?after={cursor}").status_code == 200
    assert signed_in().get(f"/archive/?after={cursor}&order=longest").status_code == 404


def pages(query, user=None):
    """Yield the names of the games on each page of the list, following the link to the next page."""
    address = f"/archive/{query}"
    while address:
        response = signed_in(user).get(address, follow=True)
        yield names(response)
        address = response.context["later"]


@pytest.mark.parametrize("order", list(finding.Order))
def test_pages_are_complete_though_all_ended_at_once(order, elena, franco, monkeypatch):
    monkeypatch.setattr(finding, "PAGE_SIZE", 3)
    expected = {archiving.conceded(elena, franco, name=f"game {number}").name for number in range(8)}
    found = list(pages(f"?order={order}"))
    assert [len(page) for page in found] == [3, 3, 2]
    assert {name for page in found for name in page} == expected


def test_a_full_last_page_leads_no_further(elena, franco, monkeypatch):
    monkeypatch.setattr(finding, "PAGE_SIZE", 2)
    for number in range(4):
        archiving.conceded(elena, franco, name=f"game {number}")
    assert [len(page) for page in pages("")] == [2, 2]


def test_a_game_that_ends_meanwhile_shifts_nothing(elena, franco, monkeypatch):
    monkeypatch.setattr(finding, "PAGE_SIZE", 2)
    for number in range(4):
        archiving.conceded(elena, franco, name=f"game {number}", now=NOW + number * DAY)
    first = signed_in().get("/archive/")
    archiving.conceded(elena, franco, name="newest", now=NOW + 9 * DAY)
    assert names(first) + names(signed_in().get(first.context["later"])) == ["game 3", "game 2", "game 1", "game 0"]


def test_filters_go_along_to_the_next_page(games, monkeypatch):
    monkeypatch.setattr(finding, "PAGE_SIZE", 1)
    assert list(pages("?player=elena&order=oldest")) == [["first"], ["third"], ["fourth"]]
    second = signed_in().get(signed_in().get("/archive/?player=elena").context["later"])
    assert second.context["beginning"] == "/archive/?player=elena"


def test_queries_do_not_grow_with_games_and_players(elena, franco):
    def count():
        with CaptureQueriesContext(
            connection,
        ) as queries:
            signed_in().get("/archive/?player=elena&order=longest")
        return len(queries)

    archiving.conceded(elena, franco)
    one = count()
    for number in range(6):
        table = factories.running_table(elena, *(factories.person() for _each in range(2)), name=f"game {number}")
        for seat in table.seats.all():
            ending.resign(table_id=table.pk, user=seat.user, now=NOW)
        archiving.archived(table)
    assert Table.objects.filter(status="ended").count() == 7
    assert count() == one


def test_a_line_tells_places_points_and_who_left(elena, franco):
    gino = person("Gino")
    table = factories.running_table(elena, franco, gino, options=archiving.ONE_NIGHT, name="night")
    ending.resign(table_id=table.pk, user=franco, now=NOW)
    table = archiving.archived(factories.play_to_end(table))
    line = signed_in().get("/archive/").context["rows"][0]
    assert [(seat["place"], seat["left"]) for seat in line["seats"]] == [(1, False), (2, False), (3, True)]
    assert line["seats"][2]["name"] == "Franco"
    page = text_of(signed_in().get("/archive/"))
    assert f"Place 3 Franco {table.seats.get(user=franco).score} left the game" in page
    assert "played to the end" in page


def test_an_account_that_was_deleted_leaves_no_name(elena, franco):
    archiving.conceded(elena, franco, name="old")
    franco.delete()
    page = text_of(signed_in().get("/archive/"))
    assert "Place 2 a former player" in page
    assert "Franco" not in page


def test_an_empty_archive_leads_to_the_lobby():
    response = signed_in().get("/archive/")
    assert "No finished games yet." in text_of(response)
    assert 'href="/tables/"' in response.content.decode()


def test_filters_that_fit_nothing_offer_all_games(games):
    response = signed_in().get("/archive/?player=nobody+of+that+name")
    assert "No finished games match these filters." in text_of(response)
    assert '<a class="button quiet" href="/archive/">' in response.content.decode()


def test_a_game_of_today_is_found_by_todays_date(elena, franco):
    now = timezone.now()
    archiving.conceded(elena, franco, name="today", now=now)
    today: date = timezone.localdate(now)
    assert listed(f"?since={today}&until={today}") == ["today"]
