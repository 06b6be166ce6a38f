"""Points of tables, tie-breaks and possible ranks."""

from fractions import Fraction
from itertools import permutations

import pytest

from engines import chance
from engines.events import standings
from engines.events.standings import Result

SEED = bytes(32)
HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2), (1, 0)),
        ((1, 1), (HALF, HALF)),
        ((3, 1, 2), (0, 1, HALF)),
        ((1, 1, 3), (Fraction(3, 4), Fraction(3, 4), 0)),
        ((1, 2, 2, 2, 5), (1, HALF, HALF, HALF, 0)),
        ((1, 1, 1, 1), (HALF, HALF, HALF, HALF)),
    ],
)
def test_places_give_points(places, points):
    result = Result(tuple(range(len(places))), places, (0,) * len(places))
    assert tuple(standings.table_points(result).values()) == points


def test_a_player_who_left_gets_nothing_and_the_others_keep_their_places():
    result = Result((4, 5, 6), (1, 2, 3), (30, 20, 10), left=(4,))
    assert standings.table_points(result) == {4: 0, 5: HALF, 6: 0}
    assert standings.wins(result) == {4: 0, 5: 0, 6: 0}
    assert standings.shares(result)[5] == Fraction(1, 3)


def test_shares_count_no_negative_points():
    assert standings.shares(Result((0, 1), (1, 2), (9, -3))) == {0: 1, 1: 0}
    assert standings.shares(Result((0, 1), (1, 1), (-2, -2))) == {0: HALF, 1: HALF}


def order(players, results, **more):
    return [row.player for row in standings.standings(players, results, seed=SEED, **more)]


def test_points_come_first_then_wins():
    # 0 has one first and one last place, 1 two second places: equal points, one win more.
    results = [
        Result((0, 1, 2), (1, 2, 3), (5, 4, 3)),
        Result((3, 1, 0), (1, 2, 3), (5, 4, 3)),
    ]
    rows = standings.standings(range(4), results, seed=SEED)
    assert [row.player for row in rows] == [3, 0, 1, 2] or [row.player for row in rows] == [0, 3, 1, 2]
    assert order(range(4), [*results, Result((2, 3), (1, 2), (9, 1))])[0] != 1


def test_direct_encounters_decide_among_equal_players_who_have_all_met():
    results = [
        Result((0, 1), (1, 2), (1, 99)),
        Result((1, 2), (1, 2), (99, 1)),
        Result((0, 3), (2, 1), (1, 99)),
        Result((3, 2), (2, 1), (99, 1)),
    ]
    # 0, 1, 2 and 3 have one point each. Not all four have met, so shares decide, not the encounters.
    rows = {row.player: row for row in standings.standings(range(4), results, seed=SEED)}
    assert {row.direct for row in rows.values()} == {0}
    everybody = [*results, Result((0, 2), (1, 2), (5, 0)), Result((1, 3), (2, 1), (0, 5))]
    rows = {row.player: row for row in standings.standings(range(4), everybody, seed=SEED)}
    # 0 and 3 have two points each, and 3 has won against 0.
    assert [row.player for row in sorted(rows.values(), key=lambda row: row.rank)][:2] == [3, 0]
    assert rows[3].direct == 1
    assert rows[0].direct == 0


def test_the_mean_of_the_opponents_leaves_out_the_lowest():
    results = [Result((0, 1), (1, 2), (1, 0)), Result((0, 2), (1, 2), (1, 0)), Result((1, 2), (1, 2), (1, 0))]
    rows = {row.player: row for row in standings.standings(range(3), results, seed=SEED)}
    assert rows[0].opponents == 1
    assert rows[2].opponents == 2


def test_the_lot_alone_depends_on_the_seed_and_not_on_the_order_of_players():
    lots = {order(list(players), [])[0] for players in permutations(range(4))}
    assert len(lots) == 1
    firsts = {standings.standings(range(4), [], seed=bytes([number] * 32))[0].player for number in range(30)}
    assert firsts == {0, 1, 2, 3}


def test_a_bye_gives_points_without_a_table():
    results = [Result((0, 1), (1, 2), (3, 2))]
    assert order(range(3), results, extra={2: Fraction(2)})[0] == 2


def test_possible_ranks_narrow_with_each_result_and_hold_the_final_one():
    """All tables of 100 small events are played in any order: each range lies within the one before."""
    for number in range(100):
        seed = bytes([number] * 32)
        players = range(6)
        tables, _draw = chance.shuffle(seed, "tables", [(one, other) for one in players for other in players if one < other])
        remaining = dict.fromkeys(players, 5)
        results: list[Result] = []
        before = dict.fromkeys(players, (1, 6))
        for table in tables:
            winner, _draw = chance.pick(seed, f"winner {table}", 3)
            places = {0: (1, 2), 1: (2, 1), 2: (1, 1)}[winner]
            results.append(Result(table, places, tuple(3 - place for place in places)))
            for player in table:
                remaining[player] -= 1
            rows = standings.standings(players, results, seed=seed)
            ranks = standings.possible_ranks(rows, {player: Fraction(count) for player, count in remaining.items()})
            for player in players:
                assert before[player][0] <= ranks[player][0] <= ranks[player][1] <= before[player][1]
            before = ranks
        for row in rows:
            assert before[row.player][0] <= row.rank <= before[row.player][1]
