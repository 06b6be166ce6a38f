"""Groups, finals, divisions, promotion and relegation."""

from fractions import Fraction

import pytest

from engines.events import fields
from engines.events.standings import Row


def row(player, points, wins=0):
    return Row(player, 1, Fraction(points), Fraction(wins), Fraction(0), Fraction(0), Fraction(0), player)


def test_groups_are_nearly_equal():
    assert fields.groups(range(8), 2) == ((0, 3, 4, 7), (1, 2, 5, 6))
    assert sorted(map(len, fields.groups(range(11), 3))) == [3, 4, 4]


def test_the_final_has_all_winners_and_the_best_of_the_seconds():
    groups = [[row(1, 4), row(2, 3)], [row(3, 3), row(4, 2, 1)], [row(5, 2), row(6, 2)]]
    assert fields.finalists(groups, 4) == (1, 3, 5, 2)
    assert fields.finalists(groups, 5) == (1, 3, 5, 2, 4)
    with pytest.raises(ValueError, match="more groups"):
        fields.finalists(groups, 2)


def test_a_larger_group_gives_no_advantage():
    small = [row(1, 4), row(2, 3), row(3, 0)]
    large = [row(4, 8), row(5, 4), row(6, 3), row(7, 2)]
    assert fields.finalists([small, large], 3) == (4, 1, 2)


@pytest.mark.parametrize("players", range(1, 200))
def test_divisions_have_nine_to_sixteen_players(players):
    divided = fields.divisions(range(players))
    assert [each for division in divided for each in division] == list(range(players))
    sizes = list(map(len, divided))
    assert max(sizes) <= 16
    assert sizes == sorted(sizes, reverse=True)
    if players >= 9 and players != 17:
        assert min(sizes) >= 9


def test_the_best_quarter_goes_up_and_the_last_goes_down():
    middle = fields.moved(range(12), range(12), highest=False, lowest=False)
    assert middle == fields.Members((0, 1, 2), (3, 4, 5, 6, 7, 8), (9, 10, 11))
    only = fields.moved(range(12), {0, 5, 11}, highest=True, lowest=True)
    assert only == fields.Members((), (0, 5, 11), ())


def test_the_next_season_keeps_divisions_and_places_newcomers_by_rating():
    upper = fields.moved(range(12), range(12), highest=True, lowest=False)
    lower = fields.moved(range(12, 24), range(12, 24), highest=False, lowest=True)
    rating = {player: 2000.0 - 10 * player for player in range(24)} | {50: 2500.0, 51: 100.0}
    first, second = fields.next_season([upper, lower], [], rating)
    assert set(first) == {*range(9), 12, 13, 14}
    assert set(second) == {9, 10, 11, *range(15, 24)}
    first, second = fields.next_season([upper, lower], [50, 51], rating)
    assert 50 in first
    assert second[-1] == 51
    assert fields.next_season([], [50, 51], rating) == ((50, 51),)
