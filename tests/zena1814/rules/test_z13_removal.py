"""Section Z-13: removal of cards from an area."""

import pytest

from engines.zena1814.events import CardLeft, MajorityCounted, MarkerEarned
from tests.zena1814.positions import card, family, names, told
from tests.zena1814.resolving import resolved, supplies

THREE = [card("bk_shares", 0), card("bk_savings", 0), card("bk_savings", 0)]
POOR = family(coins=0)
LOANS = [card("bk_loan", 1), card("bk_loan", 1)]


def _left(step) -> list[tuple[int, str]]:
    return [(each.laid, each.reason) for each in told(step, CardLeft)]


def test_one_shots_go_after_all_cards_have_resolved() -> None:
    """Z-13.1, Z-16.1: all cards pay before one-shots leave, and one-shots leave before any majority is counted."""
    step = resolved(rows={"bank": [LOANS[0], card("bk_shares", 0), LOANS[1]]})
    found = told(step, MarkerEarned, CardLeft, MajorityCounted)
    assert [type(each) for each in found] == [MarkerEarned] * 3 + [CardLeft] * 2 + [MajorityCounted]
    assert names(step.state, "bank") == ["bk_shares"]
    assert _left(step) == [(1, "one_shot"), (3, "one_shot")]


def test_permanents_within_the_limit_stay() -> None:
    """Z-13.2, Z-16.2: three permanents stay."""
    step = resolved(rows={"bank": THREE})
    assert names(step.state, "bank") == ["bk_shares", "bk_savings", "bk_savings"]
    assert not told(step, CardLeft)


def test_the_oldest_beyond_three_leave() -> None:
    """Z-13.2: if there are five permanents, the two oldest, at the left, leave."""
    step = resolved(rows={"bank": [card("bk_savings", 2), *THREE, card("bk_shares", 3)]})
    assert _left(step) == [(1, "pushed_out"), (2, "pushed_out")]
    assert names(step.state, "bank") == ["bk_savings", "bk_savings", "bk_shares"]


def test_six_cards_all_resolve_then_four_are_too_many() -> None:
    """E-19, Z-13.1, Z-13.2: all six cards pay. The one-shots leave, then the oldest permanent."""
    step = resolved(rows={"bank": [*THREE, *LOANS, card("bk_shares", 2)]})
    assert [each.laid for each in told(step, MarkerEarned)] == [1, 2, 3, 4, 5, 6]
    assert _left(step) == [(4, "one_shot"), (5, "one_shot"), (1, "pushed_out")]
    assert names(step.state, "bank") == ["bk_savings", "bk_savings", "bk_shares"]


def test_one_shots_push_nothing_out() -> None:
    """E-20, Z-13.4: with two one-shots in the area, three permanents all stay."""
    step = resolved(rows={"bank": [*THREE, *LOANS]})
    assert names(step.state, "bank") == ["bk_shares", "bk_savings", "bk_savings"]
    assert _left(step) == [(4, "one_shot"), (5, "one_shot")]


@pytest.mark.parametrize(("place", "gone"), [(0, "bk_investment"), (3, "bk_shares")])
def test_a_dice_card_that_stayed_counts(place: int, gone: str) -> None:
    """E-21, Z-13.3: a dice card stays after a result of 5.

    If the area then has four cards, the oldest leaves, even if it is the dice card.
    """
    row = [*THREE[:place], card("bk_investment", 1), *THREE[place:]]
    step = resolved(POOR, POOR, rows={"bank": row}, dice={place + 1: 5})
    assert [(each.card, each.reason) for each in told(step, CardLeft)] == [(gone, "pushed_out")]
    assert len(step.state.public.row("bank")) == 3


@pytest.mark.parametrize(("die", "reason"), [(1, "failed"), (6, "succeeded")])
def test_a_dice_card_that_left_pushes_nothing_out(die: int, reason: str) -> None:
    """E-22, Z-16.11: after the dice card has left, only three cards are left at step 2, and all stay."""
    step = resolved(POOR, POOR, rows={"bank": [*THREE, card("bk_investment", 1)]}, dice={4: die})
    assert _left(step) == [(4, reason)]
    assert names(step.state, "bank") == ["bk_shares", "bk_savings", "bk_savings"]


def test_markers_of_removed_cards_return() -> None:
    """Z-13.5: markers of one-shots and of pushed-out cards return to their owners."""
    row = [card("bk_savings", 3, 0, 1), *THREE, card("bk_loan", 1, 2)]
    step = resolved(rows={"bank": row})
    assert _left(step) == [(5, "one_shot"), (1, "pushed_out")]
    assert supplies(step.state) == [7, 10, 10, 10]


def test_removed_cards_are_in_the_box() -> None:
    """Z-1.11, Z-13.1, Z-13.2: removed cards go to the box."""
    step = resolved(rows={"bank": [card("bk_shares", 1), *THREE, LOANS[0]]})
    assert sorted(step.state.public.box) == ["bk_loan", "bk_shares"]
