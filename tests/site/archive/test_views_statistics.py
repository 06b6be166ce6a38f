"""Pages of statistics over finished games."""

import re
from html import unescape
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engines import registry
from tables.models import Table
from tables.present.archive import statistics as words
from tables.selectors.archive.statistics import Spread
from tables.services.archive import archiving as archive_rows
from tests.site import archiving, factories
from tests.site.archiving import text_of
from tests.site.counting import finished
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
ALL = "/archive/statistics/"
GONZAGA = "/archive/statistics/gonzaga/"


def shown(address: str = GONZAGA, language: str = "en") -> str:
    response = Client(headers={"accept-language": language}).get(address)
    assert response.status_code == 200
    return text_of(response)


@pytest.fixture
def games():
    """Create two games of two players and one of three."""
    finished(90, 80, openings=["italia.cities", "francia.cities"], facets={"scenario": "colombo"}, plies=40, rounds=9)
    finished(70, 110, openings=["italia.cities", "italia.cities"], facets={"scenario": "erasmo"}, plies=60, rounds=11)
    finished(
        60, 50, 40, openings=["inactive.alliance", "", "italia.cities"], facets={"scenario": "erasmo"}, plies=71, rounds=11
    )


@pytest.mark.parametrize("game", [engine.slug for engine in registry.engines(specimens=True)])
def test_every_game_has_a_page_even_without_games(game):
    page = shown(f"{ALL}{game}/")
    assert "No public game has been finished yet." in page
    assert "Find a table" in page


def test_a_game_without_variants_is_counted_as_a_whole():
    """A game without variants is counted in full. Its page used to fail with a server error."""
    archiving.finished(*(factories.person(name) for name in ("Anna", "Bruno")), game="pebbles", options={})
    assert "Based on 1 game." in shown(f"{ALL}pebbles/")
    assert "Based on 1 game." in shown(f"{ALL}pebbles/?seats=2&variant=any")
    assert 'name="variant"' not in page_of(Client(), f"{ALL}pebbles/")
    assert 'name="variant"' in page_of(Client(), GONZAGA)


def test_all_games_side_by_side(games):
    page = shown(ALL)
    assert "Gonzaga Games 3 Winner’s average points 87 Average moves 57 Average days 10" in page
    assert page.count("No public game has been finished yet.") == len(registry.PLAYABLE) - 1


def test_the_archive_leads_to_the_numbers():
    assert f'href="{ALL}"' in page_of(Client(), "/archive/")
    assert f'href="{GONZAGA}"' in page_of(Client(), f"{ALL}principato/")


def test_wins_stand_in_a_chart_and_a_table(games):
    page = shown()
    assert "Based on 3 games. That is a small number" in page
    assert "2 players 50% 50% – 3 players 100% 0% 0%" in page
    assert "each seat would win 50% with 2 players, 33% with 3 players." in page
    assert "Seats are numbered as drawn by lot." in page


def test_where_somebody_begins_players_stand_in_the_order_of_play():
    finished(50, 40, 60, game="principato", facets={"first": 2})
    page = shown(f"{ALL}principato/")
    assert "beginning with the start player" in page
    assert "Player 1 100% Player 2 0% Player 3 0%" in page


def test_points_and_lengths_stand_in_one_table(games):
    page = shown()
    for row in (
        "Player’s points 71 ± 22 70 40–110",
        "Winner’s points 87 ± 21 90 60–110",
        "Winning margin 20 ± 14 10 10–40",
    ):
        assert row in page
    assert "Rounds 10.3 ± 0.9 11 9–11" in page
    assert "Days 10 10 10" in page


def test_what_is_the_same_in_all_games_is_not_drawn(games):
    response = Client().get(GONZAGA)
    assert [each.id for each in response.context["histograms"]] == ["points", "leads", "moves", "rounds"]


def test_openings_with_how_many_won(games):
    page = shown()
    assert "1 Italia, B Cities 4 50% 46%" in page
    assert "2 Francia, B Cities 1 0% 50%" in page
    assert "3 inactive regions, C Alliance 1 100% 33%" in page


def test_the_games_that_are_counted_can_be_looked_at():
    anna, bruno = factories.person("Anna"), factories.person("Bruno")
    chosen = {"game": "gonzaga", "options": {"version": "1", "scenario": "enrico-viii"}}
    table = archiving.finished(anna, bruno, name="To the end", **chosen)
    archiving.conceded(anna, bruno, name="Given up", **chosen)
    for each in Table.objects.all():
        archive_rows.archive_game(table_id=each.pk)
    query = "?seats=2&variant=enrico-viii"
    assert "Based on 1 game." in shown(GONZAGA + query)
    leads = re.search(r'href="(/archive/\?[^"]+)"', page_of(Client(), GONZAGA + query))
    listed = page_of(Client(), unescape(leads.group(1)))
    assert table.name in listed
    assert "Given up" not in listed


@pytest.mark.parametrize(
    ("query", "counted"),
    [
        ("?seats=2", "Based on 2 games."),
        ("?variant=erasmo", "Based on 2 games."),
        ("?seats=2&variant=erasmo", "Based on 1 game."),
        ("?seats=&variant=", "Based on 3 games."),
        ("?seats=4", "No finished games match these filters."),
        ("?something=else", "Based on 3 games."),
    ],
)
def test_filters(games, query, counted):
    assert counted in shown(GONZAGA + query)


@pytest.mark.parametrize("query", ["?seats=7", "?seats=two", "?variant=nowhere", "?variant=%00", "?seats=" + "9" * 5000])
def test_filters_that_mean_nothing(games, query):
    page = shown(GONZAGA + query)
    assert "The filters contain an error." in page
    assert "Based on" not in page


@pytest.mark.parametrize("address", [f"{ALL}chess/", f"{ALL}Gonzaga/", f"{ALL}gonzaga/2/"])
def test_no_such_page(address):
    assert Client().get(address).status_code == 404


def test_a_private_game_is_counted_for_nobody(games):
    anna, bruno = factories.person("Anna"), factories.person("Bruno")
    private = finished(999, 80, private=True)
    private.table.seats.filter(index=0).update(user=anna, bot="")
    for user in (anna, bruno, None):
        page = page_of(signed_in(user), GONZAGA)
        assert "999" not in page
        assert "Based on 3 games." in page


def test_nobody_is_named(games):
    anna = factories.person("Anna")
    table = finished(90, 80).table
    table.seats.filter(index=0).update(user=anna, bot="")
    assert anna.display_name not in page_of(signed_in(anna), GONZAGA).split("<main", 1)[1]


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_every_language(games, language):
    assert len(shown(GONZAGA, language)) > 200
    assert len(shown(ALL, language)) > 100


def test_only_so_many_queries_and_none_for_numbers_that_are_known(games):
    with CaptureQueriesContext(connection) as first:
        shown()
    with CaptureQueriesContext(connection) as again:
        shown()
    assert len(first) <= 10
    assert len(again) == 0


def test_with_the_cache_down_the_numbers_are_counted_each_time(games, settings):
    broken = {"BACKEND": "config.cache.CalmRedisCache", "LOCATION": "unix:///tmp/staffetta-is-not-running.sock"}
    settings.CACHES = {"default": broken}
    assert "Based on 3 games." in shown()
    finished(90, 80)
    assert "Based on 4 games." in shown()


def test_the_newest_games_are_said_to_be_counted(games):
    with patch.object(words, "MOST", 3):
        assert "Based on the latest 3 games." in shown()


@pytest.mark.parametrize(
    ("numbers", "width", "bars"),
    [
        ([7, 7, 9], 1, [(7, 2), (8, 0), (9, 1)]),
        ([3, 21], 2, [(low, int(low in (2, 20))) for low in range(2, 22, 2)]),
        ([-3, 4], 1, [(low, int(low in (-3, 4))) for low in range(-3, 5)]),
        ([0, 140], 20, [(low, int(low in (0, 140))) for low in range(0, 160, 20)]),
        ([5], 1, [(5, 1)]),
        ([1, 9_999_999], 1_000_000, [(low, int(low in (0, 9_000_000))) for low in range(0, 10_000_000, 1_000_000)]),
    ],
)
def test_numbers_in_bars(numbers, width, bars):
    spread = Spread(tuple((number, numbers.count(number)) for number in sorted(set(numbers))))
    assert words.binned(spread) == (width, bars)
