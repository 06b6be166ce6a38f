"""Rounds of a Swiss system for three to five at a table: who meets, and in which seats.

As few players as possible meet again. Up to ``EXHAUSTIVE`` players, all rounds are compared; beyond, a search exchanges players
between tables until nothing gets better, with a few starts, and looks one round ahead.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import lcm

import msgspec

from engines import chance
from engines.events import seats
from engines.events.pairs import Pair, ordered, pairs_at

type Costs = list[list[int]]
EXHAUSTIVE = 12
# Fewest and most starts of the search: small fields, where repeats can hardly be avoided, get more. ``STARTS`` is divided by
# the square of the number of players.
FEWEST_STARTS, MOST_STARTS, STARTS = 4, 40, 10_000
# Disturbances after each start for fields of ``EXHAUSTIVE`` players, and the largest field for which the search looks ahead.
KICKS, LOOKS_AHEAD = 60, 60


class Entrant(msgspec.Struct, frozen=True):
    """Player in a Swiss system. ``taken``: number of times in each seat so far."""

    number: int
    score: Fraction
    had_bye: bool = False
    taken: tuple[int, ...] = ()


class Round(msgspec.Struct, frozen=True):
    """Tables of a round with their players by seat, and the players who have a bye."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


def sizes(players: int, size: int) -> tuple[tuple[int, ...], int]:
    """Return the sizes of the tables, largest first, and the number of byes: as few byes as possible, then full tables.

    Other tables have one seat less than ``size``, or four seats where ``size`` is three.
    """
    other = {2: 2, 3: 4}.get(size, size - 1)
    for byes in range(players + 1):
        for full in range((players - byes) // size, -1, -1):
            rest = players - byes - full * size
            if rest % other == 0:
                return tuple(sorted([size] * full + [other] * (rest // other), reverse=True)), byes
    raise AssertionError("no tables at all fit always")


def draw(
    ranked: Sequence[Entrant],
    met: Mapping[Pair, int],
    size: int,
    *,
    costs: Mapping[Pair, int] | None = None,
    seed: bytes,
) -> Round:
    """Return the next round.

    ``ranked``: players, best first. ``met``: numbers of earlier meetings of pairs, lower number first. ``costs``: as in
    ``matches.swiss``. ``seed``: 32 secret bytes of the event, for the order in which the search tries. Byes go to the lowest
    players who had none. Few players who meet again count first, then costs, then equal scores at a table.
    """
    shape, byes = sizes(len(ranked), size)
    without_bye, with_bye = ([player for player in ranked if player.had_bye is had] for had in (False, True))
    lowest_first = [*reversed(without_bye), *reversed(with_bye)]
    free = {player.number for player in lowest_first[:byes]}
    playing = [player for player in ranked if player.number not in free]
    weights = _weights(playing, met, costs or {})
    places = _best_of_all(weights, shape) if len(playing) <= EXHAUSTIVE else _found(playing, weights, shape, met, seed=seed)
    taken = {player.number: player.taken for player in playing}
    tables = [seats.assign(_mixed([playing[place].number for place in table], seed), taken) for table in places]
    return Round(tuple(tables), tuple(player.number for player in ranked if player.number in free))


def repeats(tables: Sequence[Sequence[int]], met: Mapping[Pair, int]) -> int:
    """Return the number of pairs at these tables who have met before."""
    return sum(bool(met.get(pair)) for table in tables for pair in pairs_at(table))


def _mixed(players: Sequence[int], seed: bytes) -> Sequence[int]:
    """Return the players in a random order, which decides among equally fair seats."""
    mixed, _draw = chance.shuffle(seed, f"seats {sorted(players)}", players)
    return mixed


def _weights(playing: Sequence[Entrant], met: Mapping[Pair, int], costs: Mapping[Pair, int]) -> Costs:
    """Return the cost of each two players at one table: repeats first, then costs, then the squared difference of scores."""
    unit = lcm(*(player.score.denominator for player in playing))
    scores = [int(player.score * unit) for player in playing]
    most_pairs = 2 * len(playing)
    spread = (max(scores) - min(scores)) ** 2 * most_pairs + 1
    repeat = spread * (1 + sum(costs.values())) * (1 + max(met.values(), default=0) * most_pairs)
    weights = [[0] * len(playing) for _player in playing]
    for one, other in combinations(range(len(playing)), 2):
        pair = ordered(playing[one].number, playing[other].number)
        times = met.get(pair, 0)
        # Pairs who meet for the third time cost a little more than others who meet again.
        again = repeat * most_pairs * bool(times) + spread * (1 + sum(costs.values())) * times
        weights[one][other] = weights[other][one] = again + spread * costs.get(pair, 0) + (scores[one] - scores[other]) ** 2
    return weights


def _total(weights: Costs, tables: Sequence[Sequence[int]]) -> int:
    return sum(weights[one][other] for table in tables for one, other in combinations(table, 2))


def _best_of_all(weights: Costs, shape: Sequence[int]) -> Sequence[Sequence[int]]:
    """Return the cheapest of all divisions into tables of these sizes."""
    best: list[tuple[int, Sequence[Sequence[int]]]] = []

    def fill(free: tuple[int, ...], left: tuple[int, ...], tables: tuple[tuple[int, ...], ...], cost: int) -> None:
        if best and cost >= best[0][0]:
            return
        if not free:
            best[:] = [(cost, tables)]
            return
        first, rest = free[0], free[1:]
        for size in sorted(set(left), reverse=True):
            others = list(left)
            others.remove(size)
            for company in combinations(rest, size - 1):
                table = (first, *company)
                remaining = tuple(each for each in rest if each not in company)
                fill(remaining, tuple(others), (*tables, table), cost + _total(weights, [table]))

    fill(tuple(range(len(weights))), tuple(shape), (), 0)
    return best[0][1]


def _found(
    playing: Sequence[Entrant], weights: Costs, shape: Sequence[int], met: Mapping[Pair, int], *, seed: bytes
) -> Sequence[Sequence[int]]:
    """Return the best division that the search finds. Of equally many repeats, the one that leaves most freedom wins."""
    starts = min(MOST_STARTS, max(FEWEST_STARTS, STARTS // len(playing) ** 2))
    found = [_searched(weights, shape, seed, f"round {start}") for start in range(starts)]
    numbers = [player.number for player in playing]

    def worth(tables: Sequence[Sequence[int]]) -> tuple[int, int, int]:
        by_number = [[numbers[place] for place in table] for table in tables]
        now = repeats(by_number, met)
        later = _repeats_after(playing, by_number, shape, met, seed) if len(playing) <= LOOKS_AHEAD else 0
        return now, later, _total(weights, tables)

    return min(found, key=worth)


def _repeats_after(
    playing: Sequence[Entrant],
    tables: Sequence[Sequence[int]],
    shape: Sequence[int],
    met: Mapping[Pair, int],
    seed: bytes,
) -> int:
    """Return the repeats of a round after this one, whatever the scores are then."""
    after = dict(met)
    for table in tables:
        for pair in pairs_at(table):
            after[pair] = after.get(pair, 0) + 1
    numbers = [player.number for player in playing]
    blank = [[int(bool(after.get(ordered(one, other)))) if one != other else 0 for other in numbers] for one in numbers]
    return _total(blank, _searched(blank, shape, seed, "ahead"))


def _searched(weights: Costs, shape: Sequence[int], seed: bytes, label: str) -> list[list[int]]:
    """Return a division in which no exchange of two players is cheaper, after several disturbances.

    The first start keeps the order of the standings; the others begin with any order.
    """
    players = len(weights)
    order: Sequence[int] = range(players)
    if label != "round 0":
        order, _draw = chance.order(seed, label, players)
    numbers = iter(order)
    tables = [[next(numbers) for _seat in range(size)] for size in shape]
    _descend(weights, tables)
    best, cheapest = [list(table) for table in tables], _total(weights, tables)
    for swaps in _disturbances(seed, label, players):
        if not cheapest:
            break
        place = {player: (number, seat) for number, table in enumerate(tables) for seat, player in enumerate(table)}
        for one, other in swaps:
            (here, seat), (there, others_seat) = place[one], place[other]
            tables[here][seat], tables[there][others_seat] = other, one
            place[one], place[other] = place[other], place[one]
        _descend(weights, tables)
        cost = _total(weights, tables)
        if cost < cheapest:
            best, cheapest = [list(table) for table in tables], cost
        else:
            tables = [list(table) for table in best]
    return best


def _disturbances(seed: bytes, label: str, players: int) -> Iterator[Sequence[Pair]]:
    """Yield random exchanges of three pairs of players, fewer in large fields."""
    for kick in range(max(4, KICKS * EXHAUSTIVE // players)):
        order, _draw = chance.order(seed, f"{label} {kick}", players)
        yield list(zip(order[:3], order[3:6], strict=True))


def _descend(weights: Costs, tables: list[list[int]]) -> None:
    """Exchange two players of different tables as long as that is cheaper."""
    at = [(number, seat) for number, table in enumerate(tables) for seat in range(len(table))]
    better = True
    while better:
        better = False
        for (here, seat), (there, others_seat) in combinations(at, 2):
            if here != there and _gain(weights, tables[here], seat, tables[there], others_seat) > 0:
                one, other = tables[here], tables[there]
                one[seat], other[others_seat] = other[others_seat], one[seat]
                better = True


def _gain(weights: Costs, one: Sequence[int], seat: int, other: Sequence[int], others_seat: int) -> int:
    """Return what an exchange of two players saves."""
    leaving, coming = weights[one[seat]], weights[other[others_seat]]
    here = sum(leaving[player] - coming[player] for place, player in enumerate(one) if place != seat)
    return here + sum(coming[player] - leaving[player] for place, player in enumerate(other) if place != others_seat)
