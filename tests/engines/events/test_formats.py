"""Whole events: every format ends, and withdrawals change no finished result."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import msgspec
import pytest

from engines import chance
from engines.events import formats
from engines.events.event import Event, Round, Setup
from engines.events.standings import Result

PUBLIC, SECRET = bytes(32), bytes([1] * 32)


def played(event, table, number, seed):
    """Return a random result: places, shared sometimes, and points that fit."""
    drawn, _draw = chance.order(seed, f"result {number} {table}", len(table) + 3)
    points = tuple(drawn[: len(table)])
    places = tuple(1 + sum(other > own for other in points) for own in points)
    return Result(table, places, points, tuple(player for player in table if player in event.left))


def withdrawn(event, seed):
    """Return the event without one more player, rarely."""
    number, _draw = chance.pick(seed, f"leaves {len(event.rounds)} {len(event.left)}", 4)
    if number or len(event.present) < 3:
        return event
    index, _draw = chance.pick(seed, f"who {len(event.rounds)}", len(event.present))
    return msgspec.structs.replace(event, left=event.left | {event.present[index]})


def simulated(setup, players, number, *, leaving=False):
    """Yield an event after each change, up to its end."""
    seed = number.to_bytes(32)
    event = Event(setup, tuple(range(players)), PUBLIC)
    yield event
    for _round in range(60):
        drawn = formats.next_round(event, secret=seed)
        if drawn is None:
            return
        event = msgspec.structs.replace(
            event, rounds=(*event.rounds, msgspec.structs.replace(drawn, results=(None,) * len(drawn.tables)))
        )
        yield event
        for index, table in enumerate(drawn.tables):
            results = list(event.rounds[-1].results)
            results[index] = played(event, table, index, seed)
            last = msgspec.structs.replace(event.rounds[-1], results=tuple(results))
            event = msgspec.structs.replace(event, rounds=(*event.rounds[:-1], last))
            yield event
        if leaving:
            event = withdrawn(event, seed)
            yield event
    raise AssertionError("the event does not end")


EVENTS = [
    *((Setup("match", 2), players) for players in (2, 3, 7, 10)),
    *((Setup("match", 2, rounds=5), players) for players in (11, 16)),
    *((Setup("knockout", 2), players) for players in (2, 3, 6, 8)),
    *((Setup("cup", size, rounds=3), players) for size, players in ((3, 7), (3, 8), (3, 9), (4, 13), (4, 10), (5, 11))),
    *((Setup("season", size), players) for size, players in ((3, 9), (3, 10), (4, 12), (4, 16))),
    *((Setup("groups", size, groups=groups), players) for size, groups, players in ((3, 2, 8), (4, 3, 12))),
]
NAMES = [f"{setup.format}-{setup.seats}-{players}" for setup, players in EVENTS]


@pytest.mark.parametrize(("setup", "players"), EVENTS, ids=NAMES)
def test_nobody_sits_twice_at_a_table_or_plays_after_leaving(setup, players):
    for event in simulated(setup, players, 1, leaving=True):
        for drawn in event.rounds:
            for table in drawn.tables:
                assert len(set(table)) == len(table) >= 2
    left = frozenset()
    for event in simulated(setup, players, 1, leaving=True):
        if event.rounds and None in event.rounds[-1].results:
            drawn_players = {player for table in event.rounds[-1].tables for player in table}
            assert not drawn_players & left
        else:
            left = event.left


@pytest.mark.parametrize("players", [7, 10])
def test_in_a_match_each_pairing_is_two_tables_with_exchanged_seats(players):
    *_earlier, event = simulated(Setup("match", 2), players, 0)
    tables = Counter(table for drawn in event.rounds for table in drawn.tables)
    assert tables == Counter((one, other) for one in range(players) for other in range(players) if one != other)


def test_a_large_match_repeats_no_pairing():
    *_earlier, event = simulated(Setup("match", 2, rounds=5), 16, 3)
    assert set(event.met.values()) == {2}


@pytest.mark.parametrize(("size", "players"), [(3, 7), (3, 9), (3, 15), (4, 13), (4, 16), (5, 21), (5, 25)])
def test_a_cup_takes_a_design_where_one_fits(size, players):
    *_earlier, event = simulated(Setup("cup", size, rounds=3), players, 0)
    assert event.met == dict.fromkeys(combinations(range(players), 2), 1)


@pytest.mark.parametrize(("size", "players"), [(3, 9), (3, 11), (4, 13), (4, 14), (5, 12)])
def test_in_a_season_everybody_has_four_to_six_tables_at_once(size, players):
    event = Event(Setup("season", size), tuple(range(players)), PUBLIC)
    drawn = formats.next_round(event, secret=SECRET)
    tables = Counter(player for table in drawn.tables for player in table)
    assert set(tables) == set(range(players))
    assert min(tables.values()) >= 4
    assert max(tables.values()) <= 6


def test_the_winner_of_a_knock_out_has_lost_no_pairing():
    *_earlier, event = simulated(Setup("knockout", 2), 8, 4)
    winner = formats.ranking(event)[0].player
    last = [table for drawn in event.rounds for table in drawn.tables][-1]
    assert winner in last


def test_a_final_decides_over_the_groups():
    *_earlier, event = simulated(Setup("groups", 3, groups=2), 8, 0)
    [final] = event.rounds[1].tables
    result = event.rounds[1].results[0]
    best = [player for _place, player in sorted(zip(result.places, final, strict=True))]
    assert [row.player for row in formats.ranking(event)][:3] == best or len(set(result.places)) < 3


def test_a_withdrawal_changes_no_finished_result():
    *_earlier, event = simulated(Setup("cup", 3, rounds=2), 8, 0)
    scored = {row.player: row.points for row in formats.ranking(event)}
    after = msgspec.structs.replace(event, left=frozenset({3}))
    assert {row.player: row.points for row in formats.ranking(after)} == scored


def test_a_bye_counts_like_a_first_place_at_each_table():
    event = Event(Setup("match", 2), (0, 1, 2), PUBLIC, (Round((), (2,)),))
    assert event.extra == {2: Fraction(2)}


def test_the_next_round_waits_for_all_tables():
    event = Event(Setup("match", 2), (0, 1), PUBLIC, (Round(((0, 1),), (), (None,)),))
    with pytest.raises(ValueError, match="not finished"):
        formats.next_round(event, secret=SECRET)


DRAWS = [(Setup("cup", 4, rounds=2), 10), (Setup("cup", 3, rounds=2), 9), (Setup("season", 3), 9), (Setup("match", 2), 5)]


@pytest.mark.parametrize(("setup", "players"), DRAWS)
def test_draws_depend_on_the_secret_and_not_on_the_public_seed(setup, players):
    def drawn(secret, public):
        return formats.next_round(Event(setup, tuple(range(players)), bytes([public] * 32)), secret=bytes([secret] * 32))

    assert drawn(1, 0) == drawn(1, 0)
    assert len({drawn(secret, 0) for secret in range(5)}) > 1
    if (setup.seats, players) != (4, 10):
        # Before the first result of a Swiss system, the lot is the order of the standings.
        assert drawn(1, 0) == drawn(1, 7)


def test_the_lot_of_a_knock_out_is_drawn_from_the_public_seed():
    equal = (Result((0, 1), (1, 2), (60, 40)), Result((1, 0), (1, 2), (60, 40)))
    drawn, winners = Round(((0, 1), (1, 0)), (), equal), set()
    for number in range(20):
        event = Event(Setup("knockout", 2), (0, 1), bytes([number] * 32), (drawn,))
        assert formats.next_round(event, secret=SECRET).tables == ((0, 1), (1, 0))
        winners.add(formats.ranking(msgspec.structs.replace(event, rounds=(drawn, drawn)))[0].player)
    assert winners == {0, 1}
