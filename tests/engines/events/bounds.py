"""Lower bound for repeated meetings in a round, for comparison with what the search finds."""

from collections.abc import Sequence

from engines.events.pairs import Pair, pairs_at
from engines.events.tables import sizes


def fewest_repeats(players: int, rounds: Sequence[Sequence[Sequence[int]]], size: int) -> int:
    """Return a lower bound for the pairs who meet again in the next round, after these rounds with their tables.

    Two bounds by pigeonholes, the larger one counts. By players: someone who has met m others finds at most players − 1 − m new
    ones; all further opponents at a table are repeats, and a repeat concerns two players. By tables: the players of a new table
    come from the tables of an earlier round; where there are fewer of these than players, some come from the same one. The sum
    over all earlier rounds counts a pair once for each round in which it met, so the surplus of those pairs is taken off.
    """
    shape, byes = sizes(players, size)
    met: dict[Pair, int] = {}
    for pair in (pair for tables in rounds for table in tables for pair in pairs_at(table)):
        met[pair] = met.get(pair, 0) + 1
    known = [sum(player in pair for pair in met) for player in range(players)]
    forced = sorted(max(0, min(shape, default=1) - 1 - (players - 1 - count)) for count in known)
    by_players = -(-sum(forced[: players - byes]) // 2)
    # Players who had a bye in the earlier round come from a table of their own.
    origins = [len(tables) + players - sum(map(len, tables)) for tables in rounds]
    needed = [sum(_same_origin(seats_there, count) for seats_there in shape) for count in origins]
    surplus = sum(times - 1 for times in met.values())
    return max(by_players, sum(needed) - surplus, *needed, 0)


def _same_origin(players: int, origins: int) -> int:
    """Return the fewest pairs of the same origin if players come from so many origins: they are spread out evenly."""
    each, more = divmod(players, origins)
    return more * (each + 1) * each // 2 + (origins - more) * each * (each - 1) // 2
