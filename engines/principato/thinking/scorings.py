"""Choices of the bot in scorings: the units to supply, and the units to give back afterwards."""

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import NamedTuple

from msgspec.structs import replace

from engines.principato import military
from engines.principato.actions import FeedUnits, ReleaseUnits
from engines.principato.state import AskFeeding, Principality, Public, Supply, Units
from engines.principato.thinking import hand
from engines.principato.thinking.sketch import with_units
from engines.principato.thinking.valuation import Valuation


class Rivals(NamedTuple):
    """One combination of strengths of the other seats, and its probability."""

    chance: float
    strengths: tuple[int, ...]


def feeding(valuation: Valuation, public: Public, seat: int) -> FeedUnits:
    """Return the supply of units with the highest expected worth: points of this scoring, and the position after it.

    ``valuation`` applies after this scoring.
    """
    realm = public.realms[seat]
    rivals = list(_rivals(public, seat, valuation.weights.resolve))
    prizes = valuation.facts.for_seats(valuation.seats).military
    most_units = military.most_fed(realm)
    points = [_points(military.strength(realm) + 2 * fed, rivals, prizes) for fed in range(most_units + 1)]

    def worth(fed: FeedUnits) -> float:
        points_won = points[fed.food + fed.money + fed.favour_militia + fed.favour_condottieri] * valuation.bulwark
        return points_won + _worth(valuation, _after(realm, fed), public.supply)

    return max(military.feedings(realm), key=worth)


def release(valuation: Valuation, public: Public, seat: int) -> ReleaseUnits:
    """Return the units to give back that leave the highest worth; ties go to fewer condottieri, then fewer militia."""
    realm = public.realms[seat]
    counts = product(range(realm.condottieri.count + 1), range(realm.militia.count + 1))

    def worth(released: ReleaseUnits) -> float:
        remaining = with_units(with_units(realm, "condottiere", -released.condottieri), "militia", -released.militia)
        return _worth(valuation, remaining, public.supply)

    return max((ReleaseUnits(*count) for count in counts), key=worth)


def _worth(valuation: Valuation, realm: Principality, supply: Supply) -> float:
    return valuation.realm(realm) + hand.pair(valuation, *(hand.card(valuation, realm, supply, name) for name in realm.cards))


def _points(strength: int, rivals: list[Rivals], prizes: tuple[int, ...]) -> float:
    """Return the expected points of a strength [P-8.7]."""
    return sum(rival.chance * military.points_for((strength, *rival.strengths), prizes)[0] for rival in rivals)


def _after(realm: Principality, supplied: FeedUnits) -> Principality:
    """Return the principality after the scoring; the cubes on units are gone [P-8.11]."""
    return replace(
        realm,
        food=realm.food - supplied.food,
        money=realm.money - supplied.money,
        favour=realm.favour - supplied.favour_militia - supplied.favour_condottieri,
        condottieri=Units(realm.condottieri.count),
        militia=Units(realm.militia.count),
    )


def _rivals(public: Public, seat: int, resolve: float) -> Iterator[Rivals]:
    """Yield each possible combination of strengths of the others with its chance.

    A seat still to decide supplies as many units as it can with a chance of ``resolve``, else none.
    """
    task = public.task
    undecided = task.waiting if isinstance(task, AskFeeding) else ()
    choices = [
        _choices(realm, resolve if other in undecided else 0.0) for other, realm in enumerate(public.realms) if other != seat
    ]
    for combination in product(*choices):
        yield Rivals(prod(chance for chance, _ in combination), tuple(strength for _, strength in combination))


def _choices(realm: Principality, resolve: float) -> list[tuple[float, int]]:
    current, highest = military.strength(realm), military.best_strength(realm)
    return [(resolve, highest), (1 - resolve, current)] if resolve and highest > current else [(1.0, current)]
