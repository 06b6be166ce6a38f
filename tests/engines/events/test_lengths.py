"""Rounds and tables of an event before its players are known, compared with the draws."""

import pytest

from engines.events import formats, lengths
from engines.events.event import Event, Setup

SEED = bytes(32)
SETUPS = [
    Setup("match", 2, 3),
    Setup("knockout", 2),
    Setup("cup", 3, 2),
    Setup("cup", 4, 2),
    Setup("season", 3),
    Setup("groups", 3, 0, 2),
    Setup("groups", 4, 0, 3),
]


def drawn(setup: Setup, players: int) -> formats.Round:
    found = formats.next_round(Event(setup, tuple(range(players)), SEED), secret=SEED)
    assert found is not None
    return found


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.format}-{setup.seats}")
@pytest.mark.parametrize("players", [6, 7, 8, 9, 11, 13])
def test_the_first_round_has_as_many_tables_as_its_draw(setup: Setup, players: int) -> None:
    if setup.format == "groups" and players < setup.groups * setup.seats:
        pytest.skip("too few players for the groups")
    assert lengths.first_tables(setup, players) == len(drawn(setup, players).tables)


@pytest.mark.parametrize("players", range(3, 30))
@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_player_of_a_cup_has_several_tables_if_the_draw_says_so(players: int, size: int) -> None:
    setup = Setup("cup", size, 1)
    if not lengths.exact_fields(setup, least=players, most=players):
        assert not lengths.has_several_tables(setup, players)
        return
    seated = [player for table in drawn(setup, players).tables for player in table]
    assert lengths.has_several_tables(setup, players) == (len(seated) > len(set(seated)))


@pytest.mark.parametrize(
    ("setup", "numbers"),
    [
        (Setup("match", 2, 3), [*range(4, 11)]),
        (Setup("knockout", 2), []),
        (Setup("cup", 3, 2), [7, 9, 13, 15, 19, 21, 27]),
        (Setup("cup", 4, 2), [13, 16, 28, 37]),
        (Setup("season", 3), [7, 9, 13, 15, 18, 26, 30, 39]),
        (Setup("groups", 3, 0, 2), [14, 18, 26, 30, 38]),
    ],
    ids=lambda given: given.format if isinstance(given, Setup) else "",
)
def test_numbers_of_players_with_which_everybody_meets_everybody(setup: Setup, numbers: list[int]) -> None:
    assert list(lengths.exact_fields(setup, least=4, most=40)) == numbers
