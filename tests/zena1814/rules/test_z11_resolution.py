"""Section Z-11: start and order of the resolution."""

from typing import Any

from engines.zena1814.actions import OfferCard
from engines.zena1814.content import AREAS
from engines.zena1814.events import CardLeft, MajorityCounted, MajorityEarned, MarkerEarned, ResolutionBegan, TurnBegan
from engines.zena1814.state import EndRound
from tests.zena1814.positions import END, advance, card, family, now, play, position, run, told
from tests.zena1814.resolving import ABSENT, resolved


def test_begins_when_every_seat_has_had_its_turn() -> None:
    """Z-11.1, Z-1.6: the resolution begins after the last turn in play order."""
    state = position(start=2)
    for seat in (2, 3, 0):
        step = play(state, seat, END)
        assert not told(step, ResolutionBegan)
        state = step.state
    step = play(state, 1, END)
    assert told(step, ResolutionBegan) == [ResolutionBegan()]


def test_the_phase_is_the_resolution_while_it_lasts() -> None:
    """Z-11.1: the phase is the resolution while a seat decides about a card there."""
    state = position(ABSENT, rows={"old_town": [card("ot_manezzi", 0)]}, seats=2)
    assert state.public.phase == "actions"
    state = run(state, (0, END), (1, END)).state
    assert (state.public.phase, now(state)) == ("resolution", [(0, "manezzi")])


def _areas(step: Any) -> list[str]:
    return [each.area for each in told(step, MajorityCounted)]


def test_order_of_the_areas_for_experts() -> None:
    """Z-11.2: the order is Old Town, Cathedral, Palace, Bank, Port, Fort."""
    step = run(position(seats=2), (0, END), (1, END))
    assert _areas(step) == list(AREAS) == ["old_town", "cathedral", "palace", "bank", "port", "fort"]


def test_order_of_the_areas_for_beginners() -> None:
    """Z-11.3: the order is Cathedral, Palace, Bank, Port."""
    step = run(position(seats=2, mode="beginner"), (0, END), (1, END))
    assert _areas(step) == ["cathedral", "palace", "bank", "port"]


def test_one_area_is_completed_before_the_next() -> None:
    """Z-11.4: cards, removal and majority of the Bank come before the cards of the Port."""
    rows = {"bank": [card("bk_loan", 0)], "port": [card("po_cargo", 1)]}
    players = (family("bank", lord="port"), family("cathedral"))
    step = resolved(*players, areas=("bank", "port"), rows=rows)
    found = told(step, MarkerEarned, CardLeft, MajorityCounted, MajorityEarned)
    assert [type(each) for each in found] == [MarkerEarned, CardLeft, MajorityCounted, MajorityEarned] * 2
    assert [getattr(each, "area", None) for each in found] == [None, "bank", "bank", "bank", None, "port", "port", "port"]


def test_the_next_round_follows_the_last_area() -> None:
    """Z-11.4, Z-1.6: if no seat has a decision, the whole phase is resolved in a single step [7.4]."""
    step = run(position(seats=2), (0, END), (1, END))
    assert told(step, TurnBegan)[-1] == TurnBegan(1)
    assert (step.state.public.round, step.state.public.phase) == (2, "actions")


def test_a_round_brings_the_steps_in_their_order() -> None:
    """Z-11.4, Z-1.6, Z-15.1: a round has turns, then cards, removal and majority for each area, then the hand limit."""
    hand = ("bk_loan", *["bk_savings"] * 3, *["po_cargo"] * 2, "pa_decree", "ca_sermon")
    seats = (family("bank", hand=hand), ABSENT)
    state = advance(
        position(*seats, seats=2, start=1, agenda=(EndRound(),), phase="end", round=3, next_event="ev_good_season")
    ).state
    step = run(state, (0, OfferCard("bk_loan")), (0, END), (1, END))
    found = told(step, ResolutionBegan, MarkerEarned, CardLeft, MajorityCounted, MajorityEarned)
    bank = [each for each in found if getattr(each, "area", "bank") == "bank"]
    assert [type(each) for each in bank] == [ResolutionBegan, MarkerEarned, CardLeft, MajorityCounted, MajorityEarned]
    assert now(step.state) == [(0, "discard")]
