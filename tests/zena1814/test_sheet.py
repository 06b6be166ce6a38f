"""Resolution sheet of section 7.4: later decisions on figures, tricks, dice and the Palace can be made ahead."""

import pytest

from engines.contract import When, view
from engines.zena1814 import ENGINE
from engines.zena1814.actions import BuyPoints, EndTurn, KeepCoins, MoveTrick, PayCoins, PutUnder, RaiseTo
from engines.zena1814.content import FIGURES
from engines.zena1814.events import CoinsPaid, DieRolled, MarkerEarned
from engines.zena1814.state import State
from tests.zena1814.positions import (
    advance,
    after,
    card,
    family,
    legal,
    legal_of,
    not_asked,
    now,
    number,
    own,
    position,
    refusal,
    run,
    told,
)
from tests.zena1814.resolving import ABSENT, ahead, asks, coins, onward, pays, resolved, resolving

POOR = family("port", coins=0)
MANEZZI = card("ot_manezzi", 3)
"""Of the last seat: while it is asked for a figure, all else is ahead."""
EVERY = ("old_town", "cathedral", "palace", "bank", "port", "fort")


def sheet(*players, rows=None, asking=MANEZZI, **facts) -> State:
    """Return a state in which a seat, by default the last, decides about its Manezzi. The sheet has later decisions."""
    every = {**(rows or {}), "old_town": [asking, *(rows or {}).get("old_town", ())]}
    found = advance(resolving(*players, areas=EVERY, rows=every, **facts)).state
    assert now(found) == [(asking.markers[0], "manezzi")]
    return found


def test_everything_that_may_come_up_is_asked_at_once() -> None:
    """Section 7.4, Z-11.1: when the last turn ends, decisions on tricks, dice and the Palace open together.

    Dice decisions are separate for each seat and card.
    """
    rows = {
        "old_town": [MANEZZI, card("ot_sollevacoin", 1)],
        "bank": [card("bk_investment", 0, 2)],
        "port": [card("po_trade_route", 2)],
        "fort": [card("fo_1", 1, 0)],
    }
    state = position(family("palace"), ABSENT, ABSENT, ABSENT, seat=3, rows=rows)
    state = after(state, 3, EndTurn())
    assert now(state) == [(3, "manezzi")]
    assert ahead(state) == [
        (0, "dice/1/3"),
        (0, "dice/1/5"),
        (0, "palace/1"),
        (1, "dice/1/5"),
        (1, "trick/2"),
        (2, "dice/1/3"),
        (2, "dice/1/4"),
    ]


def test_a_later_answer_keeps_its_key() -> None:
    """Section 7.4: a queued answer is played as a reply to the same decision under the same key."""
    state = sheet(family("palace"), ABSENT, rows={"bank": [card("bk_investment", 0, 1)]}, goal=())
    wanted = {(each.seat, each.key) for each in ENGINE.pending(state.public) if each.when is When.AHEAD}
    state = after(state, 3, PutUnder("lord"))
    seen = set()
    while now(state):
        ((seat, kind),) = now(state)
        (one,) = [each for each in asks(state, kind) if each.when is When.NOW]
        assert (one.reply, one.sealed) == (True, False)
        seen.add((seat, one.key))
        state = after(state, seat, KeepCoins() if kind == "palace" else PayCoins(0))
    assert seen == wanted == {(0, "dice/8/2"), (1, "dice/8/2"), (0, "palace/8")}


def test_what_is_ahead_is_filed_and_not_played() -> None:
    """Section 7.4: an answer ahead is queued until its decision is due, and not played before."""
    state = sheet(family("palace"), rows={"old_town": [card("ot_sollevacoin", 1)], "bank": [card("bk_investment", 0)]})
    not_asked(state, 0, PayCoins(0))
    not_asked(state, 0, BuyPoints())
    not_asked(state, 1, MoveTrick("bank"))


def test_what_can_be_answered_ahead() -> None:
    """Section 7.4: a figure, an area, a purchase, a number of coins or a modifier can be chosen ahead."""
    rows = {"old_town": [card("ot_manezzi", 2), card("ot_sollevacoin", 1)], "bank": [card("bk_investment", 0)]}
    state = sheet(family("palace", coins=2), ABSENT, rows=rows)
    assert legal(state, 2, "manezzi") == [PutUnder(figure) for figure in FIGURES]
    assert legal(state, 1, "trick") == [MoveTrick(area) for area in ("cathedral", "palace", "bank", "port")]
    assert set(legal(state, 0, "palace")) == {BuyPoints(), KeepCoins()}
    assert PayCoins(2) in legal(state, 0, "dice")
    assert RaiseTo(5, 5) in legal(state, 0, "dice")


def test_who_cannot_have_a_coin_is_not_asked_for_any() -> None:
    """Section 7.4: a seat without coins, and without income from earlier cards, has no dice decision on the sheet."""
    state = sheet(POOR, family("port", coins=1), POOR, rows={"bank": [card("bk_investment", 0, 1, 2)]})
    assert ahead(state, "dice") == [(1, "dice/8/2")]


def test_coins_of_earlier_cards_are_counted() -> None:
    """Section 7.4, E-52: the sheet includes coins that a loan at the Bank will pay before the decision."""
    rows = {"bank": [card("bk_loan", 0), card("bk_investment", 0, 1)], "port": [card("po_trade_route", 1, 0)]}
    state = sheet(POOR, POOR, rows=rows)
    assert ahead(state, "dice") == [(0, "dice/8/3"), (0, "dice/8/4"), (1, "dice/8/4")]
    asked = {each.key: each for each in asks(state, "dice") if each.seat == 0}
    most = {
        key: max(each.coins for each in ENGINE.legal(view(state, 0), one) if isinstance(each, PayCoins))
        for key, one in asked.items()
    }
    assert most == {"dice/8/3": 4, "dice/8/4": 9}


def test_the_change_of_the_event_is_counted() -> None:
    """Section 7.4, Z-12.5: under easy credit a loan pays five."""
    rows = {"bank": [card("bk_loan", 0), card("bk_investment", 0)]}
    state = sheet(POOR, rows=rows, event="ev_easy_credit")
    assert max(each.coins for each in legal_of(state, PayCoins, 0, "dice")) == 5


def test_incomes_of_earlier_areas_are_counted() -> None:
    """Section 7.4, Z-14.11: the sheet includes the income of the Bank's majority, which comes before rolls at the Port."""
    rows = {"port": [card("po_trade_route", 0)]}
    holder = family("cathedral", lord="bank", coins=0)
    assert ahead(sheet(holder, rows=rows), "dice") == [(0, "dice/8/2")]
    assert max(each.coins for each in legal_of(sheet(holder, rows=rows), PayCoins, 0, "dice")) == 5
    rival = family("fort", lord="bank", heir_1="bank", coins=0)
    assert ahead(sheet(family("palace", heir_1="bank", coins=0), rival, rows=rows), "dice") == []


def test_a_trick_card_may_pay_anywhere() -> None:
    """Section 7.4, E-50: the sheet allows for a trick card that pays a coin for the Palace or for a roll at the Bank."""
    rows = {"old_town": [card("ot_sollevacoin", 0)], "bank": [card("bk_investment", 0)]}
    state = sheet(family("palace", coins=0), rows=rows)
    assert ahead(state) == [(0, "dice/8/3"), (0, "palace/8"), (0, "trick/2")]


def test_a_marker_of_manezzi_may_decide_the_palace() -> None:
    """Section 7.4, Z-18.3: if two Lords tie at the Palace, a seat that may still place a marker of Manezzi could win."""
    lords = (family("port", lord="palace"), family("bank", lord="palace"), ABSENT, ABSENT)
    assert ahead(sheet(*lords), "palace") == []
    rows = {"old_town": [card("ot_manezzi", 1)]}
    assert ahead(sheet(*lords, rows=rows), "palace") == [(1, "palace/8")]


def test_the_palace_needs_a_coin() -> None:
    """Section 7.4, E-49: a seat that cannot have a coin when the Palace is resolved has no decision."""
    assert ahead(sheet(family("palace", coins=0)), "palace") == []
    assert ahead(sheet(family("palace", coins=1)), "palace") == [(0, "palace/8")]


def test_the_sheet_lasts_while_cards_are_drawn() -> None:
    """Section 7.4: a draw is decided only when it comes up. All other decisions remain open ahead."""
    rows = {"cathedral": [card("ca_sermon", 0)], "bank": [card("bk_investment", 1)]}
    state = resolved(ABSENT, ABSENT, areas=("cathedral", "palace", "bank"), rows=rows).state
    assert now(state) == [(0, "draw")]
    assert ahead(state) == [(1, "dice/8/2")]


def test_decided_areas_are_off_the_sheet() -> None:
    """Section 7.4: a decision already made does not open again on the sheet."""
    rows = {"bank": [card("bk_investment", 0), card("bk_great_investment", 0)]}
    state = resolved(rows=rows).state
    assert (now(state), ahead(state)) == ([(0, "dice")], [(0, "dice/8/2")])
    state = after(state, 0, PayCoins(0))
    assert (now(state), ahead(state)) == ([(0, "dice")], [])


def test_there_is_no_sheet_outside_the_phase() -> None:
    """Section 7.4, Z-11.1: there is no sheet during turns."""
    state = position(family("palace"), rows={"bank": [card("bk_investment", 0)]})
    assert ahead(state) == []


def test_the_sheet_tells_nothing_hidden() -> None:
    """Section 7.4, 7.7: the sheet does not depend on hands, decks or future rolls."""
    rows = {"old_town": [card("ot_sollevacoin", 1)], "bank": [card("bk_loan", 0), card("bk_investment", 0, 2)]}
    hands = [("go_dagghe", "bk_loan"), ("ca_alms",), ("go_maj_bank",), ()]
    state = sheet(*(family("palace" if not seat else "port", hand=hand) for seat, hand in enumerate(hands)), rows=rows)
    listed = _listed(state)
    for key in range(8):
        world = ENGINE.imagine(view(state, None), bytes([key] * 32))
        assert world.vault != state.vault
        assert _listed(world) == listed


def _listed(state: State) -> list:
    return [(one, tuple(ENGINE.legal(view(state, one.seat), one))) for one in ENGINE.pending(state.public)]


# Dice rules


@pytest.mark.parametrize(
    ("coins_before", "earlier", "action", "paid"),
    [
        pytest.param(10, 0, RaiseTo(3, 3), 2, id="one marker beyond the first is there"),
        pytest.param(10, 2, RaiseTo(3, 3), 0, id="reached by the earlier payer"),
        pytest.param(10, 5, RaiseTo(3, 3), 0, id="more than reached"),
        pytest.param(10, 0, RaiseTo(5, 1), 1, id="at most so many"),
        pytest.param(10, 1, RaiseTo(5, 5), 3, id="the rest of it"),
        pytest.param(2, 0, RaiseTo(5, 5), 2, id="no more than there are"),
        pytest.param(10, 0, RaiseTo(1, 1), 0, id="reached by the markers"),
    ],
)
def test_raising_the_modifier(coins_before: int, earlier: int, action: RaiseTo, paid: int) -> None:
    """Section 7.4, Z-16.6, R-15: markers beyond the first and earlier payments count.

    The seat pays the coins still missing, if it has them.
    """
    rows = {"bank": [card("bk_investment", 0, 1)]}
    step = resolved(family(), family(coins=coins_before), rows=rows, moves=[(0, PayCoins(earlier)), (1, action)])
    assert [each.coins for each in told(step, CoinsPaid)] == [earlier, paid]
    (rolled,) = told(step, DieRolled)
    assert (rolled.markers, rolled.paid, rolled.result) == (1, earlier + paid, rolled.die + 1 + earlier + paid)


def test_raising_counts_three_markers() -> None:
    """Section 7.4, R-15: three markers add two to the roll without a coin."""
    rows = {"bank": [card("bk_investment", 0, 1, 2)]}
    step = resolved(rows=rows, moves=[(0, RaiseTo(2, 2)), (1, RaiseTo(3, 3)), (2, RaiseTo(5, 1))])
    assert [each.coins for each in told(step, CoinsPaid)] == [0, 1, 1]


def test_raising_never_turns_illegal() -> None:
    """Section 7.4: every queued dice rule stays legal, whatever earlier players pay and whatever coins are left."""
    rows = {"bank": [card("bk_loan", 1), card("bk_investment", 0, 1)]}
    filed = legal_of(sheet(family("port"), POOR, rows=rows), RaiseTo, 1, "dice")
    assert len(filed) == 15
    for earlier in (0, 3, 10):
        state = onward(resolving(rows=rows), (0, PayCoins(earlier))).state
        assert set(filed) <= set(legal_of(state, RaiseTo, 1, "dice"))
    poor = advance(resolving(family(coins=0), family(coins=1), rows={"bank": [card("bk_investment", 1, 0)]})).state
    assert set(filed) <= set(legal_of(poor, RaiseTo, 1, "dice"))
    for each in filed:
        assert own(after(poor, 1, each), 1).coins >= 0


def test_more_coins_than_there_are_are_refused_at_the_place() -> None:
    """Section 7.4, Z-16.4: a payment ahead of more coins than the seat has is refused when it is due.

    The sheet had allowed for a success that did not happen.
    """
    rows = {"bank": [card("bk_investment", 0)], "port": [card("po_trade_route", 0)]}
    state = sheet(family("fort", coins=1), rows=rows, dice={2: 1}, goal=())
    filed = {each.key: each for each in asks(state, "dice")}
    most = [each for each in ENGINE.legal(view(state, 0), filed["dice/8/3"]) if isinstance(each, PayCoins)]
    assert max(each.coins for each in most) == 1 + 5
    step = run(after(state, 3, PutUnder("lord")), (0, PayCoins(0)))
    assert refusal(step.state, 0, PayCoins(6)).rule == "Z-16.4"
    assert number(step.state, "po_trade_route") == 3


def test_the_phase_runs_in_printed_order() -> None:
    """Section 7.4, Z-11.2: answers given ahead do not change the order of resolution."""
    rows = {"bank": [card("bk_investment", 0)], "port": [card("po_cargo", 1)], "cathedral": [card("ca_chapel", 2)]}
    step = resolved(ABSENT, ABSENT, areas=EVERY, rows=rows, dice={2: 6}, moves=pays(0))
    assert [each.card for each in told(step, MarkerEarned)] == ["ca_chapel", "bk_investment", "po_cargo"]
    assert coins(step.state)[2] == 11
