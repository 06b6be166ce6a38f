"""What a dice card is worth, and how many coins its roll [Z-16]."""

from typing import NamedTuple

from engines.zena1814.content import Dice


class Prize(NamedTuple):
    """What a success brings and a failure costs a seat, and what a coin is worth to it."""

    success: float
    failure: float
    coin: float


class Bet(NamedTuple):
    """What a roll is worth with so many coins paid."""

    value: float
    coins: int


def best(dice: Dice, prize: Prize, modifier: int, purse: int, rounds: int) -> Bet:
    """The best bet with a modifier before paying and so many rounds to roll in, this one included."""
    value = 0.0
    for _ in range(rounds - 1):
        value = _best(dice, prize, modifier, purse, value).value
    return _best(dice, prize, modifier, purse, value)


def _best(dice: Dice, prize: Prize, modifier: int, purse: int, stays: float) -> Bet:
    """The best bet of one round; ``stays`` is what the card is worth if nothing happens. Of equal bets the smaller."""
    most = max(0, min(purse, dice.succeed_at_least - 1 - modifier))
    bets = (Bet(_value(dice, prize, modifier + coins, stays) - coins * prize.coin, coins) for coins in range(most + 1))
    return max(bets, key=lambda bet: (bet.value, -bet.coins))


def _value(dice: Dice, prize: Prize, modifier: int, stays: float) -> float:
    """What a roll is worth with so much added to the die."""
    faces = dice.faces
    success = min(faces, max(0, faces - dice.succeed_at_least + 1 + modifier))
    failure = min(faces, max(0, dice.fail_at_most - modifier))
    return (success * prize.success - failure * prize.failure + (faces - success - failure) * stays) / faces
