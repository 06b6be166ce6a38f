"""Choices of the resolution: coins for a roll, a figure for a marker, an area for a trick card [Z-16.4, Z-18]."""

from engines.zena1814 import dice, upcoming
from engines.zena1814.actions import MoveTrick, PayCoins, PutUnder
from engines.zena1814.content import FIGURES, Area
from engines.zena1814.state import AskCoins
from engines.zena1814.thinking import dicing
from engines.zena1814.thinking.mind import Mind
from engines.zena1814.thinking.stakes import ROLLS


def pay(mind: Mind, number: int) -> PayCoins:
    """Return the payment with the best worth, without relying on later seats' payments."""
    area, laid = mind.public.laid(number)
    task = mind.public.task
    paid = task.paid if isinstance(task, AskCoins) and task.laid == number else 0
    purse = mind.worth.family.coins - mind.worth.weights.reserve
    rounds = min(ROLLS, mind.worth.left + 1)
    prize = mind.stakes.prize(area, laid)
    bet = dicing.best_bet(mind.worth.facts.dice, prize, dice.modifier(laid, paid), purse, rounds)
    return PayCoins(bet.coins)


def put_under(mind: Mind) -> PutUnder:
    """Return the figure for which one more marker is worth most; the first wins ties."""
    places = mind.ground.places
    return PutUnder(max(FIGURES, key=lambda figure: mind.ground.value(places, FIGURES.index(figure))))


def move_trick(mind: Mind, number: int) -> MoveTrick:
    """Return the move to the area with the fewest staying cards; ties go to own figures, then to the first area."""
    current_area, _ = mind.public.laid(number)

    def stays(area: Area) -> tuple[float, bool]:
        return -mind.stakes.staying(area), area in mind.ground.places

    return MoveTrick(max(upcoming.trick_areas(mind.public, current_area), key=stays))
