"""Decision emails: distinct ways to pay, the card concerned, and the cost and reward of cards in hand."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import pytest

from engines.contract import Pending, When, view
from engines.zena1814 import ENGINE
from engines.zena1814.actions import RaiseTo
from engines.zena1814.decisions import react, sheet
from tables.games.contract import Answer, Player
from tables.games.zena1814.panel.sheet import roll_of
from tables.games.zena1814.presenter import PRESENTER
from tables.games.zena1814.words import card_title
from tests.engines.walks import Setup, states

NAMES = ("Anna", "Bruno", "Chiara", "Dario", "Elena")


def asked(kind: str) -> Iterator[tuple[Any, Pending]]:
    """Yield each position of four expert games in which this kind of decision is open, and the decision."""
    for number in range(4):
        for state in states(Setup("zena1814", b'{"mode":"expert"}', 3, number)):
            yield from ((state, pending) for pending in ENGINE.pending(state.public) if pending.kind == kind)


def letter(state: Any, pending: Pending) -> tuple[Sequence[str], Sequence[Answer]]:
    seen, people = view(state, pending.seat), [Player(seat, NAMES[seat]) for seat in range(3)]
    return PRESENTER.panel.brief(seen, pending, people), PRESENTER.answers(seen, pending, people)


def test_a_roll_names_its_card_and_offers_each_sum_that_changes_something_with_its_odds() -> None:
    found = list(asked("dice"))
    assert {pending.when for _state, pending in found} == {When.NOW, When.AHEAD}
    for state, pending in found:
        said, answers = letter(state, pending)
        _area, laid = state.public.laid(sheet.laid(pending))
        assert card_title(laid.card) in said[0]
        assert "earns" in said[1]
        roll = roll_of(state.public, pending)
        wanted = [_modifier(roll.base, answer.actions[0]) for answer in answers]
        assert wanted == list(range(roll.base, roll.base + len(answers)))
        assert wanted[-1] <= max(roll.highest, roll.base)
        # A player with enough coins for a certain success is offered that payment.
        coins = state.public.families[pending.seat].coins
        if pending.when is When.NOW and coins >= roll.highest - roll.base:
            assert "succeeds 100%" in answers[-1].note
        assert len({answer.note for answer in answers}) == len(answers)


def _modifier(base: int, action: Any) -> int:
    if isinstance(action, RaiseTo):
        assert action.at_most == action.modifier - base, "nothing is offered beyond what the modifier lacks"
        return action.modifier
    return base + action.coins


def test_joining_names_the_card_its_reward_and_the_bonus_of_each_slot() -> None:
    bonuses = 0
    for state, pending in asked("react"):
        window = react.find(state.public)
        if window is None:
            continue
        said, answers = letter(state, pending)
        _area, laid = state.public.laid(window.laid)
        assert card_title(laid.card) in said[0]
        assert said[-1].startswith("You have ")
        assert all("slot" in answer.words or answer.words == "Place no marker" for answer in answers)
        bonuses += sum("as promoter" in answer.note for answer in answers)
    assert bonuses


@pytest.mark.parametrize("kind", ["discard", "festa"])
def test_a_card_to_part_with_says_what_it_costs_and_earns(kind: str) -> None:
    notes = [answer.note for state, pending in asked(kind) for answer in letter(state, pending)[1]]
    assert any(note.startswith("prices ") for note in notes)


def test_the_decks_say_how_many_cards_are_left() -> None:
    state, pending = next(asked("draw"))
    said, answers = letter(state, pending)
    assert all(answer.note.endswith(" left") for answer in answers)
    assert said == ("Later cards come from the same deck, unless you have chosen to be asked every time.",)


def test_markers_are_told_in_their_order() -> None:
    """Markers are listed from the top slot down.

    The upper marker pays first, so two markers of a family are combined only if they are adjacent.
    """
    orders = set()
    for state, pending in asked("dice"):
        _area, laid = state.public.laid(sheet.laid(pending))
        told = next(line for line in letter(state, pending)[0] if line.startswith("Markers"))
        names = re.findall("|".join(NAMES), told)
        assert names == [NAMES[seat] for seat, _same in groupby(laid.markers)]
        orders.add(tuple(laid.markers))
    assert any(len(set(order)) < len(order) for order in orders)
