"""Section Z-16: Fort cards."""

import pytest

from engines.zena1814.actions import EndTurn, PayCoins
from engines.zena1814.content import Gain
from engines.zena1814.events import (
    BattleLost,
    BattleWon,
    BonusGained,
    CardLeft,
    DieRolled,
    FortTurnedUp,
    MarkerEarned,
    MarkerPlaced,
)
from tests.zena1814.positions import (
    CONTENT,
    card,
    family,
    influence,
    laid,
    loaded,
    names,
    now,
    own,
    play,
    position,
    run,
    started,
    told,
)
from tests.zena1814.resolving import cards, coins, onward, pays, points, resolved, resolving, supplies

POOR = family(coins=0)
ROWS = {
    "palace": [card("pa_senate", 3), card("pa_senate", 2)],
    "cathedral": [card("ca_chapel", 2), card("ca_confraternity", 3)],
    "fort": [card("fo_1", 0, 1)],
}


def fort(*forts, dice: dict[str, int] | None = None, rows=None, players=(POOR, POOR, POOR), **facts):
    """Resolve the Fort with these cards and die results. Return the step."""
    usual = ROWS if rows is None else rows
    state = resolving(*players, areas=("fort",), rows={**usual, "fort": forts or usual["fort"]}, **facts)
    numbers = {laid(state, name).number: die for name, die in (dice or {}).items()}
    return onward(resolving(*players, areas=("fort",), rows={**usual, "fort": forts or usual["fort"]}, dice=numbers, **facts))


def test_fort_cards_never_enter_a_hand() -> None:
    """Z-16.12, Z-2.8: Fort cards have their own deck and are never in a hand."""
    state = started(5)
    forts = {each.id for each in CONTENT.forts}
    assert set(state.vault.fort) == forts
    held = {name for hand in state.hands for name in hand.cards}
    assert not forts & (held | set(state.vault.action) | set(state.vault.goal))


def test_slots_of_a_fort_card_are_bought_from_the_top() -> None:
    """Z-16.13, Z-8.9, Z-8.6: the first marker on a Fort card pays slot 1.

    The second pays slot 2 and gives no bonus.
    """
    state = position(family("fort"), family("fort"), rows={"fort": [card("fo_6")]})
    step = play(state, 0, influence(state, "fo_6"))
    step = play(step.state, 1, influence(state, "fo_6"))
    assert told(step, MarkerPlaced) == [MarkerPlaced(1, "fo_6", 1, 2, 2)]
    assert not told(step, BonusGained)
    assert (coins(step.state)[:2], laid(step.state, "fo_6").markers) == ([7, 8], (0, 1))


def test_the_owner_of_the_top_marker_leads() -> None:
    """Z-16.13, R-28: the owner of the top marker pays first and rolls."""
    rows = {"fort": [card("fo_1", 2, 0)]}
    state = resolved(areas=("fort",), rows=rows).state
    assert now(state) == [(2, "dice")]
    step = resolved(areas=("fort",), rows=rows, moves=[(2, PayCoins(0)), (0, PayCoins(0))])
    assert told(step, DieRolled)[0].seat == 2


def test_a_fort_card_without_markers_fails_without_a_roll() -> None:
    """Z-16.14, R-11, E-56: a Fort card without markers fails without a roll.

    It goes under its deck and destroys the oldest card in each of its areas.
    """
    step = fort(card("fo_1"))
    assert not told(step, DieRolled)
    assert not step.draws
    assert told(step, BattleLost) == [BattleLost("fo_1", 5)]
    assert step.state.vault.fort[-1] == "fo_1"
    assert (names(step.state, "palace"), names(step.state, "cathedral")) == (["pa_senate"], ["ca_confraternity"])


def test_a_failed_fort_card_goes_under_its_deck() -> None:
    """Z-16.15, V-9: a failed card goes under all other Fort cards, and everybody knows its position."""
    before = resolving(POOR, POOR, rows=ROWS, areas=("fort",), under=["fo_2"])
    step = fort(dice={"fo_1": 1}, under=["fo_2"])
    assert step.state.vault.fort == (*before.vault.fort, "fo_1")
    assert step.state.public.under == ("fo_2", "fo_1")
    assert step.state.public.decks.fort == before.public.decks.fort + 1
    assert ("fo_1" in step.state.public.box, step.state.public.won) == (False, ())


def test_a_successful_fort_card_is_a_won_battle() -> None:
    """Z-16.16, V-9: a won battle gives two points for each marker."""
    step = fort(dice={"fo_1": 5}, won=["fo_8"])
    assert told(step, BattleWon) == [BattleWon("fo_1", 5)]
    assert step.state.public.won == ("fo_8", "fo_1")
    assert (step.state.public.under, names(step.state, "fort")) == ((), [])
    assert "fo_1" not in (*step.state.vault.fort, *step.state.public.box)
    assert [(each.seat, each.gain) for each in told(step, MarkerEarned)] == [(0, Gain(vp=2)), (1, Gain(vp=2))]
    assert points(step.state) == [2, 2, 0, 0]
    assert [own(step.state, seat).tally.battles for seat in range(4)] == [2, 2, 0, 0]
    assert names(step.state, "palace") == ["pa_senate", "pa_senate"]


def test_a_failure_destroys_the_oldest_card_in_each_area() -> None:
    """Z-16.17, V-9, Z-16.18: the failure of this card destroys the oldest card in each named area.

    Markers return, and no seat earns anything.
    """
    step = fort(dice={"fo_1": 2})
    assert [(each.card, each.reason) for each in told(step, CardLeft)] == [
        ("fo_1", "failed"),
        ("ca_chapel", "destroyed"),
        ("pa_senate", "destroyed"),
    ]
    assert (names(step.state, "palace"), names(step.state, "cathedral")) == (["pa_senate"], ["ca_confraternity"])
    assert supplies(step.state) == [10, 10, 9, 9]
    assert (points(step.state), step.state.public.won) == ([0] * 4, ())
    assert sorted(step.state.public.box) == ["ca_chapel", "pa_senate"]


def test_the_fort_card_known_from_the_text() -> None:
    """Z-16.18: a success gives 2 points, and a failure hits Palace and Cathedral."""
    known = CONTENT.fort("fo_1")
    assert (known.reward, set(known.destroys)) == (Gain(vp=2), {"palace", "cathedral"})


def test_named_areas_lose_in_the_order_of_resolution() -> None:
    """R-34, Z-16.17: each of the three named areas loses a card, in the order of resolution."""
    rows = {"cathedral": [card("ca_chapel", 3)], "palace": [card("pa_senate", 3)], "bank": [card("bk_shares", 3)]}
    step = fort(card("fo_6"), rows=rows)
    assert [each.area for each in told(step, CardLeft)] == ["fort", "cathedral", "palace", "bank"]


def test_an_empty_named_area_loses_nothing() -> None:
    """E-58, R-34, Z-16.17: if a named area is empty, only the other named area loses a card."""
    rows = {"cathedral": [card("ca_chapel", 2), card("ca_confraternity", 3)], "bank": [card("bk_shares", 2)]}
    step = fort(card("fo_1"), rows=rows)
    assert names(step.state, "cathedral") == ["ca_confraternity"]
    assert names(step.state, "bank") == ["bk_shares"]


def test_a_stay_at_the_fort_destroys_nothing() -> None:
    """Z-16.8, Z-16.17: results of four and five destroy nothing."""
    for die in (3, 4):
        step = fort(dice={"fo_1": die})
        assert laid(step.state, "fo_1").markers == (0, 1)
        assert not told(step, CardLeft, BattleLost, BattleWon)


def test_two_fort_cards_fail_in_a_row() -> None:
    """E-57, Z-12.1: the first Fort card destroys the oldest card of the Palace, the second Fort card the next oldest."""
    rows = {"palace": [card("pa_senate", 3), card("ot_sollevacoin", 2, moved=True), card("pa_senate", 2)]}
    step = fort(card("fo_1"), card("fo_4"), rows=rows)
    assert [each.card for each in told(step, BattleLost)] == ["fo_1", "fo_4"]
    assert [each.card for each in told(step, CardLeft) if each.reason == "destroyed"] == ["pa_senate", "ot_sollevacoin"]
    assert laid(step.state, "pa_senate").markers == (2,)
    assert step.state.public.under == ("fo_1", "fo_4")


def test_a_destroyed_permanent_returns_all_its_markers() -> None:
    """E-59, Z-16.17: all markers of a destroyed permanent return to their owners."""
    rows = {"palace": [card("pa_senate", 2, 3, 1)]}
    step = fort(card("fo_1"), rows=rows)
    assert supplies(step.state) == [10] * 4


def test_four_fort_cards_that_stay() -> None:
    """E-60, R-27, Z-13.3: if four Fort cards stay, the oldest goes to the box, and counts as neither failed nor won."""
    four = [card(f"fo_{number}", 0) for number in (2, 3, 4, 5)]
    rows = {"bank": [card("bk_shares", 3)], "port": [card("po_consulate", 3)], "fort": four}
    dice = {each.name: 4 for each in four}
    step = fort(*four, dice=dice, rows=rows)
    assert [(each.card, each.reason) for each in told(step, CardLeft)] == [("fo_2", "pushed_out")]
    assert not told(step, BattleLost, BattleWon)
    assert (names(step.state, "bank"), names(step.state, "port")) == (["bk_shares"], ["po_consulate"])
    public = step.state.public
    assert (public.box, public.won, public.under) == (("fo_2",), (), ())
    assert "fo_2" not in step.state.vault.fort
    assert supplies(step.state)[0] == 7


def test_a_failed_fort_card_can_come_up_again() -> None:
    """E-63, Z-16.15, Z-5.4: the failed card is under the only other card of the deck, so it is turned up second."""
    won = ["fo_2", "fo_3", "fo_4", "fo_5", "fo_6", "fo_7"]
    state = position(
        POOR, POOR, rows={"fort": [card("fo_1")]}, won=won, fort=["fo_8"], seats=2, seat=1, next_event="ev_border_raid"
    )
    step = run(state, (1, EndTurn()))
    assert [each.card for each in told(step, FortTurnedUp)] == ["fo_8"]
    assert (step.state.vault.fort, step.state.public.under) == (("fo_1",), ("fo_1",))
    empty = position(
        POOR, POOR, rows={"fort": [card("fo_1")]}, won=[*won, "fo_8"], seats=2, seat=1, next_event="ev_border_raid"
    )
    step = run(empty, (1, EndTurn()))
    assert [each.card for each in told(step, FortTurnedUp)] == ["fo_1"]
    assert (step.state.vault.fort, step.state.public.under) == ((), ())


V6 = {0: {1: "failed", 2: "stayed", 3: "stayed", 4: "succeeded", 5: "succeeded", 6: "succeeded"}}
V6[2] = {1: "stayed", **dict.fromkeys(range(2, 7), "succeeded")}


@pytest.mark.parametrize(
    ("paid", "die", "what"), [(paid, die, what) for paid, dice in V6.items() for die, what in dice.items()]
)
def test_the_battle_of_the_publishers_answers(paid: int, die: int, what: str) -> None:
    """V-6, Z-16.6, R-15: three players' markers add to the roll, once without coins and once with two."""
    players = [family(coins=each) for each in ((1, 1, 0) if paid else (0, 0, 0))]
    rows = {"fort": [card("fo_1", 0, 1, 2)]}
    step = resolved(*players, areas=("fort",), rows=rows, dice={1: die}, moves=pays(1, 1) if paid else [])
    assert told(step, DieRolled)[0].result == die + 2 + paid
    assert [each.reason for each in told(step, CardLeft)] == ([] if what == "stayed" else [what])


def test_rewards_of_fort_cards_may_be_cards() -> None:
    """Z-16.9, Z-12.4: a card drawn as a reward is drawn before the next marker earns."""
    step = resolved(POOR, POOR, areas=("fort",), rows={"fort": [card("fo_8", 1, 0)]}, dice={1: 5}, goal=())
    assert (points(step.state)[:2], cards(step.state)[:2]) == ([1, 1], [1, 1])


def test_a_fort_card_stays_for_the_next_round() -> None:
    """Z-16.8: a Fort card that stays is rolled for again in the next round."""
    state = position(POOR, POOR, seats=2, seat=1, rows={"fort": [card("fo_1", 0, 1)]}, next_event="ev_good_season")
    step = run(loaded(state, {1: 4}), (1, EndTurn()))
    assert laid(step.state, "fo_1").markers == (0, 1)
    again = run(step.state, (1, EndTurn()), (0, EndTurn()))
    assert now(again.state)[0] == (0, "dice")
