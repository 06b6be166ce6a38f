"""Value of a dice card, and the best number of coins for its roll [Z-16]."""

from typing import NamedTuple

from engines.zena1814.content import Dice


class Prize(NamedTuple):
    """A seat's gain on success, its loss on failure, and the worth of a coin to it."""

    success: float
    failure: float
    coin: float


class Bet(NamedTuple):
    """Worth of a roll, with the number of coins paid."""

    value: float
    coins: int


def best_bet(dice: Dice, prize: Prize, modifier: int, purse: int, rounds: int) -> Bet:
    """Return the best bet for a modifier before paying.

    ``rounds`` is the number of rounds to roll in, including this one.
    """
    value = 0.0
    for _ in range(rounds - 1):
        value = _best(dice, prize, modifier, purse, value).value
    return _best(dice, prize, modifier, purse, value)


def _best(dice: Dice, prize: Prize, modifier: int, purse: int, idle: float) -> Bet:
    """Return the best bet of one round; the one with fewer coins wins ties.

    ``idle`` is the worth of the card if nothing happens.
    """
    most_coins = max(0, min(purse, dice.succeed_at_least - 1 - modifier))
    bets = (Bet(_value(dice, prize, modifier + coins, idle) - coins * prize.coin, coins) for coins in range(most_coins + 1))
    return max(bets, key=lambda bet: (bet.value, -bet.coins))


def _value(dice: Dice, prize: Prize, modifier: int, idle: float) -> float:
    """Return the worth of a roll with this modifier."""
    faces = dice.faces
    success = min(faces, max(0, faces - dice.succeed_at_least + 1 + modifier))
    failure = min(faces, max(0, dice.fail_at_most - modifier))
    return (success * prize.success - failure * prize.failure + (faces - success - failure) * idle) / faces
