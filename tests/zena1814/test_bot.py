"""Bot of Zena 1814: its preferences, fairness and results against random play, and the steward of an absent seat."""

from typing import Any

import pytest

from engines import playout
from engines.contract import Filed, When, encode, view
from engines.zena1814 import ENGINE, majority
from engines.zena1814.actions import (
    BuyPoints,
    Decline,
    Discard,
    DrawFrom,
    EndTurn,
    Influence,
    MoveFigure,
    MoveTrick,
    NameStarter,
    OfferCard,
    PassCard,
    PayCoins,
    PutUnder,
    React,
    TakeBonus,
)
from engines.zena1814.state import AskPass, AskTurn, DrawCards, EndRound, Hand, Placed, State
from engines.zena1814.thinking import opening
from tests.zena1814.positions import (
    advance,
    after,
    busy,
    card,
    family,
    legal,
    pending,
    play,
    position,
    started,
    window,
    with_public,
)
from tests.zena1814.resolving import discarding, resolving
from tests.zena1814.stacks import CONTENT


def decided(state: State, seat: int = 0, kind: str = "turn") -> Any:
    """Return the bot's decision."""
    return ENGINE.bot(view(state, seat), pending(state, seat, kind))


def kept(state: State, seat: int = 0, kind: str = "turn") -> Any:
    """Return the steward's decision."""
    return ENGINE.steward(view(state, seat), pending(state, seat, kind))


def turn_of(state: State, seat: int = 0) -> list[Any]:
    """Return all actions of the bot's turn until another seat decides."""
    found: list[Any] = []
    while isinstance(state.public.task, AskTurn) and state.public.task.seat == seat:
        found.append(decided(state, seat))
        state = after(state, seat, found[-1])
    return found


# Playing strength


@pytest.mark.parametrize("mode", ["beginner", "expert"])
def test_wins_against_random_play(mode: Any) -> None:
    """The bot wins at least nineteen of twenty two-seat games, with alternating seats."""
    wins = 0
    for game in range(20):
        key, bot = playout.nth_key(1, game), game % 2
        deciders = [playout.decider("random", ENGINE, key)] * 2
        deciders[bot] = ENGINE.bot
        record = playout.play_game(ENGINE, ENGINE.Options(mode=mode), deciders, key)
        wins += record.outcome.ranking[0] == (bot,)
    assert wins >= 19


def test_steward_beats_the_fallback() -> None:
    """The steward beats default moves in each of four games, with alternating seats."""
    for game in range(4):
        deciders = [ENGINE.fallback, ENGINE.fallback]
        deciders[game % 2] = ENGINE.steward
        record = playout.play_game(ENGINE, ENGINE.Options(), deciders, bytes([game]) * 32)
        assert record.outcome.ranking[0] == (game % 2,)


def test_looks_at_no_clock_and_at_no_secret() -> None:
    """The bot gives the same answer on every call, and in every world that it cannot distinguish."""
    state = position(
        family("bank", hand=("bk_loan", "ca_alms", "go_maj_bank")),
        *(family("bank", hand=("bk_savings", "go_dagghe")) for _ in range(3)),
        rows={"bank": [card("bk_shares", 1)], "cathedral": [card("ca_alms", 2)]},
    )
    seen, turn = view(state, 0), pending(state, 0)
    answers = {encode(ENGINE.bot(view(ENGINE.imagine(seen, bytes([each])), 0), turn)) for each in range(4)}
    assert answers == {encode(ENGINE.bot(seen, turn))}


@pytest.mark.parametrize(("mode", "seats"), [("beginner", 3), ("expert", 2), ("expert", 4)])
def test_answers_legally(mode: Any, seats: int) -> None:
    """Bot and steward give a legal answer to every open decision.

    All actions of a plan are legal too, and a plan is made only for decisions that may be queued.
    """

    def check(state: State) -> None:
        for one in ENGINE.pending(state.public):
            seen = view(state, one.seat)
            for decider in (ENGINE.bot, ENGINE.steward):
                answer = decider(seen, one)
                if isinstance(answer, Filed):
                    assert one.when is When.MAY
                    assert answer.key == one.key
                steps = answer.actions if isinstance(answer, Filed) else (answer,)
                assert set(steps) <= set(ENGINE.legal(seen, one))

    options = ENGINE.Options(mode=mode)
    record = playout.play_game(ENGINE, options, [ENGINE.bot] * seats, playout.nth_key(2, seats), check=check)
    assert record.rounds == 8


# The beginning


def test_stands_in_four_areas() -> None:
    """The bot places figures in four areas, because each additional area gives access to more windows."""
    state = started(3)
    for _ in range(4):
        state = after(state, 1, decided(state, 1, "place"))
    assert len({each.card[:2] for each in state.hands[1].placed}) == 4


@pytest.mark.parametrize("number", range(12))
def test_sends_the_lady_to_the_old_town_sooner_than_others(number: int) -> None:
    """The bot prefers the Lady to other figures for the Old Town, where she may win alone.

    In other areas another figure could do as much [Z-14.4, Z-14.5].
    """
    state = started(4, playout.nth_key(4, number))
    for seat in range(4):
        areas = {}
        for _ in range(4):
            placed = decided(state, seat, "place")
            areas[placed.figure] = CONTENT.action(placed.card).area
            state = after(state, seat, placed)
        *others, ladys = (area for _figure, area in sorted(areas.items(), key=lambda item: item[0] == "lady"))
        assert ladys == "old_town" or ladys in others or "old_town" not in others, areas


@pytest.mark.parametrize("pair", [("pa_festa", "pa_senate"), ("bk_loan", "bk_savings"), ("po_cargo", "po_consulate")])
def test_leaves_the_lady_with_company(pair: tuple[str, str]) -> None:
    """Two of four cards have the same area. The bot uses one of them for the Lady, so that she is not alone [Z-14.4]."""
    others = ("pa_decree", "bk_shares", "po_packet_boat")
    hand = Hand(cards=(*(name for name in others if name[:2] != pair[0][:2]), "ca_alms", *pair)[1:])
    for _ in range(4):
        placed = opening.first_figure(CONTENT, hand, dict.fromkeys(hand.cards, 1.0))
        hand = Hand(hand.cards, (*hand.placed, Placed(placed.figure, placed.card)))
    assert next(each.card for each in hand.placed if each.figure == "lady") in pair


def test_names_itself_start_player() -> None:
    state = started(3)
    assert decided(state, 2, "starter") == NameStarter(2)


# Turns


def test_offers_what_pays() -> None:
    """The bot offers a loan, which pays four coins for three. The embassy is too expensive, and goals cannot be offered."""
    state = position(
        family("bank", coins=3, lord="palace", hand=("bk_loan", "pa_embassy", "go_dagghe")), family("fort"), seats=2
    )
    assert OfferCard("bk_loan") in turn_of(state)


def test_takes_points_in_the_last_turn() -> None:
    """In the last turn the bot values a coin at a fifth of a point, and a permanent card by a single payment."""
    hand = ("bk_shares", "pa_decree", "bk_loan")
    state = position(family("palace", coins=4, lord="bank", hand=hand), family("port"), seats=2, start=1, seat=0, round=8)
    assert OfferCard("pa_decree") in turn_of(state)


def test_influences_what_pays_again_and_again() -> None:
    """The bot pays a coin for a card with two coins each round. In the last round it does not pay a coin for a coin."""
    there = (family("bank", coins=3), family("bank", coins=0))
    rows = {"bank": [card("bk_shares", 1, 2)]}
    assert Influence(1, 1) in turn_of(position(*there, rows=rows, round=2))
    rows = {"bank": [card("bk_savings", 1, 2)]}
    assert Influence(1, 1) not in turn_of(position(*there, rows=rows, round=8))


def test_moves_to_take_a_majority() -> None:
    """The last seat to move need not expect a counter-move, so the bot moves a figure to win another area."""
    mine = family("cathedral", coins=0, lord="bank")
    other = family("port", coins=0, lord="bank", lady="palace")
    state = position(mine, other, seats=2, start=1, seat=0, mode="beginner", action=())
    move = decided(state)
    assert isinstance(move, MoveFigure)
    moved = play(state, 0, move).state.public
    held = [[majority.holder(public, area) for area in public.areas].count(0) for public in (state.public, moved)]
    assert held == [1, 2]


@pytest.mark.parametrize("area", ["port", "palace"])
def test_pursues_its_goals(area: Any) -> None:
    """In the last turn the bot moves the Lord to the area where two goals need a majority."""
    mine = family("cathedral", coins=0, hand=(f"go_maj_{area}",) * 2)
    other = family("fort", coins=0, heir_1="port", heir_2="palace")
    state = position(mine, other, seats=2, start=1, seat=0, round=8)
    assert decided(state) == MoveFigure("lord", area)


def test_takes_the_bonus_if_nothing_is_worth_doing() -> None:
    """The bot takes the bonus, because it has no card, holds the Cathedral, and cannot change another majority."""
    others = [family("cathedral", lord=area, lady=area, coins=0) for area in ("palace", "bank", "port")]
    state = position(family("cathedral", coins=0), *others, mode="beginner", start=1, seat=0, round=8)
    assert decided(state) == TakeBonus("coin")


def test_reclaims_the_marker_that_matters_least() -> None:
    """Z-10.2: the bot reclaims a marker from one of the older of ten permanent cards.

    Those cards pay only once more, a coin and a card.
    """
    rows = {"cathedral": busy(0, 10), "bank": [card("bk_shares", 1, 2)]}
    players = (family("bank", coins=5), family("port"), family("port"))
    state = position(*players, seats=3, mode="beginner", rows=rows, round=2)
    sources = [step.reclaim.laid for step in turn_of(state) if isinstance(step, Influence) and step.reclaim]
    assert sources
    assert {state.public.laid(each)[1].card for each in sources} == {"ca_confraternity"}


def test_files_the_rest_of_its_turn_behind_a_window() -> None:
    """7.5: the bot queues its influence and the end of the turn, but does not join the card of the window again."""
    there = [family("bank") for _ in range(4)]
    rows = {"bank": [card("bk_savings", 3), card("bk_loan", 0)]}
    state = window(position(*there, rows=rows, turn=AskTurn(0, 1, offered=True)), "bk_loan", 1, 2)
    assert decided(state) == Filed(pending(state, 0).key, (Influence(1, 1), EndTurn()), how="each")


# Windows


def offered(name: str, *players: Any, **facts: Any) -> State:
    """Return a state where seat 0 has offered a card at the Bank."""
    turn = AskTurn(0, 1, offered=True)
    return window(position(*players, rows={"bank": [card(name, 0)]}, turn=turn, **facts), name, 1)


def test_joins_what_pays() -> None:
    there = (family("bank"), family("bank", coins=4))
    assert decided(offered("bk_shares", *there, round=2), 1, "react") == React(2)
    assert decided(offered("bk_loan", *there), 1, "react") == React(2)


def test_declines_what_does_not() -> None:
    """In the last round the bot declines to pay two coins for two coins, since the promoter would gain a point."""
    there = (family("bank"), family("bank", coins=4))
    assert decided(offered("bk_shares", *there, round=8), 1, "react") == Decline()


def test_ahead_it_answers_for_a_slot_it_can_pay() -> None:
    """E-14: with a single coin the bot answers for slot 3 only."""
    there = (family("bank"), family("bank"), family("bank", coins=1))
    state = position(*there, rows={"bank": [card("bk_shares", 0)]}, turn=AskTurn(0, 1, offered=True))
    assert decided(window(state, "bk_shares", 1, 2), 2, "react") == React(3)


# The resolution


def rolling(name: str, area: Any, *coins: int, round: int = 8, markers: tuple[int, ...] = (0, 1)) -> State:
    """Return a state in which a dice card waits for payments and the seats have these coins."""
    players = (family(area, coins=each) for each in coins)
    return advance(resolving(*players, areas=(area,), rows={area: [card(name, *markers)]}, round=round)).state


def test_pays_for_points_when_coins_are_worth_little() -> None:
    """The bot pays if three points are at stake and a coin is worth a fifth of a point.

    Each coin adds half a point to the expected score.
    """
    assert decided(rolling("po_trade_route", "port", 9, 9), 0, "dice") == PayCoins(4)


def test_pays_no_more_than_it_takes() -> None:
    """With two markers and four coins every roll succeeds, so the bot pays only the coin that is missing."""
    state = after(rolling("po_trade_route", "port", 9, 9), 0, PayCoins(3))
    assert decided(state, 1, "dice") == PayCoins(1)


def test_pays_nothing_for_a_small_prize() -> None:
    """A reward of five coins gains less than a coin for each sixth of probability, so the bot pays nothing."""
    assert decided(rolling("bk_investment", "bank", 9, 9), 0, "dice") == PayCoins(0)


def test_buys_at_the_palace() -> None:
    players = (family("palace"), family("port"), family("port"), family("port"))
    state = advance(resolving(*players, areas=("palace",))).state
    assert decided(state, 0, "palace") == BuyPoints()


def test_puts_a_marker_under_the_figure_that_breaks_a_tie() -> None:
    """E-37: the bot puts the marker under the Lord, which breaks a tie with another Lord at the Bank."""
    players = (family("old_town", lord="bank"), family("cathedral", lord="bank"))
    rows = {"old_town": [card("ot_manezzi", 0)]}
    state = advance(resolving(*players, seats=2, areas=("old_town", "bank"), rows=rows, round=4)).state
    assert decided(state, 0, "manezzi") == PutUnder("lord")


def test_moves_a_trick_card_where_it_stays_longest() -> None:
    rows = {
        "old_town": [card("ot_sollevacoin", 0)],
        "cathedral": [card("ca_chapel", 1)],
        "palace": [card("pa_senate", 1)],
        "port": [card("po_consulate", 1)],
    }
    state = advance(resolving(areas=("old_town",), rows=rows, round=3)).state
    assert decided(state, 0, "trick") == MoveTrick("bank")


# Cards of the hand


def drawing(*hand: str, round: int) -> State:
    """Return a state in which seat 1 draws a card."""
    state = position(family(), family(hand=hand), round=round)
    return with_public(state, agenda=(DrawCards(1, 1), *state.public.agenda))


def test_draws_goals_in_the_end() -> None:
    """After the last turn the bot draws a goal, because an action card has no use. In round 1 it has enough goals."""
    assert decided(drawing(round=8), 1, "draw") == DrawFrom("goal")
    goals = ("go_dagghe", "go_maj_bank", "go_perm_port", "go_sensa_poia", "go_invexendarse")
    assert decided(drawing(*goals, round=1), 1, "draw") == DrawFrom("action")


def test_keeps_goals_in_the_end() -> None:
    """Z-19.1: at the end only goals score, so the bot keeps goals rather than action cards."""
    hand = ("ca_alms", "go_dagghe", "go_dagghe", "go_invexendarse", "go_sensa_poia", "go_perm_port", "go_perm_bank")
    assert decided(discarding(family(hand=hand), seats=2), 0, "discard") == Discard("ca_alms")


def test_puts_away_the_goal_out_of_reach() -> None:
    """The bot discards a goal that it can no longer reach."""
    hand = ("go_maj_port", "go_maj_fort", "go_dagghe", "go_dagghe", "go_invexendarse", "go_dagghe", "go_maj_port")
    players = (family("port", hand=hand), family("fort"), family("cathedral"))
    assert decided(discarding(*players, seats=3), 0, "discard") == Discard("go_maj_fort")


def test_passes_on_what_is_worth_least() -> None:
    hand = ("ca_alms", "go_dagghe", "go_dagghe")
    state = position(family(hand=hand), family(hand=hand[:1]), seats=2, round=8)
    state = with_public(state, agenda=(AskPass(1, (0, 1)), EndRound()), phase="resolution")
    assert decided(state, 0, "festa") == PassCard("ca_alms")


# The steward


def test_steward_moves_nobody_and_counts_on_no_die() -> None:
    """The steward moves no figure, offers nothing and pays no coin for a die."""
    mine = family("port", coins=9, lord="bank", hand=("bk_investment", "po_trade_route"))
    state = position(mine, family("palace", coins=0, lord="bank"), seats=2, seat=0, start=1)
    assert not isinstance(kept(state), MoveFigure | OfferCard)
    assert kept(rolling("po_trade_route", "port", 9, 9), 0, "dice") == PayCoins(0)


def test_steward_keeps_some_coins() -> None:
    """The steward joins for two coins if it has nine coins, but declines if it has four."""
    there = family("bank")
    assert kept(offered("bk_loan", there, family("bank", coins=9)), 1, "react") == React(2)
    assert kept(offered("bk_loan", there, family("bank", coins=4)), 1, "react") == Decline()
    assert legal(offered("bk_loan", there, family("bank", coins=4)), 1, "react")
