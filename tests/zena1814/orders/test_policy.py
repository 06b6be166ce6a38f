"""Standing orders for windows, draws, the resolution sheet, the Festa and the hand limit [7.2 to 7.4]."""

from typing import Any

import pytest

from engines.contract import When, view
from engines.zena1814 import ENGINE
from engines.zena1814.actions import (
    BuyPoints,
    Decline,
    Discard,
    DrawFrom,
    KeepCoins,
    MoveTrick,
    PassCard,
    PayCoins,
    PutUnder,
    RaiseTo,
    React,
    TakeBonus,
)
from engines.zena1814.content import DECKS
from engines.zena1814.events import CoinsPaid
from engines.zena1814.policy import (
    TURN_CAME,
    BuyAtPalace,
    DeclineUntilTurn,
    DiceRule,
    MarkUnder,
    PassOn,
    PreferDeck,
    PutAway,
    ReactRule,
    TrickTo,
)
from engines.zena1814.state import AskPass, AskTurn, DrawCards, EndRound, State
from tests.zena1814.orders.ordering import answer, is_asked, is_silent, rolling
from tests.zena1814.positions import (
    advance,
    after,
    busy,
    card,
    family,
    pending,
    play,
    position,
    told,
    window,
    with_public,
)
from tests.zena1814.resolving import discarding, resolving

JOIN, REFUSE, ASK = ReactRule("join"), ReactRule("decline"), ReactRule("ask")


# Windows


def shares(*players: Any, markers: tuple[int, ...] = (0,), waiting: tuple[int, ...] = (1, 2, 3), **facts: Any) -> State:
    """Return a state in which seat 0 has offered shares of the bank (4/2/1, two coins a round).

    All other seats have a figure there.
    """
    there = players or tuple(family("bank") for _ in range(4))
    state = position(*there, rows={"bank": [card("bk_shares", *markers)]}, turn=AskTurn(0, 1, offered=True), **facts)
    return window(state, "bk_shares", *waiting)


def fort(*waiting: int, **facts: Any) -> State:
    """Return a state in which a Fort card (2/2/1, two points) was just turned up. All seats have a figure there."""
    state = position(*(family("fort") for _ in range(4)), rows={"fort": [card("fo_1")]}, phase="event", **facts)
    return window(state, "fo_1", *waiting)


def test_join_places_one_marker_on_the_free_slot() -> None:
    assert answer(JOIN, shares(), 1) == React(2)
    assert answer(JOIN, shares(markers=(0, 3), waiting=(1, 2)), 1) == React(3)


def test_decline_and_ask() -> None:
    assert answer(REFUSE, shares(), 1) == Decline()
    assert is_asked(answer(ASK, shares(), 1))


@pytest.mark.parametrize(
    ("rule", "speaks"),
    [
        ({"areas": ("bank",)}, True),
        ({"areas": ("port", "bank")}, True),
        ({"areas": ("port",)}, False),
        ({"kinds": ("permanent",)}, True),
        ({"kinds": ("one_shot", "dice")}, False),
        ({"at_most": 2}, True),
        ({"at_most": 1}, False),
        ({"keep": 8}, True),
        ({"keep": 9}, False),
        ({"slot": 2}, True),
        ({"slot": 3}, False),
        ({"not_with": (1, 2)}, True),
        ({"not_with": (0,)}, False),
        ({"wants": ("coin",)}, True),
        ({"wants": ("vp", "coin")}, True),
        ({"wants": ("vp", "card")}, False),
        ({"areas": ("bank",), "at_most": 1}, False),
    ],
)
@pytest.mark.parametrize("what", ["join", "decline", "ask"])
def test_filters(rule: dict[str, Any], speaks: bool, what: Any) -> None:
    """7.2: a rule applies only if every filter accepts the card. The price is 2, of 10 coins."""
    found = answer(ReactRule(what, **rule), shares(), 1)
    if not speaks:
        assert is_silent(found)
    elif what == "ask":
        assert is_asked(found)
    else:
        assert found == (React(2) if what == "join" else Decline())


def test_what_a_reward_holds() -> None:
    """Filters treat Fort cards as dice cards.

    The points of Relaçoin count as a reward, though they are not printed [Z-18.11].
    """
    assert answer(ReactRule("join", kinds=("dice",), wants=("vp",)), fort(0, 1), 0) == React(1)
    state = position(*(family("palace") for _ in range(4)), rows={"palace": [card("pa_relacoin", 0)]}, turn=AskTurn(0, 1))
    assert answer(ReactRule("join", wants=("vp",)), window(state, "pa_relacoin", 1), 1) == React(2)
    assert is_silent(answer(ReactRule("join", wants=("coin", "card")), window(state, "pa_relacoin", 1), 1))


def test_ahead_a_rule_speaks_if_nothing_before_can_change_that() -> None:
    """7.2: a rule answers ahead only if no earlier decision can change its answer.

    Seat 2 may get slot 2 for two coins, or slot 3 for a single coin.
    """
    for rule, speaks in [
        (REFUSE, True),
        (ReactRule("decline", at_most=2), True),
        (ReactRule("decline", at_most=1), False),
        (ReactRule("decline", slot=2), True),
        (ReactRule("decline", slot=3), False),
        (ReactRule("decline", keep=8), True),
        (ReactRule("decline", keep=9), False),
    ]:
        assert (answer(rule, shares(), 2) == Decline()) == speaks
    assert answer(JOIN, shares(), 2) == React(2)
    assert is_silent(answer(ReactRule("join", at_most=1), shares(), 2))


def test_ahead_a_rule_that_may_ask_asks() -> None:
    """7.2: a rule that may leave the decision to its seat does so ahead, together with the other seats' decisions."""
    assert is_asked(answer(ReactRule("ask", at_most=1), shares(), 2))
    assert is_asked(answer(ReactRule("ask", slot=3), shares(), 2))
    assert is_silent(answer(ReactRule("ask", slot=3), shares(), 1))
    assert is_silent(answer(ReactRule("ask", areas=("fort",)), shares(), 2))


def test_ahead_the_first_at_the_fort_may_become_the_promoter() -> None:
    """7.2, Z-16.13: a rule against promoter 1 is silent while seat 1 may still become promoter of the Fort card."""
    rule = ReactRule("join", not_with=(1,))
    assert answer(rule, fort(1, 2), 1) == React(1)
    assert is_silent(answer(rule, fort(1, 2), 2))
    assert answer(rule, fort(3, 2), 2) == React(1)
    assert is_silent(answer(rule, after(fort(1, 2), 1, React(1)), 2))
    assert answer(rule, after(fort(1, 2), 1, Decline()), 2) == React(1)


def test_ahead_only_slots_that_can_be_paid_count() -> None:
    """E-14: with a single coin the seat can only pay slot 3, so the rule for that slot is enough."""
    state = shares(family("bank"), family("bank"), family("bank", coins=1), family("bank"))
    assert answer(ReactRule("join", slot=3), state, 2) == React(3)


def test_join_leaves_a_marker_to_reclaim_to_its_seat() -> None:
    """Z-10.3, 7.2: no rule names the marker to reclaim, so the seat decides."""
    state = position(
        *(family("bank") for _ in range(4)),
        rows={"cathedral": busy(1, 10), "bank": [card("bk_shares", 0)]},
        turn=AskTurn(0, 1, offered=True),
    )
    state = window(state, "bk_shares", 1, 2)
    assert is_asked(answer(JOIN, state, 1))
    assert answer(REFUSE, state, 1) == Decline()


def test_declining_until_the_turn() -> None:
    """7.2: a bulk decline ends with the seat's turn in the round that it names, and at the latest in the next round."""
    state = shares(waiting=(1, 2, 3))
    assert answer(DeclineUntilTurn(1), state, 1) == Decline()
    assert answer(DeclineUntilTurn(1), state, 3) == Decline()
    assert answer(DeclineUntilTurn(2), state, 1) == Decline()
    late = window(position(*(family("bank") for _ in range(4)), rows={"bank": [card("bk_shares", 3)]}, seat=3), "bk_shares", 1)
    assert answer(DeclineUntilTurn(1), late, 1) == TURN_CAME
    assert answer(DeclineUntilTurn(2), late, 1) == Decline()
    assert answer(DeclineUntilTurn(1), with_public(state, round=2), 1) == TURN_CAME
    assert TURN_CAME.over, "it says so whatever is asked, and rests then"
    assert answer(DeclineUntilTurn(1), position(turn=AskTurn(0, 1)), 0, "turn") == TURN_CAME


def test_orders_for_windows_know_only_what_the_seat_sees() -> None:
    """7.7: the contents of other hands and of decks change no answer."""
    state = shares()
    for order in (JOIN, ReactRule("ask", at_most=1), DeclineUntilTurn(1)):
        for world in (ENGINE.imagine(view(state, 2), bytes([each])) for each in range(3)):
            assert answer(order, world, 2) == answer(order, state, 2)


# Draws


def drawing(**facts: Any) -> State:
    """Return a state in which seat 1 draws a card."""
    state = position(family(), family(**facts))
    return with_public(state, agenda=(DrawCards(1, 1), *state.public.agenda))


@pytest.mark.parametrize(
    ("order", "facts", "deck"),
    [
        (PreferDeck(), {}, "action"),
        (PreferDeck("action"), {"last_deck": "action"}, "action"),
        (PreferDeck("goal"), {}, "goal"),
        (PreferDeck("alternate"), {}, "action"),
        (PreferDeck("alternate"), {"last_deck": "action"}, "goal"),
        (PreferDeck("alternate"), {"last_deck": "goal"}, "action"),
        (PreferDeck("goals_until", 1), {}, "goal"),
        (PreferDeck("goals_until", 2), {"hand": ("go_dagghe",)}, "goal"),
        (PreferDeck("goals_until", 2), {"hand": ("go_dagghe", "go_maj_bank")}, "action"),
        (PreferDeck("goals_until", 0), {}, "action"),
    ],
)
def test_preferred_decks(order: PreferDeck, facts: dict[str, Any], deck: Any) -> None:
    """7.3: the order draws from one deck, from both in turn, or from the goals until the hand has enough goals."""
    assert answer(order, drawing(**facts), 1, "draw") == DrawFrom(deck)


def test_a_deck_is_named_once() -> None:
    """7.1, 7.3: the order is silent until its player draws. Then it becomes an order for the deck of that draw."""
    once = PreferDeck("once")
    assert is_silent(answer(once, drawing(), 1, "draw"))
    for deck in DECKS:
        assert ENGINE.settle(once, DrawFrom(deck)) == PreferDeck(deck)
        assert ENGINE.settle(PreferDeck("action"), DrawFrom(deck)) == PreferDeck("action")
    assert ENGINE.settle(once, TakeBonus("goal")) == once


# The resolution sheet


@pytest.mark.parametrize(
    ("rule", "action"),
    [
        (DiceRule(3, 3), RaiseTo(3, 3)),
        (DiceRule(3, 9), RaiseTo(3, 3)),
        (DiceRule(5, 2), RaiseTo(5, 2)),
        (DiceRule(5, 5, keep=3), RaiseTo(5, 1)),
        (DiceRule(5, 5, keep=4), PayCoins(0)),
        (DiceRule(5, 5, keep=9), PayCoins(0)),
        (DiceRule(5, 0), PayCoins(0)),
        (DiceRule(0, 5), PayCoins(0)),
        (DiceRule(2, 2, areas=("port", "bank")), RaiseTo(2, 2)),
    ],
)
def test_dice_rules(rule: DiceRule, action: Any) -> None:
    """7.4: a dice rule pays for a higher modifier. It spends at most its limit, and keeps the coins it names."""
    assert answer(rule, rolling(4), 0, "dice") == action


def test_dice_rules_for_other_areas_are_silent() -> None:
    """7.4: a dice rule for other areas does not apply."""
    assert is_silent(answer(DiceRule(5, 5, areas=("port", "fort")), rolling(4), 0, "dice"))
    assert answer(DiceRule(1, 1, areas=("fort",)), rolling(4, area="fort", name="fo_1"), 0, "dice") == RaiseTo(1, 1)


def test_a_dice_rule_speaks_ahead_and_counts_at_its_place() -> None:
    """7.4, Z-16.4: a dice rule answers ahead, and seat 1 pays the coins still missing after seat 0.

    Two markers add one to the roll.
    """
    rule, state = DiceRule(4, 4), rolling(9, 9)
    assert pending(state, 1, "dice").when is When.AHEAD
    assert answer(rule, state, 1, "dice") == RaiseTo(4, 4)
    state = after(state, 0, PayCoins(2))
    paid = told(play(state, 1, answer(rule, state, 1, "dice")), CoinsPaid)
    assert [(each.seat, each.coins) for each in paid] == [(1, 1)]


@pytest.mark.parametrize(("order", "action"), [(BuyAtPalace(), BuyPoints()), (BuyAtPalace(buy=False), KeepCoins())])
def test_buying_at_the_palace(order: BuyAtPalace, action: Any) -> None:
    """7.1, W-12: the order decides whether to buy at the Palace, both now and in advance."""
    players = (family("palace"), *(family("port") for _ in range(3)))
    state = advance(resolving(*players, areas=("palace",))).state
    assert answer(order, state, 0, "palace") == action
    early = resolving(*players, areas=("old_town", "palace"), rows={"old_town": [card("ot_manezzi", 1)]})
    early = advance(early).state
    assert pending(early, 0, "palace").when is When.AHEAD
    assert answer(order, early, 0, "palace") == action


def test_marking_a_figure() -> None:
    """7.4, Z-18.1: the order names the figure for Manezzi, both now and ahead."""
    rows = {"old_town": [card("ot_manezzi", 0), card("ot_manezzi", 1)]}
    state = advance(resolving(areas=("old_town",), rows=rows)).state
    for seat in (0, 1):
        assert answer(MarkUnder("heir_2"), state, seat, "manezzi") == PutUnder("heir_2")


def test_moving_a_trick_card() -> None:
    """7.4, Z-18.7: the trick card goes to the first legal area of the list. If the list has none, the seat decides."""
    rows = {"old_town": [card("ot_sollevacoin", 0), card("ot_sollevacoin", 1)]}
    state = advance(resolving(areas=("old_town",), rows=rows)).state
    for seat in (0, 1):
        assert answer(TrickTo(("port", "bank")), state, seat, "trick") == MoveTrick("port")
        assert answer(TrickTo(("fort", "old_town", "bank")), state, seat, "trick") == MoveTrick("bank")
        assert is_asked(answer(TrickTo(("fort", "old_town")), state, seat, "trick"))


# Cards of the hand


def test_passing_a_card_on() -> None:
    """7.4, Z-18.15: the order passes the first card of the list that is in hand.

    A seat that has sealed a card has no further decision.
    """
    hand = ("bk_loan", "go_dagghe", "ca_alms")
    state = position(*(family(hand=hand if seat == 1 else ("bk_shares", "ot_gossip")) for seat in range(2)), seats=2)
    state = with_public(state, agenda=(AskPass(1, (0, 1)), EndRound()), phase="resolution")
    assert answer(PassOn(("po_cargo", "ca_alms", "bk_loan")), state, 1, "festa") == PassCard("ca_alms")
    assert is_asked(answer(PassOn(("po_cargo",)), state, 1, "festa"))
    state = after(state, 1, PassCard("bk_loan"))
    assert is_silent(answer(PassOn(("ca_alms",)), state, 1, "festa"))


def test_putting_cards_away() -> None:
    """7.4, Z-15.2: cards are discarded in list order, each copy separately.

    Listed cards that are not in hand are skipped.
    """
    hand = ("ca_sermon", "bk_loan", "ca_sermon", "go_dagghe", "ca_alms", "go_maj_bank", "bk_loan", "po_cargo", "po_cargo")
    state = discarding(family(hand=hand), round=3)
    order, put = PutAway(("ca_chapel", "bk_loan", "go_dagghe", "bk_loan")), []
    for _ in range(3):
        put.append(answer(order, state, 0, "discard"))
        state = after(state, 0, put[-1])
    assert put == [Discard("bk_loan"), Discard("go_dagghe"), Discard("bk_loan")]


def test_a_copy_is_put_away_for_each_time_it_is_listed() -> None:
    """7.4: if the list names one of two sermons, only that one is discarded, so the seat decides about the next card."""
    hand = ("ca_sermon", "ca_sermon", "go_dagghe", "ca_alms", "go_maj_bank", "bk_loan", "po_cargo", "po_cargo")
    state = discarding(family(hand=hand), round=3)
    assert answer(PutAway(("ca_sermon",)), state, 0, "discard") == Discard("ca_sermon")
    assert is_asked(answer(PutAway(("ca_sermon",)), after(state, 0, Discard("ca_sermon")), 0, "discard"))
    assert answer(PutAway(("ca_sermon",)), after(state, 0, Discard("ca_alms")), 0, "discard") == Discard("ca_sermon")


# Everything else


def test_orders_speak_only_for_what_they_are_about() -> None:
    """7.2 to 7.4: only orders for windows answer a window, and no order answers a turn."""
    orders = [
        PreferDeck(),
        BuyAtPalace(),
        DiceRule(3, 3),
        PutAway(("bk_loan",)),
        PassOn(("bk_loan",)),
        MarkUnder("lord"),
        TrickTo(("bank",)),
    ]
    for order in orders:
        assert is_silent(answer(order, shares(), 1))
    for order in (*orders, JOIN, REFUSE, ASK, DeclineUntilTurn(8)):
        assert is_silent(answer(order, position(), 0, "turn"))


def test_orders_file_no_turn() -> None:
    """7.5: orders queue no turn, because the player plans the turn after a window."""
    there = [family("bank") for _ in range(4)]
    state = position(*there, rows={"bank": [card("bk_savings", 3), card("bk_shares", 0)]}, turn=AskTurn(0, 1, offered=True))
    state = window(state, "bk_shares", 1)
    assert pending(state, 0).when is When.MAY
    for order in (JOIN, REFUSE, DeclineUntilTurn(8)):
        assert is_silent(answer(order, state, 0, "turn"))
