"""Rules of Reversi, number of rounds, check of states, and bot."""

import pytest

from engines.contract import BrokenState, IllegalAction, State, view
from engines.kit.game import Nothing
from engines.reversi import ENGINE
from engines.reversi.table import EMPTY, SQUARES, Place, Placed, Public, name_of


def square(name: str) -> int:
    return next(each for each in range(SQUARES) if name_of(each) == name)


def at(disks: str, mover: int | None) -> State:
    return State(Public(disks, mover), (Nothing(), Nothing()), Nothing())


def row(disks: str) -> str:
    """Return a board with these disks in its first row."""
    return disks.ljust(SQUARES, EMPTY)


def places(state: State) -> set[str]:
    (asked,) = ENGINE.pending(state.public)
    return {name_of(place.square) for place in ENGINE.legal(view(state, asked.seat), asked)}


def test_four_disks_are_in_the_middle_and_the_first_seat_begins() -> None:
    """Four disks are in the middle, and the first seat begins [R-1.1, R-1.2, R-2.1]."""
    state = ENGINE.start(ENGINE.Options(), 2, bytes(32)).state
    disks = {name_of(number): disk for number, disk in enumerate(state.public.disks) if disk != EMPTY}
    assert disks == {"e4": "0", "d5": "0", "d4": "1", "e5": "1"}
    assert state.public.mover == 0
    assert places(state) == {"d3", "c4", "f5", "e6"}


def test_enclosed_disks_turn_in_every_direction() -> None:
    """Enclosed disks turn in every direction [R-2.2]."""
    lines = ["0..0..0.", ".1.1.1..", "..111...", "011.110.", "..111...", ".1.1.1..", "0..0..0.", "........"]
    step = ENGINE.apply(at("".join(lines), 0), 0, Place(square("d4")))
    assert [told.event for told in step.events] == [Placed(0, square("d4"), 16)]
    assert step.state.public.disks.count("1") == 0


@pytest.mark.parametrize("name", ["a1", "b1", "d1", "h8"])
def test_a_disk_that_encloses_nothing_is_refused(name: str) -> None:
    """Taken squares are refused, and squares where the disk encloses no opposing disk [R-2.2].

    In the test two squares are taken, one is behind a gap, and one has no neighbours.
    """
    state = at(row("01.....1"), 0)
    with pytest.raises(IllegalAction) as refused:
        ENGINE.apply(state, 0, Place(square(name)))
    assert (refused.value.code, refused.value.rule, refused.value.params) == ("encloses_nothing", "R-2.2", {"square": name})
    assert places(state) == {"c1"}


def test_a_player_who_can_enclose_nothing_is_passed_over() -> None:
    """A player who cannot enclose a disk misses the turn [R-2.3]."""
    state = at("01......" + "." * 48 + "01......", 0)
    step = ENGINE.apply(state, 0, Place(square("c1")))
    assert step.state.public.mover == 0
    assert [told.event.passed for told in step.events] == [True]


def test_the_game_ends_when_neither_can_enclose_anything_and_disks_count() -> None:
    """The game ends when neither player can enclose anything, and the disks are counted [R-3.1, R-3.2]."""
    step = ENGINE.apply(at(row("011"), 0), 0, Place(square("d1")))
    assert ENGINE.pending(step.state.public) == ()
    outcome = ENGINE.outcome(step.state.public)
    assert outcome is not None
    assert (outcome.ranking, outcome.scores) == (((0,), (1,)), (4, 0))
    equal = ENGINE.outcome(Public(row("0.1"), None))
    assert equal is not None
    assert equal.ranking == ((0, 1),)


def test_rounds_are_counted_to_the_last_there_can_be() -> None:
    assert ENGINE.progress(Public()) == (1, 30)
    assert ENGINE.progress(Public("0" * SQUARES, None)) == (30, 30)


@pytest.mark.parametrize("broken", [at("0" * 63, None), at("0" * 63 + "2", None), at(row("01"), 1), at(row("01"), None)])
def test_a_board_that_cannot_be_is_found(broken: State) -> None:
    with pytest.raises(BrokenState):
        ENGINE.check(broken)


def test_the_bot_takes_a_corner_before_many_disks() -> None:
    state = at("." + "10" + "." * 5 + "." * 24 + "01111...".ljust(32, "."), 0)
    (asked,) = ENGINE.pending(state.public)
    assert ENGINE.bot(view(state, 0), asked) == Place(0)
