"""Statistics over many finished games: the games counted, the numbers, and the interval between computations."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.models import Table
from tables.selectors.archive import statistics
from tables.selectors.archive.statistics import Cut, Spread, Tally
from tables.services.archive import archiving as archive_rows
from tests.site import archiving, factories
from tests.site.counting import finished

pytestmark = [pytest.mark.database, pytest.mark.django_db]
ALL = Cut("gonzaga")


def counted(cut: Cut = ALL) -> statistics.Statistics:
    cache.clear()
    return statistics.statistics(cut)


def test_only_public_games_played_to_the_end_are_counted():
    finished(90, 80)
    finished(90, 80, private=True)
    finished(50, 40, game="principato")
    for ended_by in (Table.EndedBy.CONCEDED, Table.EndedBy.AGREED, Table.EndedBy.ABANDONED):
        finished(90, 80, ended_by=ended_by)
    assert counted().games == 1
    assert [counted(Cut(game)).games for game in ("principato", "zena1814")] == [1, 0]


def test_without_games_there_is_nothing():
    found = counted()
    assert found.games == 0
    assert not found.seats
    assert not found.openings
    assert {found.scores, found.winning, found.margins, found.plies, found.rounds, found.hours} == {Spread(())}


def test_a_cut_by_seats_and_by_a_facet():
    finished(90, 80, facets={"scenario": "colombo"})
    finished(90, 80, facets={"scenario": "erasmo"})
    finished(90, 80, 70, facets={"scenario": "erasmo"})
    assert counted(Cut("gonzaga", 2)).games == 2
    assert counted(Cut("gonzaga", None, "scenario", "erasmo")).games == 2
    assert counted(Cut("gonzaga", 2, "scenario", "erasmo")).games == 1
    assert counted(Cut("gonzaga", 4)).games == 0


def test_wins_are_counted_by_seat():
    finished(90, 80)
    finished(70, 80)
    finished(60, 50)
    finished(60, 50, 40)
    assert counted().seats == {
        2: [Tally(3, 2, 0.5), Tally(3, 1, 0.5)],
        3: [Tally(1, won, pytest.approx(1 / 3)) for won in (1, 0, 0)],
    }


def test_where_somebody_begins_wins_are_counted_in_the_order_of_play():
    finished(50, 90, 60, game="principato", facets={"first": 1})
    finished(50, 40, 60, game="principato", facets={"first": 2})
    finished(90, 40, 60, game="principato", facets={"first": 1})
    found = counted(Cut("principato"))
    assert found.has_first
    assert [tally.wins for tally in found.seats[3]] == [2, 0, 1]


def test_a_shared_first_place_counts_for_each():
    finished(80, 80, 70)
    assert [tally.wins for tally in counted().seats[3]] == [1, 1, 0]


def test_points_and_lengths():
    finished(90, 80, plies=40, rounds=9, seconds=90_000)
    finished(70, 80, plies=60, rounds=9, seconds=3_000)
    found = counted()
    assert found.scores == Spread(((70, 1), (80, 2), (90, 1)))
    assert found.winning == Spread(((80, 1), (90, 1)))
    assert found.margins == Spread(((10, 2),))
    assert found.plies == Spread(((40, 1), (60, 1)))
    assert found.rounds == Spread(((9, 2),))
    assert found.hours == Spread(((0, 1), (25, 1)))


def test_openings_belong_to_the_seat_that_played_them():
    finished(90, 80, openings=["italia.cities", "francia.cities"])
    finished(70, 80, openings=["italia.cities", "italia.cities"])
    finished(70, 80, 60, openings=["britannia.cities", "", "francia.cities"])
    found = counted().openings
    assert list(found) == ["italia.cities", "francia.cities", "britannia.cities"]
    assert found["italia.cities"] == Tally(3, 2, 0.5)
    assert found["francia.cities"] == Tally(2, 0, pytest.approx(5 / 12))


def test_a_row_without_facets_and_openings_is_counted_all_the_same():
    finished(90, 80, facets={}, openings=[])
    found = counted()
    assert [tally.wins for tally in found.seats[2]] == [1, 0]
    assert found.openings == {}


def test_only_the_newest_games_are_counted(monkeypatch):
    monkeypatch.setattr(statistics, "MOST", 2)
    for score in (10, 20, 30):
        finished(score, 0)
    found = counted()
    assert found.games == 2
    assert found.winning == Spread(((20, 1), (30, 1)))
    assert [tally.seats for tally in found.seats[2]] == [2, 2]


def test_numbers_are_counted_once_in_ten_minutes():
    finished(90, 80)
    assert counted().games == 1
    finished(90, 80)
    with CaptureQueriesContext(connection) as queries:
        assert statistics.statistics(ALL).games == 1
    assert len(queries) == 0


def test_each_cut_has_its_own_numbers():
    finished(90, 80, facets={"scenario": "colombo"})
    cuts = [ALL, Cut("gonzaga", 2), Cut("gonzaga", 3), Cut("gonzaga", None, "scenario", "erasmo"), Cut("principato")]
    assert [statistics.statistics(cut).games for cut in cuts] == [1, 1, 0, 0, 0]


def test_a_fixed_number_of_queries():
    for seats in (2, 3, 4):
        finished(*range(60, 60 + seats), openings=["italia.cities"] * seats)
    with CaptureQueriesContext(connection) as few:
        counted()
    for _ in range(5):
        finished(90, 80, openings=["francia.cities", "italia.cities"])
    with CaptureQueriesContext(connection) as many:
        counted()
    assert len(many) == len(few) <= 10


def test_a_game_that_was_played():
    elena, franco = factories.person("Elena"), factories.person("Franco")
    table = archiving.finished(elena, franco)
    archive_rows.archive_game(table_id=table.pk)
    found = counted(Cut("specimen", 2, "nights", "1"))
    assert found.games == 1
    assert sum(tally.wins for tally in found.seats[2]) >= 1
    assert sum(tally.seats for tally in found.openings.values()) == 2


@pytest.mark.parametrize(
    ("counts", "mean", "deviation", "median"),
    [(((4, 1),), 4, 0, 4), (((2, 1), (4, 1)), 3, 1, 2), (((0, 3), (10, 1)), 2.5, pytest.approx(4.3301, abs=1e-4), 0)],
)
def test_mean_deviation_and_median(counts, mean, deviation, median):
    spread = Spread(counts)
    assert (spread.mean, spread.deviation, spread.median) == (mean, deviation, median)
