"""Section Z-12: rewards of the cards of an area."""

import shutil
from pathlib import Path

import pytest

from engines.zena1814 import loader
from engines.zena1814.content import Gain
from engines.zena1814.events import BonusGained, CardDrawn, MajorityEarned, MarkerEarned, MarkerPlaced, NothingToDraw
from tests.zena1814.positions import card, family, influence, now, own, play, position, told
from tests.zena1814.resolving import cards, coins, draws, points, resolved

FOUR = (family(coins=0), family(coins=0), family(coins=0), family(coins=0))
PLUS, MINUS, PORT_PLUS, PORT_MINUS = "ev_easy_credit", "ev_bank_run", "ev_good_season", "ev_blockade"


def _earned(step) -> list[tuple[int, str, Gain]]:
    return [(each.seat, each.card, each.gain) for each in told(step, MarkerEarned)]


def test_cards_resolve_from_the_oldest_to_the_newest() -> None:
    """Z-12.1: cards resolve from left to right."""
    rows = {"bank": [card("bk_loan", 2), card("bk_shares", 1), card("bk_savings", 3), card("bk_loan", 0)]}
    step = resolved(rows=rows)
    assert [(seat, name) for seat, name, _ in _earned(step)] == [
        (2, "bk_loan"),
        (1, "bk_shares"),
        (3, "bk_savings"),
        (0, "bk_loan"),
    ]


def test_every_marker_earns_the_full_reward() -> None:
    """Z-12.2, Z-12.3: the promoter earns as much as the other participants. Markers earn from the top down."""
    step = resolved(*FOUR, rows={"bank": [card("bk_shares", 3, 0, 2)]})
    assert _earned(step) == [(seat, "bk_shares", Gain(coin=2)) for seat in (3, 0, 2)]
    assert coins(step.state) == [2, 0, 2, 2]


def test_points_and_coins_of_one_reward() -> None:
    """Z-12.2: all parts of the reward are paid. Its points count as points from cards."""
    step = resolved(*FOUR, areas=("cathedral",), rows={"cathedral": [card("ca_procession", 1)]})
    assert (coins(step.state), points(step.state)) == ([0, 1, 0, 0], [0, 2, 0, 0])
    assert own(step.state, 1).tally.cards == 2


def test_the_bank_of_the_rulebook() -> None:
    """V-3, Z-12.2, Z-14.2, Z-14.11: three markers earn rewards, and George has the majority without a marker."""
    john, george, paul, ringo = (
        family(coins=0, lady="bank"),
        family(coins=0, lord="bank"),
        family(coins=0, heir_1="bank"),
        family(coins=0, heir_2="bank"),
    )
    step = resolved(john, george, paul, ringo, rows={"bank": [card("bk_shares", 2, 0, 3)]})
    assert _earned(step) == [(seat, "bk_shares", Gain(coin=2)) for seat in (2, 0, 3)]
    assert told(step, MajorityEarned) == [MajorityEarned(1, "bank", Gain(coin=3))]
    assert coins(step.state) == [2, 3, 2, 2]
    assert step.state.public.row("bank")[0].markers == (2, 0, 3)


def test_drawn_cards_are_chosen_in_the_order_of_the_markers() -> None:
    """Z-12.3, Z-12.4: the top marker draws both its cards before the next marker earns anything."""
    rows = {"cathedral": [card("ca_sermon", 2, 0)]}
    state = resolved(areas=("cathedral",), rows=rows).state
    assert now(state) == [(2, "draw")]
    moves = draws(2, "goal", "action") + draws(0, "action", "goal")
    step = resolved(areas=("cathedral",), rows=rows, moves=moves)
    assert told(step, MarkerEarned, CardDrawn) == [
        MarkerEarned(2, "ca_sermon", 1, Gain(card=2)),
        CardDrawn(2, "goal"),
        CardDrawn(2, "action"),
        MarkerEarned(0, "ca_sermon", 1, Gain(card=2)),
        CardDrawn(0, "action"),
        CardDrawn(0, "goal"),
    ]


def test_each_drawn_card_is_asked_for_by_itself() -> None:
    """Z-12.4: the second draw is a new decision."""
    rows = {"cathedral": [card("ca_sermon", 2)]}
    step = resolved(areas=("cathedral",), rows=rows, moves=draws(2, "goal"))
    assert now(step.state) == [(2, "draw")]
    assert cards(step.state) == [0, 0, 1, 0]


def test_the_top_marker_gets_the_last_card() -> None:
    """Z-12.3, Z-1.10: the top marker gets the last card. The lower marker draws none, but earns its coins."""
    rows = {"cathedral": [card("ca_alms", 1, 0)]}
    step = resolved(*FOUR, areas=("cathedral",), rows=rows, action=["bk_loan"], goal=())
    assert told(step, CardDrawn) == [CardDrawn(1, "action")]
    assert told(step, NothingToDraw) == [NothingToDraw(0, 1)]
    assert coins(step.state) == [2, 2, 0, 0]


@pytest.mark.parametrize(
    ("event", "name", "paid"),
    [
        (PLUS, "bk_loan", 5),
        (PLUS, "bk_shares", 3),
        (MINUS, "bk_loan", 3),
        (MINUS, "bk_shares", 1),
        (PORT_PLUS, "bk_loan", 4),
        (PORT_MINUS, "bk_shares", 2),
    ],
)
def test_events_change_the_coins_of_bank_cards(event: str, name: str, paid: int) -> None:
    """Z-12.5: an event changes the coins of one-shot and permanent cards at the Bank.

    A change for the Port has no effect there.
    """
    step = resolved(*FOUR, event=event, rows={"bank": [card(name, 0)]})
    assert coins(step.state) == [paid, 0, 0, 0]


@pytest.mark.parametrize(("event", "paid"), [(PORT_PLUS, 2), (PORT_MINUS, 0), (PLUS, 1), (MINUS, 1)])
def test_events_change_the_coins_of_port_cards(event: str, paid: int) -> None:
    """Z-12.5: a change for the Port applies to coins. The points are unchanged."""
    step = resolved(*FOUR, event=event, areas=("port",), rows={"port": [card("po_cargo", 0)]})
    assert (coins(step.state), points(step.state)) == ([paid, 0, 0, 0], [1, 0, 0, 0])


@pytest.mark.parametrize("event", [PLUS, MINUS])
def test_a_trick_card_moved_to_the_bank_feels_its_event(event: str) -> None:
    """Z-12.5: the card's current area counts, not its printed area."""
    step = resolved(*FOUR, event=event, rows={"bank": [card("ot_sollevacoin", 0, moved=True)]})
    assert coins(step.state)[0] == (3 if event == PLUS else 1)


@pytest.mark.parametrize(("area", "name"), [("cathedral", "ca_procession"), ("palace", "ot_sollevacoin")])
def test_cards_elsewhere_feel_no_event(area: str, name: str) -> None:
    """Z-12.5: events change only the Bank and the Port."""
    rows = {area: [card(name, 0, moved=name == "ot_sollevacoin")]}
    usual = resolved(*FOUR, areas=(area,), rows=rows).state
    for event in (PLUS, MINUS, PORT_PLUS, PORT_MINUS):
        changed = resolved(*FOUR, areas=(area,), rows=rows, event=event).state
        assert coins(changed) == coins(usual)


def test_a_change_never_pays_less_than_nothing() -> None:
    """E-23, Z-12.6, R-18: a change of minus one coin turns a reward of one coin into none."""
    step = resolved(*FOUR, event=MINUS, rows={"bank": [card("bk_savings", 0)]})
    assert _earned(step) == [(0, "bk_savings", Gain())]
    assert coins(step.state) == [0, 0, 0, 0]
    rich = resolved(family(coins=4), event=MINUS, rows={"bank": [card("bk_savings", 0)]})
    assert coins(rich.state)[0] == 4


def test_a_greater_change_would_pay_nothing_either(tmp_path: Path) -> None:
    """E-23, Z-12.6: a greater reduction also pays nothing. The test modifies the data so that a bank run costs three coins."""
    folder = tmp_path / "steep"
    shutil.copytree(loader.DATA / "1", folder)
    events = folder / "events.toml"
    events.write_text(events.read_text("utf-8").replace("bank = -1", "bank = -3"), "utf-8")
    rows = {"bank": [card("bk_savings", 0), card("bk_loan", 1)]}
    step = resolved(*FOUR, event=MINUS, rows=rows, version=str(folder))
    assert coins(step.state) == [0, 1, 0, 0]


def test_a_change_counts_for_each_marker() -> None:
    """E-24, Z-12.6, R-18: each of three markers earns an additional coin."""
    step = resolved(*FOUR, event=PLUS, rows={"bank": [card("bk_shares", 0, 1, 2)]})
    assert coins(step.state) == [3, 3, 3, 0]


def test_a_reward_without_coins_stays_without() -> None:
    """E-25, Z-12.6, R-18: a Port card with points only earns no coins."""
    step = resolved(*FOUR, event=PORT_PLUS, areas=("port",), rows={"port": [card("po_consulate", 0)]})
    assert _earned(step) == [(0, "po_consulate", Gain(vp=1))]
    assert (coins(step.state), points(step.state)) == ([0] * 4, [1, 0, 0, 0])


@pytest.mark.parametrize(("event", "area", "gain"), [(PLUS, "bank", Gain(coin=3)), (PORT_PLUS, "port", Gain(coin=1, vp=1))])
def test_majorities_feel_no_event(event: str, area: str, gain: Gain) -> None:
    """E-26, Z-12.6, R-18: the majority income is unchanged."""
    step = resolved(family(lord=area), event=event, areas=(area,))
    assert told(step, MajorityEarned) == [MajorityEarned(0, area, gain)]


def test_dice_rewards_feel_the_event() -> None:
    """E-28, Z-12.5: after the event a success pays each marker an additional coin."""
    step = resolved(*FOUR, event=PLUS, rows={"bank": [card("bk_investment", 0, 1)]}, dice={1: 6})
    assert coins(step.state) == [6, 6, 0, 0]


@pytest.mark.parametrize("event", [PLUS, MINUS])
def test_prices_and_bonuses_feel_no_event(event: str) -> None:
    """Z-12.6, R-18: the second slot still costs 1 coin and gives the promoter 1 coin."""
    state = position(family("bank"), event=event, rows={"bank": [card("bk_savings", 1)]})
    step = play(state, 0, influence(state, "bk_savings"))
    assert [each.price for each in told(step, MarkerPlaced)] == [1]
    assert [each.gain for each in told(step, BonusGained)] == [Gain(coin=1)]
    assert coins(step.state)[:2] == [9, 11]


def test_two_own_markers_are_two_rewards() -> None:
    """Z-12.2, Z-12.3: a seat's two markers earn two rewards, in the order of their slots."""
    step = resolved(*FOUR[:3], seats=3, rows={"bank": [card("bk_shares", 0, 1, 0)]})
    assert [seat for seat, _, _ in _earned(step)] == [0, 1, 0]
    assert coins(step.state) == [4, 2, 0]
