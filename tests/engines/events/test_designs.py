"""Designs: every two players meet once, and seats are shared out, proved by counting."""

from collections import Counter
from itertools import combinations

import pytest

from engines.events import designs, seats

ALL = sorted(designs.KNOWN)


@pytest.mark.parametrize(("players", "size"), ALL)
def test_every_two_players_meet_once(players, size):
    design = designs.design(players, size)
    assert {len(set(table)) for table in design.tables} == {size}
    met = Counter(frozenset(pair) for table in design.tables for pair in combinations(table, 2))
    assert met == Counter(frozenset(pair) for pair in combinations(range(players), 2))


@pytest.mark.parametrize(("players", "size"), ALL)
def test_seats_of_one_player_differ_by_at_most_one(players, size):
    design = designs.design(players, size)
    taken = Counter((player, seat) for table in design.tables for seat, player in enumerate(table))
    for player in range(players):
        times = [taken[player, seat] for seat in range(size)]
        assert max(times) - min(times) <= 1
        if (players, size) in {(7, 3), (13, 4), (21, 5)}:
            assert set(times) == {1}
        if (players, size) == (13, 3):
            assert set(times) == {2}


@pytest.mark.parametrize(("players", "size"), sorted({*designs.ROUNDS, *designs.PLANES}))
def test_everybody_plays_once_in_each_round(players, size):
    design = designs.design(players, size)
    assert len(design.rounds) == (players - 1) / (size - 1)
    for tables in design.rounds:
        assert sorted(player for table in tables for player in table) == list(range(players))


@pytest.mark.parametrize(("players", "size"), [(7, 3), (9, 3), (13, 3), (13, 4), (15, 3), (16, 4), (21, 5), (25, 5)])
def test_the_designs_of_the_rules_page_exist(players, size):
    assert designs.design(players, size) is not None


def test_there_is_no_design_for_other_numbers():
    assert designs.design(8, 3) is None
    assert designs.design(15, 4) is None


def test_tables_of_different_sizes_have_no_common_seats():
    with pytest.raises(ValueError, match="sizes"):
        seats.share_out([(0, 1, 2), (0, 3)])
