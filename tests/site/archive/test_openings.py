"""Explorer of openings: which are listed, their results and intervals, and example games."""

import pytest
from django.test import Client

from tables.models import Table
from tables.selectors.archive import openings
from tables.selectors.archive.statistics import Cut
from tests.site.archiving import text_of
from tests.site.counting import finished
from tests.site.views import page_of

pytestmark = [pytest.mark.database, pytest.mark.django_db]
ADDRESS = "/archive/statistics/gonzaga/openings/"
CITIES, RARE = "italia.cities", "francia.cities"


def play(count: int, **more: object) -> None:
    """Finish games of two players: one opens with cities and wins three of four games, the other opens rarely alike."""
    for number in range(count):
        scores = (60, 90) if number % 4 == 3 else (90, 60)
        finished(*scores, openings=[CITIES, RARE if number % 2 else ""], **more)


def test_an_opening_is_listed_from_ten_games_on():
    play(9)
    assert openings.openings(Cut("gonzaga")) == []
    assert "No opening has been played in 10 games yet." in text_of(Client().get(ADDRESS))


def test_results_of_an_opening():
    play(12)
    (found,) = openings.openings(Cut("gonzaga"))
    assert (found.code, found.games, found.seats, found.wins, found.fair) == (CITIES, 12, 12, 9, 0.5)
    assert found.points == pytest.approx((9 * 90 + 3 * 60) / 12)
    low, high = found.interval
    assert low == pytest.approx(0.4677, abs=1e-4)
    assert high == pytest.approx(0.9111, abs=1e-4)


def test_two_seats_of_one_game_with_the_same_opening_are_one_game_and_one_example():
    for _number in range(10):
        finished(90, 80, openings=[CITIES, CITIES])
    (found,) = openings.openings(Cut("gonzaga"))
    assert (found.games, found.seats, found.wins) == (10, 20, 10)
    newest = Table.objects.order_by("-ended_at", "-pk").values_list("code", flat=True)[:3]
    assert [example.code for example in found.examples] == list(newest)
    assert all(example.places == [1, 2] for example in found.examples)


def test_a_filter_counts_only_its_games():
    play(10, facets={"scenario": "colombo"})
    play(3, facets={"scenario": "erasmo"})
    found = openings.openings(Cut("gonzaga", facet="scenario", value="colombo"))
    assert [each.games for each in found] == [10]
    assert openings.openings(Cut("gonzaga", seats=3)) == []
    assert "The filters contain an error." in page_of(Client(), f"{ADDRESS}?seats=99")


@pytest.mark.parametrize(
    ("language", "words"), [("en", "47% to 91%"), ("de", "47 % bis 91 %"), ("it", "da 47 % a 91 %")], ids=["en", "de", "it"]
)
def test_the_page_has_links_to_games_and_from_the_statistics(language, words):
    play(12)
    client = Client(headers={"accept-language": language})
    page = page_of(client, ADDRESS)
    assert words in text_of(client.get(ADDRESS)).replace("\xa0", " ")
    newest = Table.objects.order_by("-ended_at", "-pk").first()
    assert f'href="/archive/{newest.code}/"' in page
    assert f'href="{ADDRESS}?seats=2"' in page_of(client, "/archive/statistics/gonzaga/?seats=2")


def test_an_unknown_game_has_no_page():
    assert Client().get("/archive/statistics/chess/openings/").status_code == 404
