"""Standings of an event: points of each table, tie-breaks, and the final ranks that are still possible.

A table gives (seats − place) / (seats − 1) points, averaged for shared places. The order is by points, wins, direct
encounters, shares of the tables' points, strength of the opponents, and last a lot from the event's public seed.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

import msgspec

from engines import chance


class Result(msgspec.Struct, frozen=True):
    """Finished table: players by seat, and their places (1 is best, shared places are equal) and points in the same order.

    ``left``: players who have withdrawn from the event. They get nothing here; the places of the others count.
    """

    players: tuple[int, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    left: tuple[int, ...] = ()


class Row(msgspec.Struct, frozen=True):
    """One player's numbers in the standings, in the order in which they decide.

    ``rank`` is 1 for the best. ``direct`` is the result of the tables against the players who are equal before it, or 0 if they
    have not all met. ``lot`` is a player's position in the draw that decides the rest; a lower one is better.
    """

    player: int
    rank: int
    points: Fraction
    wins: Fraction
    direct: Fraction
    shares: Fraction
    opponents: Fraction
    lot: int


def table_points(result: Result) -> dict[int, Fraction]:
    """Return the points of each player at a table."""
    seats = len(result.players)
    earned = {}
    for player, place in zip(result.players, result.places, strict=True):
        sharers = result.places.count(place)
        mean_place = Fraction(2 * place + sharers - 1, 2)
        earned[player] = Fraction(0) if player in result.left else (seats - mean_place) / (seats - 1)
    return earned


def wins(result: Result) -> dict[int, Fraction]:
    """Return 1 for the winner, or an equal part for each of several winners, and 0 for the others."""
    winners = result.places.count(1)
    return {
        player: Fraction(1, winners) if place == 1 and player not in result.left else Fraction(0)
        for player, place in zip(result.players, result.places, strict=True)
    }


def shares(result: Result) -> dict[int, Fraction]:
    """Return each player's part of the points at a table.

    Negative points count as zero. If all points are zero, all parts are equal.
    """
    counted = [max(points, 0) for points in result.points]
    total = sum(counted)
    return {
        player: Fraction(0) if player in result.left else Fraction(points, total) if total else Fraction(1, len(counted))
        for player, points in zip(result.players, counted, strict=True)
    }


def standings(
    players: Sequence[int], results: Sequence[Result], *, extra: Mapping[int, Fraction] | None = None, seed: bytes
) -> tuple[Row, ...]:
    """Return the rows of all players, best first.

    ``extra``: points without a table, for byes. ``seed``: the event's public seed, for the lot alone.
    """
    points = _sums(players, map(table_points, results), extra or {})
    won, part = _sums(players, map(wins, results)), _sums(players, map(shares, results))
    order, _draw = chance.shuffle(seed, "lot", sorted(players))
    lots = {player: number for number, player in enumerate(order)}
    direct = _direct(players, results, {player: (points[player], won[player]) for player in players})
    strength = _opponents(players, results, points)
    best_first = sorted(
        players,
        key=lambda each: (-points[each], -won[each], -direct[each], -part[each], -strength[each], lots[each]),
    )
    return tuple(
        Row(each, rank, points[each], won[each], direct[each], part[each], strength[each], lots[each])
        for rank, each in enumerate(best_first, 1)
    )


def possible_ranks(rows: Iterable[Row], still: Mapping[int, Fraction]) -> dict[int, tuple[int, int]]:
    """Return each player's best and worst final rank that is still possible.

    ``rows``: the standings so far. ``still``: the most points, and wins, that can be added. Players who may end with equal
    points and wins may end in any order.
    """
    scored = {row.player: (row.points, row.wins) for row in rows}
    most = {player: (points + still[player], won + still[player]) for player, (points, won) in scored.items()}
    from_below, from_above = sorted(scored.values()), sorted(most.values())
    return {
        player: (
            1 + len(scored) - bisect_right(from_below, most[player]),
            len(scored) - bisect_left(from_above, scored[player]),
        )
        for player in scored
    }


def _sums(
    players: Iterable[int], parts: Iterable[Mapping[int, Fraction]], extra: Mapping[int, Fraction] | None = None
) -> dict[int, Fraction]:
    totals = {player: (extra or {}).get(player, Fraction(0)) for player in players}
    for part in parts:
        for player, value in part.items():
            if player in totals:
                totals[player] += value
    return totals


def _direct(
    players: Sequence[int], results: Sequence[Result], before: Mapping[int, tuple[Fraction, ...]]
) -> dict[int, Fraction]:
    """Return the direct encounters of each group of players who are equal so far, if all pairs of the group have met."""
    scores = dict.fromkeys(players, Fraction(0))
    for _value, equal in groupby(sorted(players, key=lambda each: before[each]), key=lambda each: before[each]):
        group = set(equal)
        if len(group) == 1:
            continue
        earned, met = dict.fromkeys(group, Fraction(0)), set()
        for result in results:
            present = [pair for pair in zip(result.players, result.places, strict=True) if pair[0] in group]
            for player, place in present:
                for other, others_place in present:
                    if other != player:
                        met.add((player, other))
                        earned[player] += _encounter(result, (player, place), (other, others_place))
        if len(met) == len(group) * (len(group) - 1):
            scores |= earned
    return scores


def _encounter(result: Result, one: tuple[int, int], other: tuple[int, int]) -> Fraction:
    """Return the first player's result against the second: 1, one half or 0. A player who has withdrawn has lost."""
    one_left, other_left = one[0] in result.left, other[0] in result.left
    if one_left or other_left:
        return Fraction(int(other_left and not one_left))
    return Fraction(1, 2) if one[1] == other[1] else Fraction(int(one[1] < other[1]))


def _opponents(players: Sequence[int], results: Sequence[Result], points: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """Return the mean points of each player's opponents without the lowest, each counted once for each table."""
    met: dict[int, list[Fraction]] = {player: [] for player in players}
    for result in results:
        for player in result.players:
            if player in met:
                met[player] += [points[other] for other in result.players if other != player and other in points]
    means = {}
    for player, values in met.items():
        counted = sorted(values)[1:] if len(values) > 1 else values
        means[player] = sum(counted, Fraction(0)) / len(counted) if counted else Fraction(0)
    return means
