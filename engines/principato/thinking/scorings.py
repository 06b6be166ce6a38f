"""What the bot feeds before a scoring counts, and what it gives back afterwards."""

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
    """Strengths the others may come to, and how likely that is."""

    chance: float
    strengths: tuple[int, ...]


def feeding(value: Valuation, public: Public, seat: int) -> FeedUnits:
    """The feeding with the most points expected; ``value`` sees the time after this scoring."""
    realm = public.realms[seat]
    rivals = list(_rivals(public, seat, value.weights.resolve))
    prizes = value.facts.for_seats(value.seats).military
    most = military.most_fed(realm)
    points = [_points(military.strength(realm) + 2 * fed, rivals, prizes) for fed in range(most + 1)]

    def worth(fed: FeedUnits) -> float:
        won = points[fed.food + fed.money + fed.favour_militia + fed.favour_condottieri] * value.bulwark
        return won + _worth(value, _after(realm, fed), public.supply)

    return max(military.feedings(realm), key=worth)


def release(value: Valuation, public: Public, seat: int) -> ReleaseUnits:
    """The release that leaves most; of equals the smallest."""
    realm = public.realms[seat]
    counts = product(range(realm.condottieri.count + 1), range(realm.militia.count + 1))

    def worth(given: ReleaseUnits) -> float:
        left = with_units(with_units(realm, "condottiere", -given.condottieri), "militia", -given.militia)
        return _worth(value, left, public.supply)

    return max((ReleaseUnits(*count) for count in counts), key=worth)


def _worth(value: Valuation, realm: Principality, supply: Supply) -> float:
    return value.realm(realm) + hand.pair(value, *(hand.card(value, realm, supply, name) for name in realm.cards))


def _points(strength: int, rivals: list[Rivals], prizes: tuple[int, ...]) -> float:
    """The points expected with a strength [P-8.7]."""
    return sum(rival.chance * military.points_for((strength, *rival.strengths), prizes)[0] for rival in rivals)


def _after(realm: Principality, fed: FeedUnits) -> Principality:
    """The principality after the scoring: what was fed is gone [P-8.11]."""
    return replace(
        realm,
        food=realm.food - fed.food,
        money=realm.money - fed.money,
        favour=realm.favour - fed.favour_militia - fed.favour_condottieri,
        condottieri=Units(realm.condottieri.count),
        militia=Units(realm.militia.count),
    )


def _rivals(public: Public, seat: int, resolve: float) -> Iterator[Rivals]:
    """Who is still to decide feeds all with a chance of ``resolve``, else nothing."""
    task = public.task
    undecided = task.waiting if isinstance(task, AskFeeding) else ()
    choices = [
        _choices(realm, resolve if other in undecided else 0.0) for other, realm in enumerate(public.realms) if other != seat
    ]
    for combination in product(*choices):
        yield Rivals(prod(chance for chance, _ in combination), tuple(strength for _, strength in combination))


def _choices(realm: Principality, resolve: float) -> list[tuple[float, int]]:
    now, most = military.strength(realm), military.best_strength(realm)
    return [(resolve, most), (1 - resolve, now)] if resolve and most > now else [(1.0, now)]
