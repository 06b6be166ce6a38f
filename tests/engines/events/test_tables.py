"""Rounds for three to five at a table: sizes, repeats, seats, byes."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from engines import chance
from engines.events import seats, tables
from engines.events.standings import Result, table_points
from engines.events.tables import Entrant
from tests.engines.events.bounds import fewest_repeats


class Event:
    """Swiss event with random results."""

    def __init__(self, players, size, number=0):
        self.size, self.seed = size, bytes([number] * 32)
        self.met, self.byes, self.rounds = Counter(), Counter(), []
        self.scores = dict.fromkeys(range(players), Fraction(0))
        self.taken = {player: [0] * (size + 1) for player in range(players)}

    def ranked(self):
        best_first = sorted(self.scores, key=lambda player: -self.scores[player])
        return [Entrant(each, self.scores[each], bool(self.byes[each]), tuple(self.taken[each])) for each in best_first]

    def play(self, **more):
        drawn = tables.draw(self.ranked(), self.met, self.size, seed=self.seed, **more)
        repeats = tables.repeats(drawn.tables, self.met)
        self.rounds.append(drawn.tables)
        self.byes.update(drawn.byes)
        for table in drawn.tables:
            self.met.update(tuple(sorted(pair)) for pair in combinations(table, 2))
            for seat, player in enumerate(table):
                self.taken[player][seat] += 1
            places, _draw = chance.order(self.seed, f"{len(self.rounds)} {table}", len(table))
            result = Result(table, tuple(place + 1 for place in places), (0,) * len(table))
            for player, points in table_points(result).items():
                self.scores[player] += points
        return drawn, repeats


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("players", range(3, 60))
def test_tables_have_two_sizes_and_nobody_rests_who_need_not(players, size):
    shape, byes = tables.sizes(players, size)
    assert sum(shape) + byes == players
    assert set(shape) <= {size, 4 if size == 3 else size - 1}
    smaller = {3: {0: 0, 1: 1, 2: 2, 5: 1}, 4: {1: 1, 2: 2, 5: 1}, 5: {1: 1, 2: 2, 3: 3, 6: 1, 7: 2, 11: 1}}[size]
    assert byes == smaller.get(players, 0)


def divisions(numbers, shape):
    """Yield all divisions of players into tables of these sizes, without looking at costs."""
    if not shape:
        yield ()
        return
    first, *rest = numbers
    for size in set(shape):
        others = list(shape)
        others.remove(size)
        for company in combinations(rest, size - 1):
            remaining = [each for each in rest if each not in company]
            for following in divisions(remaining, others):
                yield ((first, *company), *following)


@pytest.mark.parametrize(("players", "size"), [(6, 3), (7, 3), (8, 4), (9, 3), (9, 5), (10, 5), (10, 3)])
def test_a_small_field_has_as_few_repeats_as_can_be(players, size):
    event = Event(players, size)
    for _round in range(4):
        before = Counter(event.met)
        drawn, repeats = event.play()
        present = [each for table in drawn.tables for each in table]
        shape = [len(table) for table in drawn.tables]
        assert repeats == min(tables.repeats(division, before) for division in divisions(sorted(present), shape))


SLOW = [pytest.param(*each, marks=pytest.mark.slow) for each in [(15, 4, 4), (19, 5, 4), (24, 4, 5)]]


@pytest.mark.parametrize(("players", "size", "rounds"), [(13, 3, 4), (40, 4, 3), *SLOW])
def test_a_larger_field_has_hardly_more_repeats_than_the_bound(players, size, rounds):
    """Seats are fair too. Small fields take seconds a round, because the search has many starts there."""
    event = Event(players, size)
    found = bound = 0
    for _round in range(rounds):
        bound += fewest_repeats(players, event.rounds, size)
        found += event.play()[1]
        for taken in event.taken.values():
            counts = taken[: min(map(len, event.rounds[0]))]
            assert max(counts) - min(counts) <= 2
    assert found <= bound * Fraction(11, 10) + rounds


def test_the_bound_by_tables_counts_those_who_come_from_one_table():
    """Five at each of four tables: a new table has at least two players of the same one."""
    before = [[tuple(range(start, start + 5)) for start in range(0, 20, 5)]]
    assert fewest_repeats(20, before, 5) == 4


def test_the_bound_by_players_counts_those_who_know_everybody():
    before = [[(0, 1, 2), (3, 4, 5)], [(0, 3, 4), (1, 2, 5)], [(0, 5, 1), (2, 3, 4)]]
    assert fewest_repeats(6, before, 3) > 0


def test_the_bye_goes_to_the_lowest_who_had_none():
    event = Event(11, 5)
    rested = []
    for _round in range(5):
        lowest = next(each.number for each in reversed(event.ranked()) if not each.had_bye)
        drawn, _repeats = event.play()
        assert drawn.byes == (lowest,)
        rested += drawn.byes
    assert len(set(rested)) == 5


def test_costs_keep_two_players_apart_and_change_nothing_where_they_are_apart():
    event = Event(9, 3)
    plain = tables.draw(event.ranked(), {}, 3, seed=event.seed)
    together = plain.tables[0][:2]
    apart = tables.draw(event.ranked(), {}, 3, costs={tuple(sorted(together)): 1}, seed=event.seed)
    assert not any(set(together) <= set(table) for table in apart.tables)
    strangers = tuple(sorted((plain.tables[0][0], plain.tables[1][0])))
    assert tables.draw(event.ranked(), {}, 3, costs={strangers: 1}, seed=event.seed) == plain


def test_a_draw_depends_on_its_arguments_alone():
    one, other = Event(30, 4), Event(30, 4)
    for _round in range(2):
        assert one.play() == other.play()


def test_a_seat_that_somebody_often_had_goes_to_another():
    assert seats.assign((4, 5, 6), {4: (2, 0, 0), 5: (0, 2, 0), 6: (0, 0, 2)}) in {(5, 6, 4), (6, 4, 5)}
    assert seats.assign((4, 5), {}) == (4, 5)
