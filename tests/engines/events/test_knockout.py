"""Bracket and winners of a knock-out."""

import pytest

from engines.events import knockout
from engines.events.event import Event, Setup
from engines.events.standings import Result


@pytest.mark.parametrize("count", range(3, 18))
def test_the_best_two_of_a_bracket_can_meet_only_in_the_final(count):
    pairs = knockout.bracket(range(count))
    assert sorted(each for pair in pairs for each in pair if each is not None) == list(range(count))
    free = [one for one, other in pairs if other is None]
    assert sorted(free) == list(range(len(free)))
    alive = [min(each for each in pair if each is not None) for pair in pairs]
    while len(alive) > 2:
        alive = [min(pair) for pair in zip(alive[::2], alive[1::2], strict=True)]
    assert sorted(alive) == [0, 1]


def test_a_knock_out_is_decided_by_points_then_shares_then_another_pairing_then_the_lot():
    seed = bytes(32)
    won = [Result((7, 9), (1, 2), (60, 40)), Result((9, 7), (2, 1), (10, 20))]
    assert knockout.knocked_out((7, 9), won, seed=seed) == 7
    even = [Result((7, 9), (1, 2), (60, 40)), Result((9, 7), (1, 2), (90, 10))]
    assert knockout.knocked_out((7, 9), even, seed=seed) == 9
    equal = [Result((7, 9), (1, 2), (60, 40)), Result((9, 7), (1, 2), (60, 40))]
    assert knockout.knocked_out((7, 9), equal, seed=seed) is None
    winners = {knockout.knocked_out((7, 9), equal * 2, seed=bytes([number] * 32)) for number in range(20)}
    assert winners == {7, 9}


def test_the_lot_never_chooses_a_player_who_had_withdrawn_before_the_last_pairing():
    first = [Result((7, 9), (1, 2), (60, 40)), Result((9, 7), (1, 2), (60, 40))]
    # The other player has lost both games against the steward, without a point.
    again = [Result((7, 9), (1, 2), (5, 0), left=(7,)), Result((9, 7), (2, 1), (0, 5), left=(7,))]

    assert {knockout.knocked_out((7, 9), first + again, seed=bytes([number] * 32)) for number in range(20)} == {9}


def test_a_stage_once_decided_stays_when_its_winner_withdraws_later() -> None:
    # Player 0 has a free passage in a bracket of seven.
    passed = Event(Setup("knockout", 2), tuple(range(7)), bytes(32), left=frozenset({0}), withdrawals=(0,))

    assert knockout.stages(passed)[0][0] == (0, None, 0)


def test_of_two_who_withdraw_the_one_who_stayed_longer_has_won() -> None:
    for order, winner in (((0, 3), 3), ((3, 0), 0)):
        event = Event(Setup("knockout", 2), tuple(range(4)), bytes(32), left=frozenset({0, 3}), withdrawals=order)

        assert knockout.stages(event)[0][0] == (0, 3, winner)
