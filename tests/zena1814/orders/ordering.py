"""Helpers for tests of standing orders."""

from typing import Any

from engines.contract import Abstain, decode, encode, view
from engines.zena1814 import ENGINE
from engines.zena1814.state import State
from tests.zena1814.positions import advance, card, family, legal, pending
from tests.zena1814.resolving import resolving


def answer(order: Any, state: State, seat: int, kind: str = "react") -> Any:
    """Encode and decode an order, and return its answer: a legal action, or an ``Abstain`` with its reason."""
    stored, one = decode(ENGINE.Policy, encode(order)), pending(state, seat, kind)
    found = ENGINE.policy(stored, view(state, seat), one)
    if isinstance(found, Abstain):
        assert found.reason.isidentifier()
    else:
        assert found in legal(state, seat, kind)
    return found


def is_silent(found: Any) -> bool:
    """Return whether an order leaves the decision to the orders after it."""
    return isinstance(found, Abstain) and not found.asks


def is_asked(found: Any) -> bool:
    """Return whether an order leaves the decision to its seat."""
    return isinstance(found, Abstain) and found.asks


def rolling(
    *coins: int,
    area: Any = "bank",
    name: str = "bk_great_investment",
    markers: tuple[int, ...] = (0, 1),
    seats: int = 4,
) -> State:
    """Return the state in which the area with a dice card is resolved and the seats have these coins."""
    players = (family(coins=coins[seat] if seat < len(coins) else 0) for seat in range(seats))
    return advance(resolving(*players, seats=seats, areas=(area,), rows={area: [card(name, *markers)]})).state
