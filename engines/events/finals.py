"""Final ranks that are possible before the final after groups is drawn, from bounds of points and wins in the groups."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

import msgspec

from engines.events import standings
from engines.events.standings import Row

type Score = tuple[Fraction, Fraction]


class Bounds(msgspec.Struct, frozen=True):
    """Best and worst place of a player in the group, from 0, and least and most points and wins for each opponent there."""

    first: int
    last: int
    least: Score
    most: Score


type Group = Mapping[int, Bounds]


def possible_ranks(
    groups: Sequence[Sequence[Row]], still: Mapping[int, Fraction], size: int, left: Collection[int]
) -> dict[int, tuple[int, int]]:
    """Return each player's best and worst final rank that is still possible, if nobody else withdraws before the final.

    ``groups``: their standings so far. ``still``: the points that each player can still get in the group. ``size``: seats of
    the final. ``left``: players who have withdrawn.
    """
    present = [_bounds([row for row in group if row.player not in left], still, len(group) - 1) for group in groups]
    possible, certain = _finalists(present, size)
    everybody = {player: own for group in groups for player, own in _bounds(group, still, len(group) - 1).items()}
    seats = min(size, sum(map(len, present)))
    ranks = {}
    for player, own in everybody.items():
        before = [other for other, bounds in everybody.items() if _is_before(bounds, own)]
        after = [other for other, bounds in everybody.items() if _is_before(own, bounds) and other not in possible]
        # Those who have withdrawn are no finalists, so they are between the finalists and this player.
        best = 1 if player in possible else 1 + max(len(before), seats + sum(other in left for other in before))
        ranks[player] = best, seats if player in certain else len(everybody) - len(after)
    return ranks


def _bounds(group: Sequence[Row], still: Mapping[int, Fraction], opponents: int) -> Group:
    ranks = standings.possible_ranks(group, still)
    others = max(1, opponents)
    return {
        row.player: Bounds(
            ranks[row.player][0] - 1,
            ranks[row.player][1] - 1,
            (row.points / others, row.wins / others),
            ((row.points + still[row.player]) / others, (row.wins + still[row.player]) / others),
        )
        for row in group
    }


def _is_before(one: Bounds, other: Bounds) -> bool:
    """Return whether one player is certain to rank before another by the groups alone: by place, then by points and wins."""
    return one.last < other.first or (one.last == other.first and one.least > other.most)


def _finalists(present: Sequence[Group], size: int) -> tuple[set[int], set[int]]:
    """Return the players who can reach the final, and those who are certain to."""
    lowest = [sorted((own.least for own in group.values()), reverse=True) for group in present]
    highest = [sorted((own.most for own in group.values()), reverse=True) for group in present]

    def all_before(place: int) -> int:
        """Return the number of players with better places."""
        return sum(min(place, len(group)) for group in present)

    possible, certain = set(), set()
    for number, group in enumerate(present):
        others = [other for other in range(len(present)) if other != number]
        for player, own in group.items():
            # The players of a place in the other groups have at least, and at most, the scores at that place of these lists.
            surely = sum(own.first < len(lowest[other]) and lowest[other][own.first] > own.most for other in others)
            perhaps = sum(own.last < len(highest[other]) and highest[other][own.last] >= own.least for other in others)
            possible |= {player} if all_before(own.first) + surely < size else set()
            certain |= {player} if all_before(own.last) + perhaps < size else set()
    return possible, certain
