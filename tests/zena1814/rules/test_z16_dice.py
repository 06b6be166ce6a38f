"""Section Z-16: one-shot, permanent and dice cards."""

import pytest

from engines.contract import When
from engines.zena1814.actions import EndTurn, Influence, PayCoins, Reclaimed
from engines.zena1814.content import Gain
from engines.zena1814.events import CardLeft, CoinsPaid, DieRolled, MarkerEarned
from engines.zena1814.state import AskCoins
from tests.zena1814.positions import (
    CONTENT,
    advance,
    after,
    at_area,
    busy,
    card,
    family,
    laid,
    legal_of,
    loaded,
    names,
    not_asked,
    now,
    own,
    pending,
    position,
    refusal,
    run,
    told,
)
from tests.zena1814.resolving import ABSENT, ahead, asks, coins, onward, pays, points, resolved, resolving, supplies

POOR = family(coins=0)
INVESTED = {"bank": [card("bk_investment", 0, 1)]}


def _rolled(step) -> DieRolled:
    (found,) = told(step, DieRolled)
    return found


def _results(step) -> list[tuple[int, str]]:
    return [(each.result, reason) for each, reason in zip(told(step, DieRolled), _reasons(step), strict=True)]


def _reasons(step) -> list[str]:
    return [each.reason for each in told(step, CardLeft)] or ["stayed"]


# One-shot and permanent cards


def test_a_one_shot_resolves_once() -> None:
    """Z-16.1: a one-shot resolves once, and is in the box before the next round."""
    step = resolved(rows={"bank": [card("bk_loan", 0)]})
    assert len(told(step, MarkerEarned)) == 1
    assert (names(step.state, "bank"), step.state.public.box) == ([], ("bk_loan",))


def test_a_permanent_resolves_in_every_round() -> None:
    """Z-16.2: a permanent resolves in every round while it stays."""
    rows = {"bank": [card("bk_shares", 0)]}
    state = position(ABSENT, ABSENT, seats=2, round=2, rows=rows, next_event="ev_good_season")
    earned = []
    for seat in (0, 1, 1, 0):
        step = run(state, (seat, EndTurn()))
        earned += told(step, MarkerEarned)
        state = step.state
    assert [each.gain.coin for each in earned] == [2, 2]


# Dice cards


def test_dice_cards_lie_at_the_bank_and_the_port() -> None:
    """Z-16.3: dice cards are action cards of Bank and Port. All other action cards resolve without a roll."""
    assert {each.area for each in CONTENT.actions if each.kind == "dice"} == {"bank", "port"}
    areas = ("old_town", "cathedral", "palace", "bank", "port")
    rows = {area: [card(each.id, 0) for each in CONTENT.actions if _plain(each, area)][:2] for area in areas}
    assert not told(resolved(POOR, areas=areas, rows=rows, goal=()), DieRolled)


def _plain(each, area: str) -> bool:
    return each.area == area and each.kind != "dice" and not each.special


@pytest.mark.parametrize(("area", "name"), [("port", "po_trade_route"), ("port", "po_ocean_route"), ("fort", "fo_3")])
def test_cards_that_are_rolled_for(area: str, name: str) -> None:
    """Z-16.3: the players roll for dice cards of the Port and for Fort cards."""
    assert _rolled(resolved(POOR, areas=(area,), rows={area: [card(name, 0)]})).card == name


def test_each_on_the_card_may_pay_any_number_of_coins() -> None:
    """Z-16.4: each player with a marker may pay any number of coins, from none to all."""
    state = resolved(family(coins=3), family(coins=1), rows=INVESTED).state
    assert [each.coins for each in legal_of(state, PayCoins, 0, "dice")] == [0, 1, 2, 3]
    assert refusal(state, 0, PayCoins(4)).rule == "Z-16.4"
    assert own(after(state, 0, PayCoins(3))).coins == 0


def test_the_promoter_pays_first_then_from_top_to_bottom() -> None:
    """Z-16.4: each player pays once, the promoter first."""
    state = resolved(rows={"bank": [card("bk_investment", 2, 0, 3)]}).state
    for seat in (2, 0, 3):
        assert now(state) == [(seat, "dice")]
        (one,) = [each for each in asks(state, "dice") if each.when is When.NOW]
        assert (one.key, one.reply, one.sealed) == ("dice/8/1", True, False)
        state = after(state, seat, PayCoins(1))
    assert not asks(state, "dice")


def test_the_investment_of_the_rulebook() -> None:
    """V-5, Z-16.4, Z-16.6, Z-16.9: a die of 3, a second marker (+1) and three coins make 7."""
    step = resolved(rows=INVESTED, dice={1: 3}, moves=pays(2, 1))
    assert told(step, CoinsPaid) == [CoinsPaid(0, "bk_investment", 1, 2), CoinsPaid(1, "bk_investment", 1, 1)]
    assert _rolled(step) == DieRolled(0, "bk_investment", 1, die=3, paid=3, markers=1, result=7)
    assert told(step, MarkerEarned) == [MarkerEarned(seat, "bk_investment", 1, Gain(coin=5)) for seat in (0, 1)]
    assert coins(step.state)[:2] == [10 - 2 + 5, 10 - 1 + 5]
    assert told(step, CardLeft) == [CardLeft("bk_investment", 1, "bank", "succeeded")]
    assert supplies(step.state) == [10] * 4


@pytest.mark.parametrize(
    ("die", "result", "reason"), [(3, 4, "stayed"), (2, 3, "failed"), (5, 6, "succeeded"), (4, 5, "stayed")]
)
def test_the_investment_without_coins(die: int, result: int, reason: str) -> None:
    """V-5, Z-16.7, Z-16.8, Z-16.9: without coins, the second marker adds one, and 3 fails, 4 and 5 stay, 6 succeeds."""
    step = resolved(POOR, POOR, rows=INVESTED, dice={1: die})
    assert _results(step) == [(result, reason)]


def test_three_or_less_is_a_failure() -> None:
    """Z-16.7, Z-16.10: after a failure the card leaves, markers return, coins are lost and no seat earns a reward."""
    step = resolved(rows=INVESTED, dice={1: 1}, moves=pays(1, 0))
    assert _results(step) == [(3, "failed")]
    assert not told(step, MarkerEarned)
    assert coins(step.state)[:2] == [9, 10]
    assert (names(step.state, "bank"), supplies(step.state)) == ([], [10] * 4)
    assert step.state.public.box == ("bk_investment",)


@pytest.mark.parametrize("die", [3, 4])
def test_four_and_five_leave_everything_as_it_is(die: int) -> None:
    """Z-16.8, Z-16.10: results of four and five leave the card and its markers, and the coins are lost."""
    step = resolved(family(coins=0), family(coins=7), rows=INVESTED, dice={1: die}, moves=[(1, PayCoins(0))])
    assert _results(step) == [(die + 1, "stayed")]
    assert not told(step, MarkerEarned)
    assert laid(step.state, "bk_investment").markers == (0, 1)
    paid = resolved(rows={"bank": [card("bk_investment", 0)]}, dice={1: 2}, moves=pays(2))
    assert (coins(paid.state)[0], names(paid.state, "bank")) == (8, ["bk_investment"])


def test_the_promoter_rolls_once() -> None:
    """Z-16.5: a single die is rolled, whichever seats paid. Its draw has the card's own label."""
    step = resolved(rows={"bank": [card("bk_investment", 2, 1)]}, dice={1: 4}, moves=[(2, PayCoins(0)), (1, PayCoins(9))])
    assert (_rolled(step).seat, _rolled(step).die) == (2, 4)
    assert [(each.label, each.size, each.result) for each in step.draws] == [("die/r8/1", 6, (3,))]


@pytest.mark.parametrize(
    ("markers", "bonus"), [((0,), 0), ((0, 1), 1), ((0, 1, 2), 2), ((0, 0), 1), ((0, 1, 0), 2), ((1, 1), 1)]
)
def test_each_marker_beyond_the_first_adds_one(markers: tuple[int, ...], bonus: int) -> None:
    """Z-16.6, R-15: each marker beyond the first adds one, no matter which player owns it."""
    step = resolved(POOR, POOR, POOR, seats=3, rows={"bank": [card("bk_investment", *markers)]}, dice={1: 1})
    assert (_rolled(step).markers, _rolled(step).result) == (bonus, 1 + bonus)


def test_two_own_markers_pay_once() -> None:
    """R-16, Z-16.4: a seat with two markers pays once, when its upper marker comes up."""
    state = resolved(seats=3, rows={"bank": [card("bk_investment", 1, 0, 1)]}).state
    assert now(state) == [(1, "dice")]
    state = after(state, 1, PayCoins(1))
    assert now(state) == [(0, "dice")]
    assert not asks(after(state, 0, PayCoins(0)), "dice")


def test_a_later_payer_sees_what_was_paid_before() -> None:
    """E-51, Z-16.4: John decides after he sees that Paul has paid two coins."""
    state = after(resolved(rows=INVESTED).state, 0, PayCoins(2))
    assert state.public.task == AskCoins(1, (1,), 2)
    assert now(state) == [(1, "dice")]
    not_asked(state, 0, PayCoins(1))


def test_a_later_payer_cannot_pay_before_its_place() -> None:
    """E-51, Z-16.4: before the earlier seats have paid, a later seat can only queue an answer."""
    state = resolved(rows=INVESTED).state
    assert ahead(state, "dice") == [(1, "dice/8/1")]
    not_asked(state, 1, PayCoins(1))


def test_coins_earned_earlier_in_the_phase_may_be_paid() -> None:
    """E-52, Z-12.1: coins from a loan further left in the row can be paid."""
    state = resolved(POOR, rows={"bank": [card("bk_loan", 0), card("bk_investment", 0)]}).state
    assert max(each.coins for each in legal_of(state, PayCoins, 0, "dice")) == 4


@pytest.mark.parametrize(("die", "reason"), [(1, "failed"), (3, "failed"), (4, "stayed"), (5, "stayed"), (6, "succeeded")])
def test_one_marker_and_no_coins(die: int, reason: str) -> None:
    """E-53, Z-16.6: with a single marker and no coins only a six succeeds."""
    step = resolved(POOR, rows={"bank": [card("bk_investment", 0)]}, dice={1: die})
    assert _results(step) == [(die, reason)]


def test_who_has_no_coins_is_passed_over() -> None:
    """Z-16.4, E-53: coins are public, so a seat without coins is skipped."""
    rows = {"bank": [card("bk_investment", 0, 1, 2)]}
    state = resolved(family(coins=0), family(coins=2), family(coins=0), rows=rows).state
    assert [(each.seat, each.when) for each in asks(state, "dice")] == [(1, When.NOW)]
    assert told(resolved(POOR, POOR, POOR, rows=rows), DieRolled)


def test_coins_do_not_carry_over_to_the_next_round() -> None:
    """E-54, Z-16.8: the next round has a new roll with new payments."""
    rows = {"bank": [card("bk_investment", 0)]}
    state = position(ABSENT, ABSENT, seats=2, round=2, seat=1, rows=rows, next_event="ev_good_season")
    step = run(loaded(state, {1: 1}), (1, EndTurn()), (0, PayCoins(3)))
    assert _rolled(step).result == 4
    again = run(step.state, (1, EndTurn()), (0, EndTurn()))
    assert now(again.state) == [(0, "dice")]
    assert pending(again.state, 0, "dice").key == "dice/3/1"
    rolled = _rolled(run(again.state, (0, PayCoins(0))))
    assert (rolled.paid, rolled.result) == (0, rolled.die)


def test_the_promoter_of_a_dice_card_leaves() -> None:
    """E-55, Z-16.6, R-15, R-8: the remaining participant rolls, and nothing is added to the roll."""
    rows = {"cathedral": busy(0, 9), "bank": [card("bk_investment", 0, 1)], "port": [card("po_consulate", 2)]}
    state = position(family("port"), POOR, rows=rows, goal=())
    dice, consulate = laid(state, "bk_investment").number, laid(state, "po_consulate").number
    state = after(state, 0, Influence(consulate, 4, Reclaimed(dice)))
    step = advance(at_area(state, "cathedral"))
    rolled = told(step, DieRolled)[0]
    assert (rolled.seat, rolled.markers, rolled.paid) == (1, 0, 0)


@pytest.mark.parametrize(("die", "reason"), [(1, "failed"), (6, "succeeded")])
def test_a_rolled_card_leaves_at_once(die: int, reason: str) -> None:
    """Z-16.11: a failed or successful dice card leaves before the next card of the area resolves."""
    step = resolved(POOR, POOR, rows={"bank": [card("bk_investment", 0), card("bk_shares", 1)]}, dice={1: die})
    found = told(step, MarkerEarned, CardLeft)
    left = CardLeft("bk_investment", 1, "bank", reason)
    assert found.index(left) < found.index(MarkerEarned(1, "bk_shares", 2, Gain(coin=2)))


def test_rewards_of_a_success_come_before_the_card_leaves() -> None:
    """Z-16.9, Z-16.11: all markers earn, from the top down, before the card leaves."""
    step = resolved(POOR, POOR, POOR, rows={"bank": [card("bk_investment", 2, 0, 1)]}, dice={1: 6})
    assert [type(each) for each in told(step, MarkerEarned, CardLeft)] == [MarkerEarned] * 3 + [CardLeft]
    assert [each.seat for each in told(step, MarkerEarned)] == [2, 0, 1]


def test_two_own_markers_earn_a_success_twice() -> None:
    """Z-16.9, Z-12.2, R-16: each marker earns the whole reward, even if its owner paid only once for both."""
    step = resolved(POOR, POOR, POOR, seats=3, rows={"bank": [card("bk_investment", 0, 1, 0)]}, dice={1: 4})
    assert [each.seat for each in told(step, MarkerEarned)] == [0, 1, 0]
    assert coins(step.state) == [10, 5, 0]


def test_a_success_pays_points_and_coins() -> None:
    """Z-16.9: a success pays the whole printed reward."""
    step = resolved(POOR, areas=("port",), rows={"port": [card("po_ocean_route", 0)]}, dice={1: 6})
    assert (coins(step.state)[0], points(step.state)[0]) == (2, 2)


def test_the_die_is_rolled_after_the_last_payer() -> None:
    """Z-16.5, section 7.4: the die is rolled after the last player has paid."""
    state = resolving(rows=INVESTED)
    step = onward(state, (0, PayCoins(1)))
    assert not step.draws
    assert not told(step, DieRolled)
    assert onward(state, *pays(1, 1)).draws


def test_the_die_depends_on_the_round_and_the_card_alone() -> None:
    """Z-16.5, section 7.4: the die does not depend on the payments."""
    dice = {_rolled(resolved(rows=INVESTED, moves=pays(first, second))).die for first in range(4) for second in (0, 5)}
    assert len(dice) == 1
