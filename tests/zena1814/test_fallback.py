"""Default moves at a deadline, section 7.1.

A default move spends no coins and joins no card. In forced choices it follows a fixed rule.
"""

from collections.abc import Callable
from typing import Any

import pytest

from engines import playout
from engines.contract import decode, view
from engines.zena1814 import ENGINE
from engines.zena1814.actions import (
    Decline,
    Discard,
    DrawFrom,
    EndTurn,
    KeepCoins,
    MoveFigure,
    MoveTrick,
    NameStarter,
    OfferCard,
    PassCard,
    PayCoins,
    PutUnder,
    SealFigure,
    TakeBonus,
)
from engines.zena1814.content import FIGURES
from engines.zena1814.state import AskCoins, AskFigure, AskPass, AskPurchase, AskTrick, DrawCards, State
from tests.zena1814.positions import (
    CONTENT,
    after,
    at_area,
    busy,
    card,
    family,
    legal,
    now,
    number,
    pending,
    position,
    run,
    seals,
    started,
    window,
    with_public,
)
from tests.zena1814.resolving import discarding


def fallback(state: State, seat: int = 0, kind: str = "turn") -> Any:
    """Return the default move at the deadline, after checking that it is legal."""
    action = ENGINE.fallback(view(state, seat), pending(state, seat, kind))
    assert action in legal(state, seat, kind)
    return action


def by_deadline(state: State, seat: int) -> State:
    """Place the four figures of a seat by default moves. Return the state after them."""
    for _ in FIGURES:
        state = after(state, seat, fallback(state, seat, "place"))
    return state


# Setup


def test_placement() -> None:
    """W-1: Heir, Heir, Lady and Lord get the first four cards in dealt order. They are marked as late.

    Two copies count as two cards.
    """
    keys = (bytes([number]) * 32 for number in range(100))
    state = next(state for state in (started(2, key) for key in keys) if len(set(state.hands[0].cards[:3])) < 3)
    one, two, three, four = state.hands[0].cards[:4]
    done = by_deadline(state, 0)
    assert [(each.figure, each.card, each.late) for each in done.hands[0].placed] == [
        ("heir_1", one, True),
        ("heir_2", two, True),
        ("lady", three, True),
        ("lord", four, True),
    ]


def test_rest_of_a_placement() -> None:
    """W-1: figures that the seat has placed stay. The remaining figures get the next cards in dealt order."""
    state = started(3)
    cards = state.hands[1].cards
    state = after(state, 1, SealFigure("heir_1", cards[2]))
    assert fallback(state, 1, "place") == SealFigure("heir_2", cards[0], late=True)


def test_start_player() -> None:
    """W-2: by default a player who is drawn names their own seat, whether the default applies before or after the draw."""
    state = started(3)
    assert fallback(state, 2, "starter") == NameStarter(2)
    state = run(state, *((seat, seal) for seat in range(3) for seal in seals(state, seat, late=seat != 1))).state
    assert now(state) == [(1, "starter")]
    assert fallback(state, 1, "starter") == NameStarter(1)


# Turns and windows


def test_window() -> None:
    """W-3, W-4: by default a seat does not join a card, now or ahead."""
    rows = {"bank": [card("bk_shares", 0)], "fort": [card("fo_1")]}
    state = position(*(family("bank", lord="fort") for _ in range(4)), rows=rows)
    for name in ("bk_shares", "fo_1"):
        opened = window(state, name, 1, 2, 3)
        assert [fallback(opened, seat, "react") for seat in (1, 2, 3)] == [Decline()] * 3


def test_draw() -> None:
    """W-5, W-6, W-10: by default every draw is from the action deck."""
    state = position(seats=2)
    assert fallback(with_public(state, agenda=(DrawCards(1, 2), *state.public.agenda)), 1, "draw") == DrawFrom("action")


def test_turn() -> None:
    """W-14, W-15: a seat that took no action takes the coin, whatever else is possible."""
    state = position(family("bank", coins=20, hand=("bk_shares",)), rows={"bank": [card("bk_loan", 1)]})
    assert fallback(state) == TakeBonus("coin")


@pytest.mark.parametrize("action", [MoveFigure("lady", "port"), OfferCard("bk_shares")])
def test_rest_of_a_turn(action: MoveFigure | OfferCard) -> None:
    """W-14, W-16: after a move or an offer the default move ends the turn."""
    state = position(family("bank", coins=20, hand=("bk_shares",)), rows={"bank": [card("bk_loan", 1)]})
    assert fallback(after(state, 0, action)) == EndTurn()


def test_plan() -> None:
    """W-16: the default move also ends a turn that is planned during a window."""
    players = family("bank", coins=20, hand=("bk_shares",)), family("bank")
    state = after(position(*players, rows={"bank": [card("bk_loan", 1)]}), 0, OfferCard("bk_shares"))
    assert now(state) == [(1, "react")]
    assert fallback(state) == EndTurn()


# The resolution


def test_manezzi() -> None:
    """W-7: the marker goes under the Lord."""
    state = position(family("port"), rows={"old_town": [card("ot_manezzi", 0)]})
    state = at_area(state, "old_town", AskFigure(number(state, "ot_manezzi")))
    assert fallback(state, 0, "manezzi") == PutUnder("lord")


@pytest.mark.parametrize(
    ("cards", "area"),
    [
        ((0, 0, 0, 0), "cathedral"),
        ((1, 0, 0, 0), "palace"),
        ((2, 2, 1, 1), "bank"),
        ((3, 2, 2, 1), "port"),
    ],
)
def test_trick(cards: tuple[int, int, int, int], area: str) -> None:
    """W-8: the trick card goes to the area with the fewest cards.

    In a tie, the first of these in the order Cathedral, Palace, Bank, Port is chosen.
    """
    areas = ("cathedral", "palace", "bank", "port")
    rows = {name: busy(1, count, name) for name, count in zip(areas, cards, strict=True)}
    state = position(seats=2, rows={**rows, "old_town": [card("ot_sollevacoin", 0)]})
    state = at_area(state, "old_town", AskTrick(number(state, "ot_sollevacoin")))
    assert fallback(state, 0, "trick") == MoveTrick(area)


def test_dice_coins() -> None:
    """W-9: no coins are paid, now or ahead."""
    state = position(seats=3, rows={"bank": [card("bk_investment", 2, 0)]})
    state = at_area(state, "bank", AskCoins(number(state, "bk_investment"), (2, 0)))
    assert [fallback(state, seat, "dice") for seat in (2, 0)] == [PayCoins(0)] * 2


@pytest.mark.parametrize(
    ("hand", "given"),
    [
        (("ca_alms", "go_dagghe", "ca_sermon", "go_sensa_poia"), "ca_sermon"),
        (("go_dagghe", "go_sensa_poia"), "go_sensa_poia"),
    ],
)
def test_festa(hand: tuple[str, ...], given: str) -> None:
    """W-11: the newest action card is passed on, or without action cards the newest goal."""
    state = position(family(hand=hand), family(hand=("ca_chapel", "ca_alms")), rows={"palace": [card("pa_festa", 0)]}, seats=2)
    state = at_area(state, "palace", AskPass(number(state, "pa_festa"), (0, 1)))
    assert fallback(state, 0, "festa") == PassCard(given)


def test_palace() -> None:
    """W-12: without an order the seat buys nothing."""
    assert fallback(at_area(position(seats=2), "bank", AskPurchase(1)), 1, "palace") == KeepCoins()


# The end of a round


def test_hand_limit() -> None:
    """W-13: the newest action cards are discarded first, then the newest goals."""
    goals = ("go_dagghe", "go_dagghe", "go_sensa_poia", "go_maj_bank", "go_maj_port", "go_perm_bank", "go_perm_port")
    state = discarding(family(hand=("ca_alms", *goals, "ca_sermon")), seats=2)
    put_away = []
    while now(state):
        put_away.append(fallback(state, 0, "discard"))
        state = after(state, 0, put_away[-1])
    assert put_away == [Discard("ca_sermon"), Discard("ca_alms"), Discard("go_perm_port")]


def test_hand_limit_with_copies() -> None:
    """W-13: a copy that is already discarded is not discarded again."""
    hand = ("ca_alms", *("go_dagghe",) * 5, "ca_alms", "ca_sermon")
    state = after(discarding(family(hand=hand), seats=2), 0, Discard("ca_alms"))
    assert fallback(state, 0, "discard") == Discard("ca_sermon")


# Whole games


@pytest.mark.parametrize("options", [b"{}", b'{"mode":"beginner"}', b'{"starter":"random"}'])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_absent_seats_reach_the_end(options: bytes, seats: int) -> None:
    """Section 7.1: a game can always continue. With default moves alone, no card is offered and no coin is paid."""
    record = _record(options, seats, ENGINE.fallback)
    final = record.final.public
    incomes = sum(CONTENT.event(event).income for event in final.events)
    assert record.outcome.reason == "rounds"
    assert not final.numbered or all(row.area == "fort" for row in final.rows if row.cards)
    assert all(each.coins >= CONTENT.limits.start_coins + incomes + CONTENT.limits.rounds for each in final.families)
    assert all(each.supply == CONTENT.limits.markers for each in final.families)


def _record(options: bytes, seats: int, decider: Callable[..., Any]) -> playout.Record:
    return playout.play_game(ENGINE, decode(ENGINE.Options, options), [decider] * seats, bytes(32), check=ENGINE.check)


def test_same_every_time() -> None:
    """Section 7.1: the default move depends on what the seat can see, not on the key of the dice."""
    state = position(family("bank", hand=("bk_shares",)), seats=2)
    imagined = [ENGINE.imagine(view(state, 0), bytes([number]) * 32) for number in range(3)]
    assert {fallback(each) for each in imagined} == {fallback(state)}
