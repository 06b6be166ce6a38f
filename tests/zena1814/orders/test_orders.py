"""Default orders of a seat, and the orders of a player who wants few decisions [7.2 to 7.6]."""

from collections import Counter
from typing import Any

import pytest

from engines import playout
from engines.contract import Abstain, Filed, When, view
from engines.zena1814 import ENGINE
from engines.zena1814.actions import PayCoins, RaiseTo
from engines.zena1814.policy import BuyAtPalace, DiceRule, PreferDeck, PutAway
from engines.zena1814.state import State
from tests.zena1814.orders.ordering import answer, is_silent, rolling
from tests.zena1814.positions import CONTENT

EXPERT, BEGINNER = ENGINE.Options(), ENGINE.Options(mode="beginner")


def test_habits() -> None:
    """7.1, 7.3: by default an order buys at the Palace. An expert chooses a deck once, a beginner has a single deck."""
    assert ENGINE.habits(EXPERT) == (PreferDeck("once"), BuyAtPalace(buy=True))
    assert ENGINE.habits(BEGINNER) == (BuyAtPalace(buy=True),)


@pytest.mark.parametrize("options", [EXPERT, BEGINNER], ids=lambda options: options.mode)
def test_every_card_has_its_place_among_those_put_away(options: Any) -> None:
    """7.4: the discard order lists every card, so the seat never has to decide at the hand limit."""
    listed = next(order.cards for order in ENGINE.orders(options, 4) if isinstance(order, PutAway))
    goals = CONTENT.goal_deck() if options.mode == "expert" else ()
    assert Counter(listed) == Counter((*CONTENT.action_deck(options.mode), *goals))


@pytest.mark.parametrize(
    ("coins", "facts", "action"),
    [
        (9, {"markers": (0, 0)}, RaiseTo(5, 5)),
        (5, {"markers": (0, 0)}, RaiseTo(5, 5)),
        (1, {"markers": (0, 0)}, RaiseTo(5, 1)),
        (9, {"markers": (0, 0), "area": "port", "name": "po_ocean_route"}, RaiseTo(5, 5)),
        (9, {"markers": (0, 0), "area": "fort", "name": "fo_1"}, RaiseTo(3, 3)),
        (9, {"markers": (0, 1)}, RaiseTo(3, 3)),
        (5, {"markers": (0, 1)}, RaiseTo(3, 3)),
        (4, {"markers": (0, 1)}, RaiseTo(3, 2)),
        (3, {"markers": (0, 1)}, RaiseTo(3, 1)),
        (2, {"markers": (0, 1)}, PayCoins(0)),
    ],
)
def test_coins_for_dice(coins: int, facts: Any, action: Any) -> None:
    """7.4, 7.6: with two markers the order pays up to five coins, except in a battle.

    With a single marker it pays up to three and keeps two coins.
    """
    state = rolling(coins, seats=3, **facts)
    said = [answer(order, state, 0, "dice") for order in ENGINE.orders(EXPERT, 3) if isinstance(order, DiceRule)]
    assert next(each for each in said if not is_silent(each)) == action


@pytest.mark.parametrize("seats", [3, 4])
def test_no_limit_for_dice_says_more_than_is_paid(seats: int) -> None:
    """7.4: no limit exceeds the modifier. Coins above it would not be paid, so a higher limit would mislead."""
    rules = [order for order in ENGINE.orders(EXPERT, seats) if isinstance(order, DiceRule)]
    assert rules
    assert all(rule.at_most <= rule.modifier for rule in rules)


def _answered(options: Any, state: State, seat: int) -> dict[str, bool]:
    """Return, by kind of decision, whether the seat's orders answer each decision due now or ahead."""
    found = {}
    for one in ENGINE.pending(state.public):
        if one.seat == seat and one.when is not When.MAY:
            orders = ENGINE.orders(options, len(state.hands)) + ENGINE.habits(options)
            said = (ENGINE.policy(order, view(state, seat), one) for order in orders)
            first = next((each for each in said if not isinstance(each, Abstain) or each.asks), None)
            found[one.kind] = first is not None and not isinstance(first, Abstain | Filed)
    return found


@pytest.mark.parametrize(("options", "seats"), [(EXPERT, 3), (EXPERT, 5), (BEGINNER, 4)])
def test_orders_answer_all_but_turns_and_few_windows(options: Any, seats: int) -> None:
    """7.6: orders answer draws, the sheet, the Festa and the hand limit. Some windows may be left to the seat."""
    silent: Counter[str] = Counter()

    def check(state: State) -> None:
        for seat in range(seats):
            silent.update(kind for kind, answered in _answered(options, state, seat).items() if not answered)

    playout.play_game(ENGINE, options, [ENGINE.bot] * seats, playout.nth_key(4, seats), check=check)
    assert set(silent) <= {"place", "starter", "turn", "react"}


def test_games_with_orders_wait_seldom() -> None:
    """7.6: a five-seat expert game has at most 65 waits with orders, or 90 with default orders alone.

    The test compares the means of four games.
    """
    waits = []
    for orders in (ENGINE.habits(EXPERT), ENGINE.orders(EXPERT, 5) + ENGINE.habits(EXPERT)):
        games = [
            playout.play_game(ENGINE, EXPERT, [ENGINE.bot] * 5, playout.nth_key(5, game), orders=[orders] * 5).waits
            for game in range(4)
        ]
        waits.append(sum(games) / len(games))
    assert waits[0] <= 90
    assert waits[1] <= 65
