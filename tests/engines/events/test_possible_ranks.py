"""Possible final ranks: they contain the result, never widen, and leave out what cannot happen any more."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from engines.events import formats
from engines.events.event import Event, Round, Setup
from engines.events.standings import Result

SEED, SEEDS = bytes(32), 2
FORMATS = {
    "match": [(Setup("match", 2, rounds=4), players) for players in (2, 5, 10, 11, 16)],
    "knockout": [(Setup("knockout", 2), players) for players in (2, 3, 5, 8, 11)],
    "cup": [(Setup("cup", size, rounds=3), players) for size, players in ((3, 7), (3, 8), (3, 9), (4, 10), (4, 13), (5, 11))],
    "season": [(Setup("season", size), players) for size, players in ((3, 9), (3, 10), (4, 12), (4, 16), (5, 4))],
    "groups": [
        (Setup("groups", size, groups=groups), players)
        for size, groups, players in ((3, 2, 6), (3, 2, 8), (3, 3, 9), (4, 3, 13), (4, 4, 16), (5, 2, 11), (5, 4, 22))
    ],
}
CASES = [
    pytest.param(setup, players, id=f"{setup.format}-{setup.seats}-{players}")
    for each in FORMATS.values()
    for setup, players in each
]


def with_result(event: Event, where: tuple[int, int], random: Random) -> Event:
    """Return the event with a result of one table, random or conceded by a player who has withdrawn."""
    number, position = where
    drawn = event.rounds[number]
    table = drawn.tables[position]
    left = tuple(player for player in table if player in event.left)
    points = [int(player not in left) if left and len(table) == 2 else random.choice((0, 1, 2, 5)) for player in table]
    places = tuple(1 + sum(other > own for other in points) for own in points)
    results = list(drawn.results)
    results[position] = Result(table, places, tuple(points), left if len(table) > 2 else ())
    rounds = list(event.rounds)
    rounds[number] = msgspec.structs.replace(drawn, results=tuple(results))
    return msgspec.structs.replace(event, rounds=tuple(rounds))


def lived(setup: Setup, players: int, random: Random, leaving: float) -> Iterator[Event]:
    """Yield an event after each change, up to its end: draws, results in any order, and withdrawals in between."""
    event = Event(setup, tuple(range(players)), random.randbytes(32))
    yield event
    while (drawn := formats.next_round(event, secret=SEED)) is not None:
        results = (None,) * len(drawn.tables)
        event = msgspec.structs.replace(event, rounds=(*event.rounds, Round(drawn.tables, drawn.byes, results)))
        yield event
        waiting = [(len(event.rounds) - 1, position) for position in range(len(drawn.tables))]
        random.shuffle(waiting)
        while waiting:
            if event.present and random.random() < leaving:
                gone = random.choice(event.present)
                withdrawals = (*event.withdrawals, gone)
                event = msgspec.structs.replace(event, left=event.left | {gone}, withdrawals=withdrawals)
                yield event
                # Games for two end as conceded.
                for where in [each for each in waiting if setup.seats == 2 and gone in drawn.tables[each[1]]]:
                    waiting.remove(where)
                    event = with_result(event, where, random)
                    yield event
            if waiting:
                event = with_result(event, waiting.pop(), random)
                yield event


@pytest.mark.parametrize("leaving", [0, 0.05, 0.3])
@pytest.mark.parametrize(("setup", "players"), CASES)
def test_possible_ranks_never_widen_and_contain_the_result(setup: Setup, players: int, leaving: float) -> None:
    for number in range(SEEDS):
        before, left = dict.fromkeys(range(players), (1, players)), 0
        for event in lived(setup, players, Random(f"{number} {leaving}"), leaving):
            ranks = formats.ranks_still_possible(event)
            if setup.format == "groups" and len(event.rounds) < 2 and len(event.left) > left:
                # The places in the final pass to the next ones.
                before = dict.fromkeys(range(players), (1, players))
            for player, (best, worst) in ranks.items():
                assert before[player][0] <= best <= worst <= before[player][1], (player, before[player], (best, worst))
            before, left = ranks, len(event.left)
        assert formats.is_over(event)
        assert before == {row.player: (row.rank, row.rank) for row in formats.ranking(event)}
        assert sorted(before.values()) == [(rank, rank) for rank in range(1, players + 1)]


def event_of(setup: Setup, players: int, *rounds: tuple[tuple[tuple[int, ...], ...], dict[int, tuple[int, ...]]]) -> Event:
    """Return an event with these tables, and the places at the finished ones by position."""
    drawn = tuple(
        Round(
            tables,
            (),
            tuple(
                Result(table, places[position], tuple(10 - place for place in places[position])) if position in places else None
                for position, table in enumerate(tables)
            ),
        )
        for tables, places in rounds
    )
    return Event(setup, tuple(range(players)), SEED, drawn)


def test_who_can_no_longer_reach_the_final_cannot_come_first() -> None:
    # Two groups (0, 3, 4, 7) and (1, 2, 5, 6), whose players have two tables each; the final has three seats.
    tables = ((0, 3, 4), (0, 3, 7), (1, 2, 5), (1, 2, 6), (4, 7), (5, 6))
    played = {0: (1, 2, 3), 1: (1, 2, 3), 2: (1, 2, 3), 3: (1, 2, 3)}
    ranks = formats.ranks_still_possible(event_of(Setup("groups", 3, groups=2), 8, (tables, played)))

    assert {player: ranks[player] for player in (0, 1)} == {0: (1, 3), 1: (1, 3)}
    assert {player for player, (best, _worst) in ranks.items() if best == 1} == set(range(8))

    # Players 4 and 5 win their last tables and pass players 3 and 2, who have as many points but no win.
    done = played | {4: (1, 2), 5: (1, 2)}
    ranks = formats.ranks_still_possible(event_of(Setup("groups", 3, groups=2), 8, (tables, done)))
    assert {player for player, (best, _worst) in ranks.items() if best > 1} == {3, 7, 2, 6}


def test_losers_of_a_decided_pairing_cannot_come_first() -> None:
    tables = ((0, 3), (3, 0), (1, 2), (2, 1))
    ranks = formats.ranks_still_possible(event_of(Setup("knockout", 2), 4, (tables, {0: (1, 2), 1: (2, 1)})))

    assert ranks == {0: (1, 2), 1: (1, 4), 2: (1, 4), 3: (3, 4)}


def test_a_withdrawn_player_has_not_lost_before_the_result_of_the_pairing_is_there() -> None:
    event = event_of(Setup("knockout", 2), 2, (((0, 1), (1, 0)), {0: (1, 2)}))
    event = msgspec.structs.replace(event, left=frozenset({0}), withdrawals=(0,))

    assert formats.ranks_still_possible(event) == {0: (1, 2), 1: (1, 2)}


def test_wins_decide_among_equal_points_that_nobody_can_pass() -> None:
    # In the last round, players 0 and 3 have one point each, but only player 0 has a win.
    first = ((0, 1, 2), (3, 4, 5)), {0: (1, 2, 2), 1: (1, 1, 3)}
    ranks = formats.ranks_still_possible(event_of(Setup("cup", 3, rounds=1), 6, first))

    assert ranks[0] == (1, 1)


def test_a_player_who_withdraws_from_the_final_is_behind_the_others_there() -> None:
    groups = ((0, 3), (0, 4), (1, 2), (1, 5), (3, 4), (2, 5)), dict.fromkeys(range(6), (1, 2))
    event = event_of(Setup("groups", 3, groups=2), 6, groups, (((0, 1, 3),), {}))
    final = Round(((0, 1, 3),), (), (Result((0, 1, 3), (1, 2, 3), (9, 5, 1), (0,)),))
    event = msgspec.structs.replace(event, rounds=(event.rounds[0], final), left=frozenset({0}))

    assert [row.player for row in formats.ranking(event)][:3] == [1, 3, 0]


def test_the_only_player_left_for_the_final_comes_first() -> None:
    groups = ((0, 3), (0, 4), (1, 2), (1, 5), (3, 4), (2, 5)), dict.fromkeys(range(6), (1, 2))
    event = event_of(Setup("groups", 3, groups=2), 6, groups)
    event = msgspec.structs.replace(event, left=frozenset({0, 1, 2, 3, 4}))
    drawn = formats.next_round(event, secret=SEED)

    assert drawn == Round((), (5,))
    event = msgspec.structs.replace(event, rounds=(*event.rounds, drawn))
    assert formats.ranking(event)[0].player == 5
